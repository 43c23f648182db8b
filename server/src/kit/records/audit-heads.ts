import type { Tx } from '../database/db.ts'
import type { Files } from './files.ts'

// Heads of the audit log kept outside the database (D41): who owns the database can remove the end of a company's chain
// together with its head, and the rest still fits. A head that was kept says what must be there.

const folderOf = (companyId: number) => `audit-heads/${companyId}`

/** Keeps the head of a company's chain as it is now. Returns its number; null where there is none yet. */
export async function keepAuditHead(tx: Tx, files: Files, companyId: number): Promise<number | null> {
  const head = await tx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!head) return null
  await files.keepNote(folderOf(companyId), `${head.seq}.${head.hash.toString('hex')}`)
  return head.seq
}

/** The number of the first kept head that the log does not hold any more; null when it holds all of them. */
export async function firstLostHead(tx: Tx, files: Files, companyId: number): Promise<number | null> {
  const kept = (await files.notes(folderOf(companyId)))
    .map((note) => note.split('.'))
    .map(([seq = '', hash = '']) => ({ seq: Number(seq), hash }))
    .toSorted((a, b) => a.seq - b.seq)
  if (kept.length === 0) return null
  const found = await tx
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .where('company_id', '=', companyId)
    .where(
      'seq',
      'in',
      kept.map(({ seq }) => seq),
    )
    .execute()
  const hashes = new Map(found.map(({ seq, hash }) => [seq, hash.toString('hex')]))
  return kept.find(({ seq, hash }) => seq > 0 && hashes.get(seq) !== hash)?.seq ?? null
}
