import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import {
  confirmUsernameChange,
  requestUsernameChange,
  usernameCodeMinutes,
  usernameCodeTries,
} from '@kervan/contract/account/profile'
import { foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import {
  assertOwnPassword,
  hashPassword,
  inOneLine,
  verifyPassword,
  languageOf,
  setUsername,
  notifyUsernameChanged,
} from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import { handle } from '../../kit/http/handle.ts'
import { enqueue, type OutboxHandler } from '../../kit/work/outbox.ts'

// Changing the own user name in two steps (USR-001): password and new address, then the code that only the new address
// knows. The code is made when the mail is written and kept as a hash, so nothing that is written down holds it.

export const requestUsernameChangeHandler = handle(requestUsernameChange, async (context) => {
  const { tx, actor, input, services } = context
  await assertOwnPassword(context, await inOneLine(tx, actor.identityId), input.password)
  const person = await tx
    .selectFrom('identity')
    .select(['username', 'home_company_id'])
    .where('id', '=', actor.identityId)
    .executeTakeFirstOrThrow()
  if (person.home_company_id !== actor.company.id) throw refusal('NotHomeCompany')
  if (person.username === input.username) throw refusal('NothingToChange')
  const taken = await tx
    .selectFrom('identity')
    .select('id')
    .where('username_folded', '=', foldUsername(input.username))
    .where('id', '<>', actor.identityId)
    .executeTakeFirst()
  if (taken) throw refusal('UsernameTaken', { username: input.username })
  const asked = {
    username: input.username,
    code_hash: null,
    tries_left: usernameCodeTries,
    expires_at: sql<Date>`now() + make_interval(mins => ${usernameCodeMinutes})`,
  }
  const { expires_at: expiresAt } = await tx
    .insertInto('username_change')
    .values({ company_id: actor.company.id, membership_id: actor.membershipId, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'membership_id'])
        .doUpdateSet({ ...asked, expires_at: (set) => set.ref('excluded.expires_at') }),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await enqueue(tx, services.jobs, actor.company.id, 'usernameCode', {
    membershipId: actor.membershipId,
  })
  return { expiresAt: expiresAt.toISOString() }
})

/** Makes the code and mails it to the new address. Run again, it makes another one: the last one that was sent counts. */
export const mailUsernameCode: OutboxHandler<'usernameCode'> = async (
  { db },
  mailer,
  companyId,
  id,
  { membershipId },
) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const mail = await db.withCompany(companyId, async (tx) => {
    const asked = await tx
      .updateTable('username_change')
      .set({ code_hash: codeHash })
      .where('company_id', '=', companyId)
      .where('membership_id', '=', membershipId)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('username')
      .executeTakeFirst()
    if (!asked) return null
    const member = await tx
      .selectFrom('membership as m')
      .innerJoin('identity as i', 'i.id', 'm.identity_id')
      .innerJoin('company as c', 'c.id', 'm.company_id')
      .select(['m.language', 'i.first_name', 'i.last_name', 'c.name as company'])
      .where('m.company_id', '=', companyId)
      .where('m.id', '=', membershipId)
      .executeTakeFirstOrThrow()
    const facts = {
      name: `${member.first_name} ${member.last_name}`,
      company: member.company,
      code,
      minutes: usernameCodeMinutes,
    }
    return { to: asked.username, language: languageOf(member.language), template: 'usernameCode', facts }
  })
  if (mail) await mailer.send(id, mail)
}

export const confirmUsernameChangeHandler = handle(confirmUsernameChange, async (context) => {
  const { tx, actor, input, now, services } = context
  // The try is used up before the code is looked at, in a transaction of its own: a refusal takes back everything else.
  const asked = await services.db.withCompany(actor.company.id, (own) =>
    own
      .updateTable('username_change')
      .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('tries_left', '>', 0)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['username', 'code_hash', 'tries_left'])
      .executeTakeFirst(),
  )
  if (!asked) throw refusal('AddressCodeExpired')
  if (!(await verifyPassword(asked.code_hash, input.code)))
    throw refusal('AddressCodeWrong', { left: asked.tries_left })
  const { numDeletedRows } = await tx
    .deleteFrom('username_change')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('code_hash', '=', asked.code_hash)
    .executeTakeFirst()
  // Of two that enter the right code at once, one changes the name.
  if (numDeletedRows !== 1n) throw refusal('AddressCodeExpired')
  await setUsername(tx, actor.identityId, asked.username)
  await tx
    .updateTable('membership')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .execute()
  const member = await tx
    .selectFrom('membership')
    .select('language')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .executeTakeFirstOrThrow()
  await notifyUsernameChanged(
    context,
    { from: actor.userName, to: asked.username, name: actor.name, language: languageOf(member.language) },
    services,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'profile.usernameChanged',
        recordType: 'membership',
        recordId: actor.membershipId,
        recordCode: asked.username,
        before: { username: actor.userName },
        after: { username: asked.username },
      },
    ],
  })
  return { username: asked.username }
})
