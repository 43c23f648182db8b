import { createHash } from 'node:crypto'
import type { FuelMail } from '@kervan/contract/lma/words'
import type { FactValue } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { translate } from '../../kit/messages.ts'
import { enqueue, type OutboxHandler } from '../../kit/work/outbox.ts'

// Mails of the fuel price module, by type and recipient, with a log of what was sent (LMA-007).

type Facts = Record<string, FactValue>

/** The text of a type of mail: `mail.<template>.subject` and `.body`. */
const templateOf = (mail: FuelMail) => `fuel${mail}` as const

/** Promises a mail to everybody who is told of this type, each in their language. Returns to how many. */
export async function mailFuel(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  { company, now, mail }: { company: number; now: Date; mail: FuelMail },
  factsIn: (language: Language) => Facts,
): Promise<number> {
  const { rows } = await sql<{ email: string; language: Language }>`
    select c.email, c.language from fuel_contact c where c.company_id = ${company} and ${mail} = any(c.fuel_mails) order by c.email`.execute(
    tx,
  )
  for (const { email, language } of rows) {
    const [id, facts] = [newId(), factsIn(language)]
    const text = translate(language, `mail.${templateOf(mail)}.body`, facts)
    const hash = createHash('sha256').update(text).digest('hex')
    await sql`insert into fuel_mail (company_id, id, at, kind, recipient, language, facts, hash, state)
      select ${company}, ${id}, ${now}, ${mail}, ${email}, ${language}, ${JSON.stringify(facts)}::jsonb, ${hash}, 'Waiting' returning id`.execute(
      tx,
    )
    await enqueue(tx, services.jobs, company, 'fuelMail', { mailId: id })
  }
  return rows.length
}

type Waiting = { kind: FuelMail; recipient: string; language: Language; facts: Facts }

/** Sends a mail of the log and notes what became of it. One that cannot be sent is tried again by the outbox. */
export const sendFuelMail: OutboxHandler<'fuelMail'> = async (services, mailer, company, id, { mailId }) => {
  const mail = await services.db.withCompany(company, async (tx) => {
    const { rows } = await sql<Waiting>`
      select m.kind, m.recipient, m.language, m.facts from fuel_mail m
      where m.company_id = ${company} and m.id = ${mailId} and m.state <> 'Sent'`.execute(tx)
    return rows[0]
  })
  if (!mail) return
  const note = (state: 'Sent' | 'Failed') =>
    services.db.withCompany(company, (tx) =>
      sql`update fuel_mail set state = ${state} where company_id = ${company} and id = ${mailId}`.execute(tx),
    )
  try {
    await mailer.send(id, {
      to: mail.recipient,
      language: mail.language,
      template: templateOf(mail.kind),
      facts: mail.facts,
    })
  } catch (error) {
    await note('Failed')
    throw error
  }
  await note('Sent')
}
