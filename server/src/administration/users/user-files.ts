import { sql } from 'kysely'
import { locationFaults } from '@kervan/contract/administration/users'
import { userKind } from '@kervan/contract/administration/user-files'
import { NewUsername, foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import { languages, PersonName } from '@kervan/contract/kit/values'
import { lockAdministration, roleName } from '../../access/access.api.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveFileImport } from '../../kit/master/serve-master-data.ts'
import { administering } from '../step-up-rules.ts'
import { addMember } from './create-user.ts'
import { countActive, locationScope, partnerScope, userScope } from './user.sql.ts'

// New users from a workbook (USR-003, USR-004). Each row is judged as the form judges a new user, and again when the file
// takes effect; then each becomes a user who gets a link by mail. Roles that administer are left to the form, which asks
// for a fresh proof.

export const userFiles = serveFileImport(userKind, {
  table: 'invited_user',
  recordType: 'user',
  columns: {
    customer: 'partner_id',
    pointOfSale: 'point_of_sale_id',
    thirdPartyLocation: 'third_party_location_id',
  },
  references: {
    customer: { table: 'partner', keeps: 'id' },
    pointOfSale: { table: 'location', keeps: 'id' },
    thirdPartyLocation: { table: 'location', keeps: 'id' },
  },
  titles: {
    username: [
      'Email',
      'E-mail',
      'E-posta',
      'Eposta',
      'E-Mail',
      'User name',
      'Kullanıcı adı',
      'Benutzername',
    ],
    firstName: ['Name', 'Ad', 'Adı', 'Vorname'],
    lastName: ['Surname', 'Soyad', 'Soyadı', 'Nachname'],
    roles: ['Role', 'Rol', 'Rolle', 'Görev'],
    customer: ['Customer code', 'Cari Kodu', 'Müşteri kodu', 'Kundennummer'],
  },
  rowLimit: 5_000,
  partialScope: true,
  // Of people whom the reader may not see, nothing is told either of how they came.
  scope: (actor) => [
    sql`exists (select from membership m join identity i on i.id = m.identity_id where ${sql.join(userScope(actor), sql` and `)} and lower(i.username) = lower(t.username))`,
  ],
  rules: judgeUsers,
  before: beginEffect,
  after: addUsers,
})

type Row = RowOfKind<typeof userKind>
type Values = NonNullable<Row['after']>
type Role = { id: string; administers: boolean; exceeds: boolean }

/** The roles of the company by each name they have in a language, folded. */
async function rolesByName({ tx, actor }: MasterContext): Promise<Map<string, Role>> {
  const names = sql.join(languages.map((language) => sql`(${roleName(language)})`))
  const { rows } = await sql<{ id: string; name: string; administers: boolean; exceeds: boolean }>`
    select r.id, n.name,
      exists (select from role_permission p where p.company_id = ${actor.company.id} and p.role_id = r.id and p.permission = any(${[...administering]}::text[])) as administers,
      exists (select from role_permission p where p.company_id = ${actor.company.id} and p.role_id = r.id and p.permission <> all(${[...actor.permissions]}::text[])) as exceeds
    from role r cross join lateral (values ${names}) as n(name) where r.company_id = ${actor.company.id}`.execute(
    tx,
  )
  return new Map(rows.map(({ name, ...role }) => [fold(name), role] as const))
}

const namesOf = (roles: string | null | undefined): string[] =>
  (roles ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

async function judgeUsers(context: MasterContext, rows: readonly Row[]): Promise<void> {
  const { tx, actor } = context
  const added = rows.flatMap((row) => (row.after ? [{ row, values: row.after }] : []))
  const folded = added.map(({ values }) => foldUsername(values.username))
  const [roles, known, partners, locations] = await Promise.all([
    rolesByName(context),
    sql<{ folded: string }>`
      select i.username_folded as folded from membership m join identity i on i.id = m.identity_id
      where m.company_id = ${actor.company.id} and i.username_folded = any(${folded}::text[])`.execute(tx),
    sql<{ code: string }>`select p.code from partner p where ${sql.join(partnerScope(actor), sql` and `)}
      and p.code = any(${added.map(({ values }) => values.customer)}::text[])`.execute(tx),
    sql<{ code: string; partner: string | null }>`select l.code, p.code as partner from location l
      left join partner p on p.company_id = ${actor.company.id} and p.id = l.partner_id where ${sql.join(locationScope(actor), sql` and `)}
      and l.code = any(${added.flatMap(({ values }) => [values.pointOfSale, values.thirdPartyLocation])}::text[])`.execute(
      tx,
    ),
  ])
  const users = new Set(known.rows.map((one) => one.folded))
  const mine = new Set(partners.rows.map(({ code }) => code))
  const partnerOf = new Map(locations.rows.map(({ code, partner }) => [code, partner]))
  for (const { row, values } of added) {
    const isNew = row.before === null
    if (!NewUsername.safeParse(values.username).success)
      row.addIssue('username', 'NotAnEmail', { value: values.username })
    else if (!isNew || users.has(foldUsername(values.username))) {
      // A file that comes twice invites nobody twice.
      if (isNew || differs(row)) row.addIssue('username', 'UserExists', { value: values.username })
    }
    for (const field of ['firstName', 'lastName'] as const)
      if (!PersonName.safeParse(values[field]).success)
        row.addIssue(field, 'NotAValue', { value: values[field] })
    judgeRoles(row, values, roles)
    judgePlaces(row, values, { mine, partnerOf })
  }
}

const differs = ({ before, after }: Row) => JSON.stringify(before) !== JSON.stringify(after)

function judgeRoles(row: Row, { roles }: Values, known: ReadonlyMap<string, Role>): void {
  for (const name of namesOf(roles)) {
    const role = known.get(fold(name))
    if (!role) row.addIssue('roles', 'RoleUnknown', { value: name })
    else if (role.administers) row.addIssue('roles', 'RoleAdministers', { value: name })
    else if (role.exceeds) row.addIssue('roles', 'RoleExceedsOwn', { value: name })
  }
}

const fieldNames = {
  partnerId: 'customer',
  pointOfSaleId: 'pointOfSale',
  thirdPartyLocationId: 'thirdPartyLocation',
} as const

/** As the form: what a user type needs and lacks, and that customer and places belong together and are the caller's to give. */
function judgePlaces(
  row: Row,
  values: Values,
  known: { mine: ReadonlySet<string>; partnerOf: ReadonlyMap<string, string | null> },
): void {
  const given = {
    userType: values.userType,
    partnerId: values.customer,
    pointOfSaleId: values.pointOfSale,
    thirdPartyLocationId: values.thirdPartyLocation,
  }
  for (const fault of locationFaults(given))
    if (fault !== 'userType')
      row.addIssue(fieldNames[fault], given[fault] === null ? 'Required' : 'NotOfUserType', {
        value: given[fault] ?? '',
      })
  if (values.customer !== null && !known.mine.has(values.customer))
    row.addIssue('customer', 'ReferenceUnknown', { value: values.customer })
  for (const field of ['pointOfSale', 'thirdPartyLocation'] as const) {
    const code = values[field]
    if (code === null) continue
    const partner = known.partnerOf.get(code)
    if (partner === undefined) row.addIssue(field, 'ReferenceUnknown', { value: code })
    else if (values.customer !== null && partner !== values.customer)
      row.addIssue(field, 'OtherCustomer', { value: code, customer: values.customer })
  }
}

type Waiting = {
  username: string
  first_name: string
  last_name: string
  user_type: Values['userType']
  roles: string | null
  partner_id: string | null
  point_of_sale_id: string | null
  third_party_location_id: string | null
  language: Values['language']
}

/**
 * Throws `UserLimitReached` where so many more users do not fit, and `UsersStay` where a file is to be taken back: people
 * may have signed in by then.
 */
async function beginEffect({ tx, actor }: MasterContext, changeId: string): Promise<void> {
  const { rows } = await sql<{ added: number; removed: number }>`
    select count(*) filter (where action = 'Added')::int as added, count(*) filter (where action = 'Removed')::int as removed
    from master_change_row where company_id = ${actor.company.id} and change_id = ${changeId}`.execute(tx)
  const [{ added, removed } = { added: 0, removed: 0 }] = rows
  if (removed > 0) throw refusal('UsersStay')
  await lockAdministration(tx, actor.company.id)
  const { active, maximum } = await countActive(tx, actor.company.id)
  if (active + added > maximum) throw refusal('UserLimitReached', { maximum })
}

/** Makes a user of each row that has taken effect; of one that cannot become one, the whole file fails with its name. */
async function addUsers(context: MasterContext, changeId: string): Promise<void> {
  const { tx, actor } = context
  const { rows } = await sql<Waiting>`
    select t.username, t.first_name, t.last_name, t.user_type, t.roles, t.partner_id, t.point_of_sale_id, t.third_party_location_id, t.language
    from master_change_row r join invited_user t on t.company_id = ${actor.company.id} and t.id = r.record_id
    where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.action = 'Added' order by r.position`.execute(
    tx,
  )
  const roles = await rolesByName(context)
  for (const row of rows) {
    const roleIds = namesOf(row.roles).map((name) => {
      const role = roles.get(fold(name))
      // A role that was renamed, deleted or given more since the file was read: nobody begins with less than it says.
      if (!role || role.administers) throw refusal('ChangeOutdated')
      return role.id
    })
    const input = {
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      inviteByMail: true,
      userType: row.user_type,
      roleIds: [...new Set(roleIds)],
      partnerId: row.partner_id,
      pointOfSaleId: row.point_of_sale_id,
      thirdPartyLocationId: row.third_party_location_id,
      locationScoped: row.user_type === 'ThirdPartyUser',
      language: row.language,
    }
    // A file gives no role that administers, so nothing asks for a fresh proof.
    await addMember(context, input, () => Promise.resolve())
  }
}
