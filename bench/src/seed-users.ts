import { foldUsername, hashPassword, type ReadyMadeRoleCode } from '../../server/src/access/access.api.ts'
import { readyMadeRoles } from '../../server/src/administration/administration.api.ts'
import { insertMany } from '../../server/src/kit/database/insert-many.ts'
import { Random } from '../../server/src/demo/random.ts'
import type { Tx } from '../../server/src/kit/database/db.ts'
import { benchCompany } from './seed-orders.ts'

/** Not that of the demo: production starts on no database whose accounts have it. */
export const benchPassword = 'Millstone-Kestrel-48!'
/** Who can sign in: `admin`, `manager`, `operator`, and a hundred buyers `customer1` to `customer100`, all `@bench.example`. */
export const benchUser = (name: string) => `${name}@bench.example`

export const buyers = 100

/** The administrator, a manager, an operator and the buyers of the first customers. */
export async function insertUsers(
  tx: Tx,
  partnerIds: readonly string[],
  random: Random,
  since: number,
): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(benchPassword)
  const roles = readyMadeRoles.map(({ code, name, permissions }) => ({
    id: random.id(since),
    code,
    name,
    permissions,
  }))
  const person = (
    name: string,
    first: string,
    last: string,
    role: ReadyMadeRoleCode,
    partner: string | null = null,
  ) => ({ name, first, last, role, partner, identity: random.id(since), id: random.id(since) })
  const people = [
    person('admin', 'Administrator', 'Bench', 'companyAdministrator'),
    person('manager', 'Manager', 'Bench', 'orderManager'),
    person('operator', 'Operator', 'Bench', 'orderOperator'),
    ...Array.from({ length: buyers }, (_, index) =>
      person(`customer${index + 1}`, 'Buyer', String(index + 1), 'orderCustomer', partnerIds[index] ?? null),
    ),
  ]
  await insertMany(
    tx,
    'role',
    roles.map(({ id, code, name }) => ({ company_id: benchCompany, id, code, name, ready_made: true })),
  )
  await insertMany(
    tx,
    'role_permission',
    roles.flatMap(({ id, permissions }) =>
      permissions.map((permission) => ({ company_id: benchCompany, role_id: id, permission })),
    ),
  )
  await insertMany(
    tx,
    'identity',
    people.map(({ name, first, last, identity }) => ({
      id: identity,
      username: benchUser(name),
      username_folded: foldUsername(benchUser(name)),
      first_name: first,
      last_name: last,
      password_hash: passwordHash,
    })),
  )
  await insertMany(
    tx,
    'membership',
    people.map(({ id, identity, partner }) => ({
      company_id: benchCompany,
      id,
      identity_id: identity,
      user_type: partner ? ('Customer' as const) : ('InternalUser' as const),
      partner_id: partner,
    })),
  )
  await insertMany(
    tx,
    'membership_role',
    people.flatMap(({ id, role }) =>
      roles
        .filter(({ code }) => code === role)
        .map((one) => ({ company_id: benchCompany, membership_id: id, role_id: one.id })),
    ),
  )
  return new Map(people.map(({ name, id }) => [name, id]))
}
