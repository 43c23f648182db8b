import { createUser } from '@kervan/contract/administration/user-acts'
import { refusal } from '@kervan/contract/kit/refusals'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { foldUsername, issueTemporaryPassword, lockAdministration } from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { newId } from '../../kit/database/uuid.ts'
import { requireStepUpForUsers } from '../step-up-rules.ts'
import { assertMayGrantRoles } from '../rights.ts'
import { invitedAs, invitedBy, linkCompany, mailInvitation, mailWelcome } from './invite.ts'
import { changeRoles, checkedLocation, roleNames, beginWithLocations, tieToLocation } from './save-user.ts'
import { assertRoomFor } from './user.sql.ts'

type Context = SessionContext & { input: InputOf<typeof createUser> }

export const createUserHandler = handle(createUser, createMember)

/**
 * A new user of the company (USR-002 to USR-004, USR-007). Somebody whom another company knows already is invited, with
 * nothing of theirs changed: they have a seat and rights from now on, and may use them once they accept.
 */
export function createMember(context: Context): Promise<OutputOf<typeof createUser>> {
  return addMember(context, context.input, (username) =>
    requireStepUpForUsers(context, [{ name: username, before: [], after: context.input.roleIds }]),
  )
}

/** As `createMember`, from whatever says who is added. `prove` is asked once all else is known to be allowed. */
export async function addMember(
  context: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  input: Omit<InputOf<typeof createUser>, 'proof' | 'requestKey'>,
  prove: (username: string) => Promise<void>,
): Promise<OutputOf<typeof createUser>> {
  const { tx, actor, now } = context
  const { company } = actor
  await assertMayGrantRoles(tx, actor, input.roleIds)
  const location = await checkedLocation(tx, actor, input)
  const person = await takePerson(context, input)
  // A program has nobody who could say yes.
  if (!person.isNew && input.userType === 'APIUser')
    throw refusal('ApiUserElsewhere', { username: person.username })
  const needsPassword = person.isNew && input.userType !== 'APIUser'
  const isMailed = needsPassword && input.inviteByMail === true
  const issued =
    needsPassword && !isMailed
      ? await issueTemporaryPassword(tx, {
          identityId: person.id,
          companyId: company.id,
          origin: 'Administrator',
        })
      : null
  // Taken late, because whoever creates the next user waits for the commit.
  await assertRoomForOne(context)
  await prove(person.username)
  const membershipId = newId()
  await tx
    .insertInto('membership')
    .values({
      company_id: company.id,
      id: membershipId,
      identity_id: person.id,
      user_type: input.userType,
      language: input.language,
      joined_at: now,
      ...location,
      ...(person.isNew
        ? isMailed && { invited_at: now, invited_by: actor.name }
        : { ...invitedBy(actor, now), ...invitedAs({ ...input, username: person.username }) }),
    })
    .execute()
  await changeRoles(tx, company.id, [membershipId], { add: input.roleIds, remove: [] })
  if (location.third_party_location_id === null)
    await beginWithLocations(tx, actor, membershipId, location.point_of_sale_id)
  else await tieToLocation(tx, company.id, membershipId, location.third_party_location_id)
  if (!person.isNew) {
    await linkCompany(tx, person.id, company.id)
    await mailInvitation(context, { identityId: person.id, username: person.username }, input.language)
  }
  if (isMailed) await mailWelcome(context, membershipId)
  const names = await roleNames(tx, company.id, input.roleIds)
  const after = {
    username: person.username,
    userType: input.userType,
    roles: [...names.values()].toSorted(),
    locationScoped: location.location_scoped,
  }
  await record(tx, actor, now, {
    audit: [
      {
        operation: person.isNew ? 'user.created' : 'user.linked',
        recordType: 'membership',
        recordId: membershipId,
        recordCode: person.username,
        after,
      },
    ],
  })
  return {
    membershipId,
    linked: !person.isNew,
    mailed: isMailed,
    temporaryPassword: issued?.temporaryPassword ?? null,
    expiresAt: issued?.expiresAt.toISOString() ?? null,
  }
}

/** The person of that user name, made where there is none. Of two who make the same at once, the second finds the first's. */
async function takePerson(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  input: Pick<InputOf<typeof createUser>, 'username' | 'firstName' | 'lastName'>,
): Promise<{ id: string; username: string; isNew: boolean }> {
  const folded = foldUsername(input.username)
  const made = await tx
    .insertInto('identity')
    .values({
      id: newId(),
      username: input.username,
      username_folded: folded,
      first_name: input.firstName.trim(),
      last_name: input.lastName.trim(),
      home_company_id: actor.company.id,
    })
    .onConflict((conflict) => conflict.column('username_folded').doNothing())
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (made) return { ...made, isNew: true }
  const known = await tx
    .selectFrom('identity')
    .select(['id', 'username'])
    .where('username_folded', '=', folded)
    .executeTakeFirstOrThrow()
  const member = await tx
    .selectFrom('membership')
    .select('id')
    .where('company_id', '=', actor.company.id)
    .where('identity_id', '=', known.id)
    .executeTakeFirst()
  if (member) throw refusal('UsernameTaken', { username: known.username })
  return { ...known, isNew: false }
}

/** Throws `UserLimitReached` when the company has as many active users as it may have (USR-003). Keeps the count locked. */
export async function assertRoomForOne({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>): Promise<void> {
  await lockAdministration(tx, actor.company.id)
  await assertRoomFor(tx, actor.company.id, 1)
}
