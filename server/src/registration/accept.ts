import { refusal } from '@kervan/contract/kit/refusals'
import { defaultLanguage, languages } from '@kervan/contract/kit/values'
import { issueTemporaryPassword, registeredRole, lockAdministration } from '../access/access.api.ts'
import { assertRoomFor, countActive, linkCompany } from '../administration/administration.api.ts'
import { audit } from '../kit/records/audit.ts'
import type { RequestContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { enqueue, type OutboxHandler } from '../kit/work/outbox.ts'
import { newId } from '../kit/database/uuid.ts'

type By = { id: string | null; name: string }
export type Registration = {
  id: string
  username: string
  username_folded: string
  first_name: string
  last_name: string
  location_id: string
  language: string
  version: number
}

/**
 * Makes the user a request asks for: tied to the point of sale, seeing only what belongs to it (USR-006). Throws
 * `UserLimitReached`, and `UsernameTaken` when the person came in another way meanwhile. The temporary password is made
 * when its mail is written.
 */
export async function accept(
  tx: Tx,
  { services, now }: Pick<RequestContext, 'services' | 'now'>,
  companyId: number,
  registration: Registration,
  by: By,
): Promise<void> {
  await lockAdministration(tx, companyId)
  await assertRoomFor(tx, companyId, 1)
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', companyId)
    .where('code', '=', registeredRole)
    .executeTakeFirstOrThrow()
  const made = {
    id: newId(),
    username: registration.username,
    username_folded: registration.username_folded,
    first_name: registration.first_name,
    last_name: registration.last_name,
    home_company_id: companyId,
  }
  await tx
    .insertInto('identity')
    .values(made)
    .onConflict((conflict) => conflict.column('username_folded').doNothing())
    .execute()
  const { id: identityId, home_company_id: home } = await tx
    .selectFrom('identity')
    .select(['id', 'home_company_id'])
    .where('username_folded', '=', registration.username_folded)
    .executeTakeFirstOrThrow()
  const membershipId = newId()
  // Whoever registers asks for it themselves and has proved the address, so that nothing is left to agree to.
  const agreed =
    home === companyId
      ? {}
      : { invitation: 'Accepted' as const, invited_at: now, invited_by: by.name, invitation_answered_at: now }
  const joined = await tx
    .insertInto('membership')
    .values({
      company_id: companyId,
      id: membershipId,
      identity_id: identityId,
      user_type: 'PharmaSalesExecutive',
      point_of_sale_id: registration.location_id,
      location_scoped: true,
      language: registration.language,
      joined_at: now,
      ...agreed,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'identity_id']).doNothing())
    .executeTakeFirst()
  if (joined.numInsertedOrUpdatedRows !== 1n)
    throw refusal('UsernameTaken', { username: registration.username })
  if (home !== companyId) await linkCompany(tx, identityId, companyId)
  await tx
    .insertInto('membership_role')
    .values({ company_id: companyId, membership_id: membershipId, role_id: role.id })
    .execute()
  await tx
    .insertInto('membership_location')
    .values({ company_id: companyId, membership_id: membershipId, location_id: registration.location_id })
    .execute()
  await tx
    .updateTable('registration')
    .set((row) => ({
      state: 'Approved',
      decided_at: now,
      decided_by: by.id,
      decided_by_name: by.name,
      version: row('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', registration.id)
    .execute()
  await enqueue(tx, services.jobs, companyId, 'registrationAccepted', {
    membershipId,
  })
  await audit(tx, companyId, by, now, [
    {
      operation: 'registration.approved',
      recordType: 'registration',
      recordId: registration.id,
      recordCode: registration.username,
    },
    {
      operation: 'user.created',
      recordType: 'membership',
      recordId: membershipId,
      recordCode: registration.username,
      after: {
        username: registration.username,
        userType: 'PharmaSalesExecutive',
        roles: [registeredRole],
        locationScoped: true,
      },
    },
  ])
}

/**
 * Accepts without a manager where the company's rule says so and nothing speaks against it: nobody else is registered
 * for this point of sale, the person is new, and there is room. Otherwise the request waits for somebody to look at it.
 */
export async function acceptByRule(
  tx: Tx,
  context: RequestContext,
  companyId: number,
  id: string,
): Promise<boolean> {
  await lockAdministration(tx, companyId)
  const policy = await tx
    .selectFrom('company_policy')
    .select('registration')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (policy.registration !== 'Automatic') return false
  const registration = await tx
    .selectFrom('registration')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [{ active, maximum }, others, person] = await Promise.all([
    countActive(tx, companyId),
    tx
      .selectFrom('membership')
      .select('id')
      .where('company_id', '=', companyId)
      .where('point_of_sale_id', '=', registration.location_id)
      .where('state', '<>', 'Passive')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('identity')
      .select('id')
      .where('username_folded', '=', registration.username_folded)
      .executeTakeFirst(),
  ])
  if (others || person || active >= maximum) return false
  await accept(tx, context, companyId, registration, { id: null, name: 'Registration' })
  return true
}

/** Tells the new user, with a temporary password for who has none yet. */
export const mailRegistrationAccepted: OutboxHandler<'registrationAccepted'> = async (
  { db },
  mailer,
  companyId,
  outboxId,
  { membershipId },
) => {
  const mail = await db.withCompany(companyId, async (tx) => {
    const member = await tx
      .selectFrom('membership as m')
      .innerJoin('identity as i', 'i.id', 'm.identity_id')
      .innerJoin('company as c', 'c.id', 'm.company_id')
      .select([
        'i.id',
        'i.username',
        'i.first_name',
        'i.last_name',
        'i.password_hash',
        'm.language',
        'c.name as company',
      ])
      .where('m.company_id', '=', companyId)
      .where('m.id', '=', membershipId)
      .executeTakeFirst()
    if (!member) return null
    const facts = { name: `${member.first_name} ${member.last_name}`, company: member.company }
    const to = {
      to: member.username,
      language: languages.find((language) => language === member.language) ?? defaultLanguage,
    }
    if (member.password_hash) return { ...to, template: 'registrationJoined', facts }
    const { temporaryPassword } = await issueTemporaryPassword(tx, {
      identityId: member.id,
      companyId,
      origin: 'Administrator',
    })
    return { ...to, template: 'registrationAccepted', facts: { ...facts, password: temporaryPassword } }
  })
  if (mail) await mailer.send(outboxId, mail)
}
