import { processEdiMessage } from '@kervan/contract/order/edi'
import { sql } from 'kysely'
import { loadActor } from '../../kit/http/actor.ts'
import { holdersOf, notify, type Told } from '../../kit/work/notices.ts'
import { messageScope } from './messages.sql.ts'
import type { EdiContext } from './settle.ts'

/** Tells those who may process a message again that it was not ordered, or not wholly, as far as they see it (ORD-024). */
export async function notifyStaff(
  { tx, actor, services, now }: EdiContext,
  messageId: string,
): Promise<void> {
  const company = actor.company.id
  const told: Told[] = []
  for (const membershipId of await holdersOf(tx, company, processEdiMessage.permission, 'edi.notOrdered')) {
    const reader = membershipId === actor.membershipId ? actor : await loadActor(tx, company, membershipId)
    if (!reader) continue
    const { rows } = await sql<{ name: string; sender: string }>`
      select coalesce(nullif(m.document_number, ''), m.file_name) as name, coalesce(m.partner_name, nullif(m.sender, ''), m.received_by_name) as sender
      from edi_message m where ${sql.join(messageScope(reader), sql` and `)} and m.id = ${messageId}`.execute(
      tx,
    )
    const [seen] = rows
    if (seen)
      told.push({ membershipId, codes: [seen.name], facts: { document: seen.name, sender: seen.sender } })
  }
  await notify(tx, services.jobs, { id: company }, now, 'edi.notOrdered', told)
}
