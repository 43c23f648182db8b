import type { Assignment, FileColumns } from '@kervan/contract/kit/file-columns'
import type { ColumnWay } from '@kervan/contract/kit/master-change'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { noId } from '../database/uuid.ts'
import type { ChangeHead } from './change.sql.ts'
import type { ProfiledSheet } from './file-profile.ts'

// Which columns fill which fields, as it is kept for the next file of a sender.

/** What is kept of the columns of a file with its change. */
export type KeptProfile = { way: ColumnWay; sheets: ProfiledSheet[] }

/** Who sends: a membership, an API user among them, or whatever puts files into the drop folder. */
export const senderOf = ({ source, made_by }: Pick<ChangeHead, 'source' | 'made_by'>): string =>
  source === 'FileDrop' ? noId : (made_by ?? noId)

export type KeptColumns = Assignment & { sender: string; kept: NonNullable<FileColumns['kept']> }

/** What is kept of a kind for all senders, the last one first. */
export async function allKept(tx: Tx, actor: Actor, kind: string): Promise<KeptColumns[]> {
  const rows = await tx
    .selectFrom('kept_columns')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('kind', '=', kind)
    .orderBy('kept_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    sender: row.sender,
    columns: row.columns as Assignment['columns'],
    values: row.choices as Assignment['values'],
    kept: { by: row.kept_by_name, at: row.kept_at.toISOString() },
  }))
}

/** What is kept for files of one sender; null where nothing is. */
export async function keptOf(tx: Tx, actor: Actor, kind: string, sender: string): Promise<Assignment | null> {
  const row = await tx
    .selectFrom('kept_columns')
    .select(['columns', 'choices'])
    .where('company_id', '=', actor.company.id)
    .where('kind', '=', kind)
    .where('sender', '=', sender)
    .executeTakeFirst()
  if (!row) return null
  return { columns: row.columns as Assignment['columns'], values: row.choices as Assignment['values'] }
}

/** Keeps an assignment for the next file of the sender, in place of an earlier one. */
export async function keepColumns(
  tx: Tx,
  actor: Actor,
  now: Date,
  { kind, sender, columns, values }: Assignment & { kind: string; sender: string },
): Promise<void> {
  const kept = {
    columns: JSON.stringify(columns),
    choices: JSON.stringify(values),
    kept_by_name: actor.name,
    kept_at: now,
  }
  await tx
    .insertInto('kept_columns')
    .values({ company_id: actor.company.id, kind, sender, ...kept })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'sender']).doUpdateSet(kept))
    .execute()
}
