import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { LoginState } from '@kervan/contract/access/words'
import { foldUsername } from '../../access/access.api.ts'
import { readyMadeRoles } from '../roles/ready-made-roles.ts'
import { dayLong } from '../../demo/calendar.ts'
import { companies } from '../../demo/companies.ts'
import { userNameOf } from '../../demo/people.ts'
import { type DemoCompany } from '../../demo/people.ts'
import { type DemoPerson } from '../../demo/people.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Staff } from '../../demo/world.ts'
import { Random } from '../../demo/random.ts'
import type { By, DemoPartner, Identities } from '../../demo/world.ts'

/** Everybody who can sign in, once, however many companies they work for. All have the same password. */
export async function insertIdentities(
  tx: Tx,
  random: Random,
  since: Date,
  now: Date,
  passwordHash: string,
): Promise<Identities> {
  const people = new Map(
    companies.flatMap((company) =>
      company.people.map((person) => [userNameOf(company, person), person] as const),
    ),
  )
  const rows = [...people].map(([username, person]): Insertable<DB['identity']> => ({
    id: random.id(since.getTime()),
    username,
    username_folded: foldUsername(username),
    first_name: person.first,
    last_name: person.last,
    password_hash: passwordHash,
    password_changed_at: now,
    created_at: since,
  }))
  await insertMany(tx, 'identity', rows)
  return new Map(rows.map((row) => [row.username, row.id]))
}

/** The company's roles and the people in them. */
export async function insertMembers(
  tx: Tx,
  company: DemoCompany,
  identities: Identities,
  partners: readonly DemoPartner[],
  random: Random,
  since: Date,
  now: Date,
): Promise<Staff> {
  const roles = readyMadeRoles.map(({ code, name, permissions }) => ({
    code,
    name,
    permissions,
    id: random.id(since.getTime()),
  }))
  const members = company.people.map((person) => ({
    person,
    row: memberOf(company, identities, partners, person, random, since),
    allocated: allocated(person, partners),
  }))
  await insertMany(
    tx,
    'role',
    roles.map(({ id, code, name }) => ({ company_id: company.id, id, code, name, ready_made: true })),
  )
  await insertMany(
    tx,
    'role_permission',
    roles.flatMap(({ id, permissions }) =>
      permissions.map((permission) => ({ company_id: company.id, role_id: id, permission })),
    ),
  )
  // Who works for several companies is at home in the first; the others have invited them.
  await tx
    .updateTable('identity')
    .set({ home_company_id: company.id })
    .where('home_company_id', 'is', null)
    .where(
      'id',
      'in',
      members.map(({ row }) => row.identity_id),
    )
    .execute()
  const guests = await tx
    .selectFrom('identity')
    .select('id')
    .where('home_company_id', '<>', company.id)
    .where(
      'id',
      'in',
      members.map(({ row }) => row.identity_id),
    )
    .execute()
  const administrator = members.find(({ person }) => person.role === 'companyAdministrator')?.person
  const invitationOf = ({ person, row }: Member) => {
    if (!guests.some(({ id }) => id === row.identity_id))
      return { invitation: null, invited_at: null, invited_by: null, invitation_answered_at: null }
    const invitedAt = person.invited ? new Date(now.getTime() - 3 * dayLong) : since
    return {
      invitation: person.invited ? ('Pending' as const) : ('Accepted' as const),
      joined_at: invitedAt,
      invited_at: invitedAt,
      invited_by: `${administrator?.first} ${administrator?.last}`,
      invitation_answered_at: person.invited ? null : since,
    }
  }
  await insertMany(
    tx,
    'membership',
    members.map((member) => ({ ...member.row, ...invitationOf(member) })),
  )
  await insertMany(
    tx,
    'linked_company',
    guests.map(({ id }) => ({ identity_id: id, company_id: company.id })),
  )
  await insertMany(
    tx,
    'membership_role',
    members.flatMap(({ person, row }) =>
      roles
        .filter(({ code }) => code === person.role)
        .map((role) => ({ company_id: company.id, membership_id: row.id, role_id: role.id })),
    ),
  )
  // Chance of their own, so that everything else stays what it was.
  const ids = new Random(company.id)
  await insertMany(
    tx,
    'membership_location',
    members.flatMap(({ row, allocated: locations }) =>
      [
        ...locations.map(({ id }) => id),
        ...(row.third_party_location_id ? [row.third_party_location_id] : []),
      ].map((location_id) => ({
        company_id: company.id,
        id: ids.id(since.getTime()),
        membership_id: row.id,
        location_id,
        created_at: since,
      })),
    ),
  )
  await insertSignIns(tx, company, members, now)
  return staffOf(members.filter(({ row, person }) => row.state === 'Active' && !person.invited))
}

/** When these people were here in the last days; every fifth has mistyped the password once. */
async function insertSignIns(
  tx: Tx,
  company: DemoCompany,
  members: readonly Member[],
  now: Date,
): Promise<void> {
  // Chance of their own, so that everything else stays what it was.
  const chance = new Random(company.id * 31)
  const rows = members
    .filter(({ row, person }) => row.state === 'Active' && !person.invited && row.user_type !== 'APIUser')
    .flatMap(({ row, person }, at) => {
      const signIn = (
        daysAgo: number,
        state: LoginState,
        reason: string,
      ): Insertable<DB['login_attempt']> => {
        const moment = new Date(now.getTime() - daysAgo * dayLong - chance.int(10, 300) * 60_000)
        return {
          id: chance.id(moment.getTime()),
          at: moment,
          username_folded: foldUsername(userNameOf(company, person)),
          identity_id: row.identity_id,
          company_id: company.id,
          state,
          reason,
          address: `10.${company.id}.0.${at + 10}`,
          agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
        }
      }
      return [
        ...[4, 2, 1].map((days) => signIn(days, 'Succces', '')),
        ...(at % 5 === 0 ? [signIn(3, 'Failed', 'credentials')] : []),
      ]
    })
  await insertMany(tx, 'login_attempt', rows)
}

function memberOf(
  company: DemoCompany,
  identities: Identities,
  partners: readonly DemoPartner[],
  person: DemoPerson,
  random: Random,
  since: Date,
): Insertable<DB['membership']> {
  const partner = person.partner === undefined ? undefined : partners[person.partner]
  return {
    company_id: company.id,
    id: random.id(since.getTime()),
    identity_id: identities.get(userNameOf(company, person)) ?? '',
    user_type: person.userType,
    state: person.state ?? 'Active',
    partner_id: partner?.row.id ?? null,
    // Who belongs to a third party's location sees nothing else (USR-007).
    point_of_sale_id: person.thirdParty
      ? (partner?.locations[0]?.id ?? null)
      : (allocated(person, partners).find((location) => location.type.endsWith('PointOfSales'))?.id ?? null),
    third_party_location_id: person.thirdParty ? (partner?.locations[0]?.id ?? null) : null,
    location_scoped: person.locations !== undefined || person.thirdParty === true,
    language: person.language,
    joined_at: since,
  }
}

/** The locations somebody with a point of sale looks after: those of the first customers, so that there are orders to see. */
function allocated(person: DemoPerson, partners: readonly DemoPartner[]) {
  return partners
    .slice(0, 5)
    .flatMap(({ locations }) => locations)
    .slice(0, person.locations ?? 0)
}

type Member = { person: DemoPerson; row: Insertable<DB['membership']>; allocated: { id: string }[] }

function staffOf(members: readonly Member[]): Staff {
  const by = ({ person, row }: Member): By => ({ id: row.id, name: `${person.first} ${person.last}` })
  const inRole = (role: DemoPerson['role']) =>
    members.filter(({ person }) => person.role === role && person.userType === 'InternalUser').map(by)
  const buyers = members.filter(
    ({ person }) =>
      person.partner !== undefined &&
      (person.role === 'orderCustomer' || person.role === 'thirdPartyFranchiseUser'),
  )
  const gateway = members.find(({ person }) => person.userType === 'APIUser')
  if (!gateway) throw new Error('a company without an API user')
  return {
    managers: inRole('orderManager'),
    operators: inRole('orderOperator'),
    gateway: by(gateway),
    customers: new Map(
      [...Map.groupBy(buyers, ({ row }) => row.partner_id ?? '')].map(([partner, all]) => [
        partner,
        all.map(by),
      ]),
    ),
    locations: new Map(
      members.flatMap((member) => member.allocated.map((location) => [location.id, by(member)] as const)),
    ),
  }
}
