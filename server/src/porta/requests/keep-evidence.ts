import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { PackEvidence } from '../evidence/port.ts'
import type { KeptEvidence } from './evidence.ts'

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
}
