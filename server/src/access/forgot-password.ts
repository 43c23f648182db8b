import { changePassword, forgotPassword } from '@kervan/contract/access/own-security'
import { foldUsername } from '@kervan/contract/access/username'
import { defaultLanguage, languages } from '@kervan/contract/kit/values'
import { loadActor } from '../kit/http/actor.ts'
import { record } from '../kit/records/audit.ts'
import { handlePublic } from '../kit/http/handle.ts'
import { enqueue, type OutboxHandler } from '../kit/work/outbox.ts'
import { issueTemporaryPassword, temporaryMinutes } from './temporary-password.ts'
import { countRequest } from './throttle.ts'

/**
 * Whether the address exists is found out later, by the worker that writes the mail: the request itself does the same
 * for every address and cannot tell by its answer or its time (ACC-009). Nothing that is written down holds the password.
 */
export default handlePublic(forgotPassword, async ({ input, services, address }) => {
  const { db, jobs } = services
  const usernameFolded = foldUsername(input.username)
  await countRequest(db, { key: `forgot from ${address}`, requests: 30, minutes: 60 })
  await countRequest(db, { key: `forgot ${usernameFolded}`, requests: 5, minutes: 60 })
  const company = await db.shared
    .selectFrom('company')
    .select('id')
    .where('id', '=', input.companyIntCode)
    .executeTakeFirst()
  if (company)
    await db.withCompany(company.id, (tx) =>
      enqueue(tx, jobs, company.id, 'temporaryPassword', { usernameFolded }),
    )
  return { done: true } as const
})

/** Makes the temporary password and mails it; does nothing for who is not an active member or may not change a password. */
export const mailTemporaryPassword: OutboxHandler<'temporaryPassword'> = async (
  { db, clock },
  mailer,
  companyId,
  id,
  { usernameFolded },
) => {
  const mail = await db.withCompany(companyId, async (tx) => {
    const member = await tx
      .selectFrom('membership as m')
      .innerJoin('identity as i', 'i.id', 'm.identity_id')
      .select(['m.id', 'm.language', 'i.id as identity_id', 'i.username'])
      .where('m.company_id', '=', companyId)
      .where('m.state', '=', 'Active')
      .where('m.invitation', 'is distinct from', 'Pending')
      .where('i.username_folded', '=', usernameFolded)
      .executeTakeFirst()
    if (!member) return null
    const actor = await loadActor(tx, companyId, member.id)
    if (!actor.permissions.has(changePassword.permission ?? '')) return null
    const { temporaryPassword } = await issueTemporaryPassword(tx, {
      identityId: member.identity_id,
      companyId,
      origin: 'Mail',
    })
    await record(tx, actor, clock.now(), {
      audit: [
        {
          operation: 'security.temporaryPasswordMailed',
          recordType: 'membership',
          recordId: member.id,
          recordCode: member.username,
        },
      ],
    })
    const facts = {
      name: actor.name,
      company: actor.company.name,
      password: temporaryPassword,
      minutes: temporaryMinutes.Mail,
    }
    return {
      to: member.username,
      language: languages.find((language) => language === member.language) ?? defaultLanguage,
      template: 'temporaryPassword',
      facts,
    }
  })
  if (mail) await mailer.send(id, mail)
}
