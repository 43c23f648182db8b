import { transferBatchStates } from '@kervan/contract/lma/transfer-batches'
import type { Yt04State } from '@kervan/contract/lma/words'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { record } from '../../kit/records/audit.ts'
import type { SapRow } from './sap-file.ts'

export type Batch = {
  id: string
  number: number
  state: Yt04State
  day: string
  validFrom: string
  formulaVersion: string
  madeAt: Date
  madeById: string | null
  checkedById: string | null
  exportRows: SapRow[] | null
}
export type BatchAction = 'check' | 'approve' | 'reject' | 'export' | 'acknowledge'

type By = { id: string } | { number: number }

/** Locks a batch of the company; throws `NotFound`. */
export const lockBatch = (tx: Tx, company: number, by: By): Promise<Batch> =>
  readBatch(tx, company, by, sql`for update`)

/** Reads a batch of the company; throws `NotFound`. */
export async function readBatch(tx: Tx, company: number, by: By, lock = sql``): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select b.id, b.number, b.state, b.transfer_day::text as day, b.valid_from::text as "validFrom",
      b.formula_version as "formulaVersion", b.made_at as "madeAt", b.made_by_id as "madeById",
      b.checked_by_id as "checkedById", b.export_rows as "exportRows"
    from transfer_batch b where b.company_id = ${company} and ${'id' in by ? sql`b.id = ${by.id}` : sql`b.number = ${by.number}`}
    ${lock}`.execute(tx)
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

/** Why this person cannot do this to a batch; null where they can. Who made or checked it does not go on with it. */
export function refusedOnBatch(
  action: BatchAction,
  { state, madeById, checkedById }: Pick<Batch, 'state' | 'madeById' | 'checkedById'>,
  actor: Pick<Actor, 'membershipId'>,
): Refusal | null {
  const who =
    madeById === actor.membershipId ? 'maker' : checkedById === actor.membershipId ? 'checker' : 'other'
  if (!transferBatchStates.moves[action].from.includes(state as never))
    return refusal('TransferStateWrong', { yt04State: state })
  return transferBatchStates.allows(action, state, who) ? null : refusal('OwnTransferBatch')
}

type Operation = 'Checked' | 'Approved' | 'Rejected' | 'Exported' | 'Acknowledged'

/** The entry of what was done to a batch. */
export const recordBatch = (
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  { id, number }: Batch,
  operation: Operation,
  after: Record<string, unknown> = {},
) =>
  record(tx, actor, now, {
    audit: [
      {
        operation: `fuel.transfer${operation}`,
        recordType: 'transferBatch',
        recordId: id,
        recordCode: String(number),
        after,
      },
    ],
  })
