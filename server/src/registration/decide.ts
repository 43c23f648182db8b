import { sql, type RawBuilder } from 'kysely'
import {
  approveRegistration,
  registrations,
  rejectRegistration,
} from '@kervan/contract/registration/registration'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { offer } from '../kit/records/offer.ts'
import { defaultLanguage, languages } from '@kervan/contract/kit/values'
import { registeredRole } from '../access/access.api.ts'
import {
  assertMayGrantRoles,
  requireStepUpForUsers,
  locationScope,
} from '../administration/administration.api.ts'
import { changedMeanwhile } from '../kit/records/changed-meanwhile.ts'
import { record } from '../kit/records/audit.ts'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { enqueueMail } from '../kit/work/outbox.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { shown } from '../kit/records/scope.ts'
import { accept, type Registration } from './accept.ts'

export const registrationTables = sql`registration r join location l on l.company_id = r.company_id and l.id = r.location_id`

/** Conditions on `registrationTables`: requests the caller may see. One whose address nobody has proved is seen by nobody. */
export function registrationScope(actor: Actor): RawBuilder<unknown>[] {
  return [sql`r.company_id = ${actor.company.id}`, sql`r.state <> 'Unconfirmed'`, ...locationScope(actor)]
}

export const registrationList = serveList(
  registrations,
  'registrations',
  ({ actor }) => ({
    from: registrationTables,
    where: [...registrationScope(actor), ...shown(actor, 'Location', sql`l.id`)],
    id: sql`r.id`,
    key: sql`r.id`,
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
    extra: {
      version: sql`r.version`,
      district: sql`l.district`,
      knownUsers: sql`(select count(*) from membership m where m.company_id = ${actor.company.id} and m.point_of_sale_id = r.location_id and m.state = 'Active')`,
      createdAt: sql`r.created_at`,
    },
    facts: { typedCity: sql<string>`r.city` },
    search: sql`r.search_text`,
    createdAt: sql`r.created_at`,
  }),
  ({ city, typedCity, registrationState: state }, context) => ({
    otherCity: typedCity.localeCompare(city, 'tr', { sensitivity: 'base' }) === 0 ? null : typedCity,
    actions: offer(context, { approve: approveRegistration, reject: rejectRegistration }, () =>
      refusedDecided({ state }),
    ),
  }),
)

/** Why nobody decides about it any more, or null. */
export const refusedDecided = ({ state }: { state: string }): Refusal | null =>
  state === 'Waiting' ? null : refusal('RegistrationDecided', { registrationState: state })

/** The request, locked. Throws `NotFound` for one the caller may not see, and says so when it was decided or changed meanwhile. */
async function lockWaiting(
  context: SessionContext,
  input: { registrationId: string; version: number },
): Promise<Registration> {
  const { tx, actor } = context
  const where = sql.join([...registrationScope(actor), sql`r.id = ${input.registrationId}`], sql` and `)
  const { rows } = await sql<
    Registration & { state: string }
  >`select r.* from ${registrationTables} where ${where} for update of r`.execute(tx)
  const found = rows[0]
  if (!found) throw refusal('NotFound')
  const refused = refusedDecided(found)
  if (refused) throw refused
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
  await requireStepUpForUsers(context, [{ name: registration.username, before: [], after: roleIds }])
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
    await enqueueMail(tx, services.jobs, actor.company.id, {
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
