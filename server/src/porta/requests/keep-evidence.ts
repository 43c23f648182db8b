import { addBusinessDays, countryOf } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { partsOf } from '../../kit/parts.ts'
import type { EvidenceAnswer, PackEvidence } from '../evidence/port.ts'
import type { KeptEvidence } from './evidence.ts'

/** What the portal has asked itself: what others bring is evidence of a request and of nothing else. */
const asked: readonly PackEvidence['source'][] = ['ItsRest', 'ItsPortal']

/** Keeps what a source says of the pack of a request, beside what others have said. */
export async function keepEvidence(
  tx: Tx,
  companyId: number,
  requestId: string,
  evidence: PackEvidence,
): Promise<void> {
  const says: KeptEvidence = {
    gtin: evidence.gtin,
    serialNumber: evidence.serialNumber,
    lotNumber: evidence.lotNumber,
    expiryDate: evidence.expiryDate,
    pendingGln: evidence.pendingGln,
    movements: evidence.movements,
    sale: evidence.sale,
  }
  await sql`
    insert into pack_evidence (company_id, id, request_id, source, read_at, pack_state, result_code, owner_gln, says)
    values (${companyId}, ${newId()}, ${requestId}, ${evidence.source}, ${evidence.readAt}, ${evidence.state}, ${evidence.resultCode}, ${evidence.ownerGln}, ${JSON.stringify(says)}::jsonb)`.execute(
    tx,
  )
  await sql`update discount_request r set its_again_at = null where r.company_id = ${companyId} and r.id = ${requestId} and r.its_again_at is not null`.execute(
    tx,
  )
  if (asked.includes(evidence.source))
    for (const keep of partsOf('packsSeen')) await keep(tx, companyId, [evidence])
}

/** What ITS answers for a pack that it does not have. */
export const unknownPack = '10201'
/** A pack that ITS does not know is asked about again after so many working days, before anybody refuses it. */
const waitingDays = 3

/**
 * Keeps an answer of ITS about the pack of a request. A pack that it does not know waits for the second question; not to
 * know it then, or once the request is decided, is evidence. What failed says nothing.
 */
export async function keepAnswer(
  tx: Tx,
  companyId: number,
  requestId: string,
  answer: EvidenceAnswer,
  now: Date,
): Promise<void> {
  if (answer.kind === 'failed') return
  if (answer.kind !== 'unknown') return keepEvidence(tx, companyId, requestId, answer.evidence)
  const { rows } = await sql<{ isFirst: boolean; again: Date | null; timeZone: string }>`
    select r.its_again_at as again, c.time_zone as "timeZone",
      r.state in ('PreApplication', 'Pending') and not exists (select from pack_evidence e where e.company_id = ${companyId} and e.request_id = r.id and e.result_code = ${unknownPack}) as "isFirst"
    from discount_request r join company c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${requestId} for update of r`.execute(tx)
  const [row] = rows
  if (!row || (row.again !== null && row.again > now)) return
  if (row.isFirst && row.again === null) {
    await sql`update discount_request r set its_again_at = ${againAt(row.timeZone, now)} where r.company_id = ${companyId} and r.id = ${requestId}`.execute(
      tx,
    )
    return
  }
  const says: KeptEvidence = {
    gtin: null,
    serialNumber: null,
    lotNumber: null,
    expiryDate: null,
    pendingGln: null,
    movements: [],
    sale: null,
  }
  await sql`
    insert into pack_evidence (company_id, id, request_id, source, read_at, result_code, says)
    values (${companyId}, ${newId()}, ${requestId}, 'ItsRest', ${now}, ${unknownPack}, ${JSON.stringify(says)}::jsonb)`.execute(
    tx,
  )
  await sql`update discount_request r set its_again_at = null where r.company_id = ${companyId} and r.id = ${requestId}`.execute(
    tx,
  )
}

/** The same time of the day, working days later by the company's calendar. */
export function againAt(timeZone: string, now: Date): Date {
  const today = dayIn(timeZone, now)
  const sinceMidnight = now.getTime() - startOfDay(timeZone, today).getTime()
  const day = addBusinessDays(today, waitingDays, countryOf(timeZone))
  return new Date(startOfDay(timeZone, day).getTime() + sinceMidnight)
}
