import { sql, type RawBuilder } from 'kysely'
import {
  approveRegistration,
  registrations,
  rejectRegistration,
} from '@kervan/contract/registration/registration'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { defaultLanguage, languages } from '@kervan/contract/kit/values'
import { registeredRole } from '../access/access.api.ts'
import {
  assertMayGrantRoles,
  assertProvenForUsers,
  changedMeanwhile,
  locationScope,
} from '../account/account.api.ts'
import { record } from '../kit/audit.ts'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle, handleDownload } from '../kit/handle.ts'
import { promiseMail } from '../kit/outbox.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'
import { accept, type Registration } from './accept.ts'

type Row = RowOf<typeof registrations>
type Found = {
  id: string
  version: number
  first_name: string
  last_name: string
  username: string
  gln: string
  point_of_sale: string
  place_city: string
  district: string
  city: string
  state: Row['registrationState']
  created_at: Date
  confirmed_at: Date | null
  decided_by_name: string | null
  decided_at: Date | null
  reason: string | null
  known_users: number
}

export const registrationTables = sql`registration r join location l on l.company_id = r.company_id and l.id = r.location_id`

/** Conditions on `registrationTables`: requests the caller may see. One whose address nobody has proved is seen by nobody. */
export function registrationScope(actor: Actor): RawBuilder<unknown>[] {
  return [sql`r.company_id = ${actor.company.id}`, sql`r.state <> 'Unconfirmed'`, ...locationScope(actor)]
}

export function registrationList(actor: Actor): ListSql {
  return {
    select: sql`r.id, r.version, r.first_name, r.last_name, r.username, r.gln, l.name as point_of_sale, l.city as place_city, l.district, r.city, r.state, r.created_at, r.confirmed_at, r.decided_by_name,
      r.decided_at, r.reason, (select count(*) from membership m where m.company_id = r.company_id and m.point_of_sale_id = r.location_id and m.state = 'Active') as known_users`,
    from: registrationTables,
    where: registrationScope(actor),
    columns: {
      firstName: sql`r.first_name`,
      lastName: sql`r.last_name`,
      username: sql`r.username`,
      gln: sql`r.gln`,
      pointOfSale: sql`l.name`,
      city: sql`l.city`,
      registrationState: sql`r.state`,
      confirmedAt: sql`r.confirmed_at`,
      decidedBy: sql`r.decided_by_name`,
      decidedAt: sql`r.decided_at`,
      reason: sql`r.reason`,
    },
    id: sql`r.id`,
    search: sql`r.search_text`,
    createdAt: sql`r.created_at`,
  }
}

function present(row: Found): Row {
  const waits = row.state === 'Waiting'
  return {
    id: row.id,
    version: row.version,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    gln: row.gln,
    pointOfSale: row.point_of_sale,
    city: row.place_city,
    district: row.district,
    otherCity: row.city.localeCompare(row.place_city, 'tr', { sensitivity: 'base' }) === 0 ? null : row.city,
    registrationState: row.state,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    knownUsers: row.known_users,
    actions: { approve: waits, reject: waits },
  }
}

export const getRegistrations = handle(registrations.page, async ({ input, tx, actor, now }) => {
  const page = await readPage<Found>(tx, actor, registrations, registrationList(actor), input)
  return {
    rows: page.rows.map(present),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportRegistrations = handleDownload(registrations.excel, async (context) =>
  exportRows<Found>(
    context,
    registrations,
    registrationList(context.actor),
    context.input,
    'registrations',
    present,
  ),
)

/** The request, locked. Throws `NotFound` for one the caller may not see, and says so when it was decided or changed meanwhile. */
async function lockWaiting(
  context: SessionContext,
  input: { registrationId: string; version: number },
): Promise<Registration> {
  const { tx, actor } = context
  const { from, where } = registrationList(actor)
  const { rows } = await sql<
    Registration & { state: string }
  >`select r.* from ${from} where ${sql.join([...where, sql`r.id = ${input.registrationId}`], sql` and `)} for update of r`.execute(
    tx,
  )
  const found = rows[0]
  if (!found) throw refusal('NotFound')
  if (found.state !== 'Waiting') throw refusal('RegistrationDecided', { state: found.state })
  if (found.version !== input.version) throw await changedMeanwhile(context, 'registration', found.id)
  return found
}

/**
 * Who approves makes users with the role of everybody registered, so must hold what is in it. Throws `RightsExceedOwn`.
 * Gives the roles that the new users will hold.
 */
export async function assertMayApprove({ tx, actor }: SessionContext): Promise<string[]> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', actor.company.id)
    .where('code', '=', registeredRole)
    .executeTakeFirst()
  const roleIds = role ? [role.id] : []
  await assertMayGrantRoles(tx, actor, roleIds)
  return roleIds
}

export const approveRegistrationHandler = handle(approveRegistration, async (context) => {
  const { tx, actor, input } = context
  const registration = await lockWaiting(context, input)
  const roleIds = await assertMayApprove(context)
  await assertProvenForUsers(context, [{ name: registration.username, before: [], after: roleIds }])
  await accept(tx, context, actor.company.id, registration, { id: actor.membershipId, name: actor.name })
  return { done: true } as const
})

export const rejectRegistrationHandler = handle(rejectRegistration, async (context) => {
  await reject(context, [await lockWaiting(context, context.input)], context.input.reason.trim())
  return { done: true } as const
})

/** Writes down the decision and promises each applicant a mail with the reason. */
export async function reject(
  { tx, actor, now, services }: SessionContext,
  all: readonly Registration[],
  reason: string,
): Promise<void> {
  await tx
    .updateTable('registration')
    .set((row) => ({
      state: 'Rejected',
      reason,
      decided_at: now,
      decided_by: actor.membershipId,
      decided_by_name: actor.name,
      version: row('version', '+', 1),
    }))
    .where('company_id', '=', actor.company.id)
    .where(
      'id',
      'in',
      all.map(({ id }) => id),
    )
    .execute()
  for (const registration of all) {
    const language = languages.find((one) => one === registration.language) ?? defaultLanguage
    const facts = {
      name: `${registration.first_name} ${registration.last_name}`,
      company: actor.company.name,
      reason,
    }
    await promiseMail(tx, services.jobs, actor.company.id, {
      to: registration.username,
      language,
      template: 'registrationRejected',
      facts,
    })
  }
  await record(tx, actor, now, {
    audit: all.map(({ id, username }) => ({
      operation: 'registration.rejected',
      recordType: 'registration',
      recordId: id,
      recordCode: username,
      after: { reason },
    })),
  })
}
