import { sql } from 'kysely'
import { changePassword, replacePassword } from '@kervan/contract/access/own-security'
import { brokenRules } from '@kervan/contract/access/password-rules'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../kit/records/audit.ts'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { endSessionsOf } from '../kit/http/session.ts'
import { isCommon } from './common-passwords.ts'
import { assertOwnPassword, inOneLine } from './own-password.ts'
import { hashPassword, verifyPassword } from './password.ts'

// A new password (ACC-006, ACC-011): the old or temporary one is proved, the rules are asked, and all sessions end, so
// that whoever was in with the old one is out.

type Passwords = { oldPassword: string; newPassword: string }

export const changePasswordHandler = handle(changePassword, async (context) => {
  const { input, tx, actor } = context
  const passwordHash = await inOneLine(tx, actor.identityId)
  await assertOwnPassword(context, passwordHash, input.oldPassword)
  return setPassword(context, input, passwordHash)
})

export const replacePasswordHandler = handle(replacePassword, async (context) => {
  const { input, tx, actor, tokenHash } = context
  if (!actor.passwordLimit) throw refusal('NothingToReplace')
  const passwordHash = await inOneLine(tx, actor.identityId)
  const temporary = await tx
    .selectFrom('session as s')
    .innerJoin('temporary_password as t', 't.id', 's.temporary_password_id')
    .select('t.password_hash')
    .where('s.token_hash', '=', tokenHash)
    .executeTakeFirst()
  await assertOwnPassword(context, temporary?.password_hash ?? passwordHash, input.oldPassword)
  return setPassword(context, input, passwordHash)
})

async function setPassword(
  context: SessionContext,
  { oldPassword, newPassword }: Passwords,
  currentHash: string | null,
): Promise<{ done: true }> {
  const { tx, actor, now } = context
  const rules = brokenRules(newPassword, [
    actor.firstName,
    actor.lastName,
    actor.userName.split('@')[0] ?? '',
    actor.company.name,
  ])
  if (rules.length > 0) throw refusal('PasswordBreaksRules', { rules })
  if (await isCommon(newPassword)) throw refusal('PasswordTooCommon')
  if (newPassword === oldPassword || (currentHash && (await verifyPassword(currentHash, newPassword))))
    throw refusal('PasswordSame')
  const { identityId } = actor
  await tx
    .updateTable('identity')
    .set({ password_hash: await hashPassword(newPassword), password_changed_at: now })
    .where('id', '=', identityId)
    .execute()
  await tx
    .updateTable('temporary_password')
    .set({ used_at: sql`now()` })
    .where('identity_id', '=', identityId)
    .where('used_at', 'is', null)
    .execute()
  await endSessionsOf(tx, { identityId })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'security.passwordChanged',
        recordType: 'membership',
        recordId: actor.membershipId,
        recordCode: actor.userName,
      },
    ],
  })
  return { done: true }
}
