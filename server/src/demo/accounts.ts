import { readyMadeRoles } from '../administration/administration.api.ts'
import { companies } from './companies.ts'
import { userNameOf } from './people.ts'

export type DemoAccount = {
  companyIntCode: number
  companyName: string
  username: string
  password: string
  role: string
}

/** The one password of everybody in the demo. Long enough and of four kinds of characters (ACC-011). */
export const demoPassword = 'Kervan-Demo-42!'

/** The people to sign in as: one for every ready-made role that makes sense in the company, and second customers. */
export function demoAccounts(): DemoAccount[] {
  return companies.flatMap((company) =>
    company.people
      .filter((person) => person.listed)
      .map((person) => ({
        companyIntCode: company.id,
        companyName: company.name,
        username: userNameOf(company, person),
        password: demoPassword,
        role: person.userType === 'PharmaSalesExecutive' ? 'Point of sale' : nameOfRole(person.role),
      })),
  )
}

function nameOfRole(code: string): string {
  return readyMadeRoles.find((role) => role.code === code)?.name ?? code
}
