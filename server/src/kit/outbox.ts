import { sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { FactValue } from '@kervan/contract/kit/refusals'
import type { Services } from './context.ts'
import type { Tx } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Mailer } from './mail.ts'
import { newId } from './uuid.ts'

// What must leave the house is written beside the change that causes it and sent afterwards, at least once (D35).
// A mail's Message-ID is its outbox id, so that a mailbox may drop the second copy after a crash in between.

/** A mail by the name of its text: `mail.<template>.subject` and `mail.<template>.body` in the reader's language. */
export type MailOrder = { to: string; language: Language; template: string; facts: Record<string, FactValue> }

/** Promises a mail in the caller's transaction: without its commit no mail leaves. */
export async function promiseMail(tx: Tx, jobs: Jobs, companyId: number, mail: MailOrder): Promise<void> {
  const id = newId()
  await Promise.all([
    tx.insertInto('outbox').values({ company_id: companyId, id, kind: 'mail', payload: JSON.stringify(mail) }).execute(),
    jobs.send(tx, 'outbox', { companyId, id }),
  ])
}

type Named = { companyId: number; id: string }

/**
 * Sends what outbox jobs name, and does nothing for what has left already. Throws after the last when one could not
 * be sent, so that the queue comes back to it; the others are noted as sent by then.
 */
export function deliverer(services: Services, mailer: Mailer) {
  return async (batch: readonly unknown[]): Promise<void> => {
    const failures: unknown[] = []
    for (const [companyId, named] of Map.groupBy(batch as readonly Named[], (one) => one.companyId)) {
      failures.push(...(await deliverOf(services, mailer, companyId, named.map(({ id }) => id))))
    }
    if (failures.length > 0) throw failures[0]
  }
}

async function deliverOf({ db, clock }: Services, mailer: Mailer, companyId: number, ids: string[]): Promise<unknown[]> {
  const rows = await db.withCompany(companyId, (tx) =>
    tx.selectFrom('outbox').select(['id', 'payload']).where('company_id', '=', companyId).where('id', 'in', ids).where('done_at', 'is', null).orderBy('id').execute(),
  )
  const sent: string[] = []
  const failed: { id: string; error: unknown }[] = []
  for (const { id, payload } of rows) {
    await mailer.send(id, payload as MailOrder).then(() => sent.push(id), (error: unknown) => failed.push({ id, error }))
  }
  await db.withCompany(companyId, async (tx) => {
    const note = (some: string[], fields: { done_at?: Date; last_error: string | null }) =>
      tx.updateTable('outbox').set({ ...fields, attempts: sql`attempts + 1` }).where('company_id', '=', companyId).where('id', 'in', some).execute()
    if (sent.length > 0) await note(sent, { done_at: clock.now(), last_error: null })
    for (const { id, error } of failed) await note([id], { last_error: error instanceof Error ? error.message : String(error) })
  })
  return failed.map(({ error }) => error)
}
