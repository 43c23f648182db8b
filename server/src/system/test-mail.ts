import { getTestMail, sendTestMail } from '@kervan/contract/system/test-mail'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { countRequest } from '../access/access.api.ts'
import { handle } from '../kit/http/handle.ts'
import { languageOf } from '../kit/work/notices.ts'
import { enqueueMail } from '../kit/work/outbox.ts'

// A mail to oneself: it goes the way of every mail, so what comes of it holds for all of them.

const template = 'systemTest'

/** Promises the mail. Throws `TooManyRequests` after ten in ten minutes. */
export const sendTestMailHandler = handle(sendTestMail, async ({ tx, actor, services, language }) => {
  await countRequest(services.db, { key: `test mail ${actor.membershipId}`, requests: 10, minutes: 10 })
  const id = await enqueueMail(tx, services.jobs, actor.company.id, {
    to: actor.userName,
    language: languageOf({ language }),
    template,
    facts: { name: actor.name, company: actor.company.name },
  })
  return { id, to: actor.userName }
})

/** Only one's own, so that nobody reads what became of other mails. */
export const getTestMailHandler = handle(getTestMail, async ({ tx, actor, input }) => {
  const { rows } = await sql<{ done_at: Date | null; attempts: number; last_error: string | null }>`
    select done_at, attempts, last_error from outbox where company_id = ${actor.company.id} and id = ${input.id} and kind = 'mail'
      and payload ->> 'template' = ${template} and payload ->> 'to' = ${actor.userName}`.execute(tx)
  const [mail] = rows
  if (!mail) throw refusal('NotFound')
  if (mail.done_at !== null) return { state: 'Sent', error: null } as const
  return mail.attempts > 0
    ? ({ state: 'Failed', error: mail.last_error } as const)
    : ({ state: 'Waiting', error: null } as const)
})
