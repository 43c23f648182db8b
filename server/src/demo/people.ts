import type { ReadyMadeRoleCode } from '../access/access.api.ts'
import type {
  CompanyRelationType,
  membershipStates,
  UserType,
  PriceVisibility,
} from '@kervan/contract/access/words'
import type { serviceProducts } from '@kervan/contract/access/words'
import type { ProjectDomain } from '@kervan/contract/services/words'
import type { Language } from '@kervan/contract/kit/values'
import type { RoundingStrategy } from '@kervan/contract/order/words'

// What a demo company is, and who works in it.

export type Trade = 'pharma' | 'fashion' | 'fuel'

export type DemoPerson = {
  /** The part of the user name before the @, or a whole user name of somebody who works in several companies. */
  user: string
  first: string
  last: string
  userType: UserType
  role: ReadyMadeRoleCode
  language: Language
  /** Which of the company's partners the person belongs to, by number. */
  partner?: number
  /** Tied to the first place of the partner. */
  thirdParty?: true
  /** Has a point of sale and sees this many locations. */
  locations?: number
  state?: (typeof membershipStates)[number]
  /** Of another company, and has not said yet whether they want to be a user here as well. */
  invited?: true
  /** Shown with the accounts to sign in with. */
  listed?: true
}

export type DemoCompany = {
  id: number
  /** Where the chance begins that its people and orders come by. */
  seed: number
  trade: Trade
  code: string
  name: string
  domain: string
  relationType: CompanyRelationType
  orderPrefix: string
  rounding: RoundingStrategy
  priceManagement: 'ListPrice' | 'CustomerPrice'
  priceVisibility: PriceVisibility
  backordersAllowed: boolean
  /** Its part of all demo orders. */
  share: number
  logo: string
  projects: readonly (readonly [
    code: string,
    service: (typeof serviceProducts)[number],
    name: string,
    domain?: ProjectDomain,
  ])[]
  people: readonly DemoPerson[]
}

export const listed = true

/** Signs in to two companies with one user name. */
export const inspector = {
  user: 'inspector@denge.example',
  first: 'Sevgi',
  last: 'Tanrıöver',
  userType: 'InternalUser',
  role: 'externalInspector',
  language: 'en',
  listed,
} as const satisfies DemoPerson

export function userNameOf(company: DemoCompany, person: DemoPerson): string {
  return person.user.includes('@') ? person.user : `${person.user}@${company.domain}`
}

export function logo(color: string, name: string, mark: string): string {
  const width = 44 + name.length * 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 32" width="${width}" height="32" role="img" aria-label="${name}">${mark}<text x="36" y="22" font-family="Inter, system-ui, sans-serif" font-size="17" font-weight="600" fill="${color}">${name}</text></svg>`
}
