import { sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { FactValue } from '@kervan/contract/kit/refusals'
import type { Services } from './context.ts'
import type { Database, Tx } from './db.ts'
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
  await tx.insertInto('outbox').values({ company_id: companyId, id, kind: 'mail', payload: JSON.stringify(mail) }).execute()
  await jobs.send(tx, 'outbox', { companyId, id })
}

/** Sends what an outbox job names; does nothing when it has left already. */
export function deliverer(services: Services, mailer: Mailer) {
  return async (data: unknown): Promise<void> => {
    const { companyId, id } = data as { companyId: number; id: string }
    const row = await services.db.withCompany(companyId, (tx) =>
      tx.selectFrom('outbox').select(['payload', 'done_at']).where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst(),
    )
    if (!row || row.done_at) return
    try {
      await mailer.send(id, row.payload as MailOrder)
    } catch (error) {
      await note(services.db, companyId, id, { last_error: error instanceof Error ? error.message : String(error) })
      throw error
    }
    await note(services.db, companyId, id, { done_at: services.clock.now(), last_error: null })
  }
}

async function note(db: Database, companyId: number, id: string, fields: { done_at?: Date; last_error: string | null }): Promise<void> {
  await db.withCompany(companyId, (tx) =>
    tx.updateTable('outbox').set({ ...fields, attempts: sql`attempts + 1` }).where('company_id', '=', companyId).where('id', '=', id).execute(),
  )
}
