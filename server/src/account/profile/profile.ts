import { rolesOfMember, languageOf } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { getProfile, setOwnFormats, setOwnLanguage } from '@kervan/contract/account/profile'
import { handle } from '../../kit/http/handle.ts'

/** What the own profile shows beside the session. */
export const getProfileHandler = handle(getProfile, async ({ tx, actor, language }) => {
  const [member, change] = await Promise.all([
    tx
      .selectFrom('membership as m')
      .select(['m.language', 'm.joined_at'])
      .select(rolesOfMember(actor.company.id, language).as('roles'))
      .where('m.company_id', '=', actor.company.id)
      .where('m.id', '=', actor.membershipId)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('username_change')
      .select(['username', 'expires_at'])
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('tries_left', '>', 0)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst(),
  ])
  return {
    username: actor.userName,
    language: languageOf(member.language),
    joinedAt: member.joined_at.toISOString(),
    roles: member.roles.map(({ name }) => name),
    change: change ? { username: change.username, expiresAt: change.expires_at.toISOString() } : null,
  }
})

/** A preference, not a right: it needs no entry in the audit log. */
export const setOwnLanguageHandler = handle(setOwnLanguage, async ({ tx, actor, input }) => {
  await tx
    .updateTable('membership')
    .set({ language: input.language })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .execute()
  return { done: true } as const
})

/** Preferences as well. */
export const setOwnFormatsHandler = handle(setOwnFormats, async ({ tx, actor, input }) => {
  await tx
    .updateTable('membership')
    .set({ date_format: input.dateFormat, time_zone: input.timeZone })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .execute()
  return { done: true } as const
})
