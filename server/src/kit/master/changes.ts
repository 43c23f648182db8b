import { sql } from 'kysely'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import { handle, type Handler, type InputTo } from '../http/handle.ts'
import { record } from '../records/audit.ts'
import { notify } from '../work/notices.ts'
import { applyChange, settleChange } from './apply.ts'
import { addRows, beginChange, readHead, setHead, type ChangeHead } from './change.sql.ts'
import type { MasterContext, ServedKind, ServedRecords } from './kind.ts'
import { titleOf } from './names.ts'
import { assertSeesChange } from './change-lists.ts'
import { presentChange, refusedOnChange } from './present-change.ts'
import { newId } from '../database/uuid.ts'
import type { ProposedRow } from './propose.ts'
import { assertConfirmed, assertMayImport } from './records.ts'

// What people do with a change that is there: let it take effect, approve, reject, take back, revert.

export const getChangeHandler = (served: ServedKind): Handler =>
  handle(served.kind.getChange, async (context) =>
    presentChange(context, served, await assertSeesChange(context, served, context.input.changeId)),
  )

type Act = 'activate' | 'cancel' | 'decide' | 'revert'
type Deciding<A extends Act> = SessionContext & { input: InputTo<MasterData[A]> }

async function begin<A extends Act>(
  context: Deciding<A>,
  served: ServedKind,
  act: Parameters<typeof refusedOnChange>[0],
): Promise<ChangeHead> {
  assertMayImport(context, served)
  const head = await assertSeesChange(context, served, context.input.changeId, { lock: true })
  const refused = refusedOnChange(act, head, context.actor)
  if (refused) throw refused
  return head
}

async function answer(context: SessionContext, served: ServedKind, id: string): Promise<ChangeView> {
  return presentChange(context, served, await readHead(context.tx, served, context.actor, id))
}

export const activateHandler = (served: ServedKind): Handler =>
  handle(served.kind.activate, async (context) => {
    const head = await begin(context, served, context.input.leaveFaulty ? 'take' : 'activate')
    await assertConfirmed(context, served, head.id, context.input.confirmed)
    await settleChange(context, served, head)
    return answer(context, served, head.id)
  })

export const cancelHandler = (served: ServedKind): Handler =>
  handle(served.kind.cancel, async (context) => {
    const { tx, actor } = context
    const head = await begin(context, served, 'cancel')
    await setHead(tx, actor, head.id, { state: 'Cancelled' })
    if (head.job_id)
      await tx
        .updateTable('job')
        .set({ cancel_requested: true })
        .where('company_id', '=', actor.company.id)
        .where('id', '=', head.job_id)
        .where('state', 'in', ['Waiting', 'Running'])
        .execute()
    return answer(context, served, head.id)
  })

/** The second and the third person (DAT-003): nobody decides on what is their own. */
export const decideHandler = (served: ServedRecords): Handler =>
  handle(served.kind.decide, async (context) => {
    const { tx, actor, now, input } = context
    const acts = { Check: 'check', Approve: 'approve', Reject: 'reject' } as const
    const head = await begin(context, served, acts[input.decision])
    const comment = input.comment.trim() || head.comment
    const by = { decided_by: actor.membershipId, decided_by_name: actor.name, decided_at: now, comment }
    const { recordType } = served.options
    switch (input.decision) {
      case 'Reject':
        if (input.comment.trim() === '') throw refusal('CommentRequired')
        await setHead(tx, actor, head.id, { ...by, state: 'Rejected' })
        await record(tx, actor, now, {
          audit: [{ operation: 'masterData.rejected', recordType, recordId: head.id, after: { comment } }],
        })
        await notifyMaker(context, served, head, 'masterData.rejected')
        break
      case 'Check':
        await setHead(tx, actor, head.id, {
          state: 'Checked',
          checked_by: actor.membershipId,
          checked_by_name: actor.name,
          checked_at: now,
          comment,
        })
        await record(tx, actor, now, {
          audit: [{ operation: 'masterData.checked', recordType, recordId: head.id }],
        })
        break
      case 'Approve':
        await assertConfirmed(context, served, head.id, input.confirmed)
        if ((await applyChange(context, served, head, by)) === 'applied')
          await notifyMaker(context, served, head, 'masterData.approved')
    }
    return answer(context, served, head.id)
  })

/** Whoever made the change hears what a second person decided; a delivery of a system has nobody to tell. */
async function notifyMaker(
  { tx, services, actor, now }: SessionContext,
  { kind }: ServedKind,
  head: ChangeHead,
  event: 'masterData.approved' | 'masterData.rejected',
): Promise<void> {
  if (head.made_by === null || head.made_by === actor.membershipId) return
  const facts = { by: actor.name, kind: kind.key, count: head.added + head.changed + head.removed }
  await notify(tx, services.jobs, { id: actor.company.id }, now, event, [
    { membershipId: head.made_by, codes: [head.id], facts },
  ])
}

export const revertHandler = (served: ServedKind): Handler =>
  handle(served.kind.revert, async (context) => {
    const head = await begin(context, served, 'revert')
    const { id, outcome } = await revertChange(context, served, head, context.input.confirmed)
    return answer(context, served, outcome === 'applied' ? head.id : id)
  })

/**
 * Takes a change back by another one, as long as nothing newer stands on its rows. Returns the other one. Throws
 * `NewerChanges`, `ConsequencesUnconfirmed` and what `settleChange` throws.
 */
export async function revertChange(
  context: MasterContext,
  served: ServedKind,
  head: Pick<ChangeHead, 'id' | 'file_name'>,
  confirmed: boolean,
): Promise<{ id: string; outcome: Awaited<ReturnType<typeof settleChange>> }> {
  const { tx, actor } = context
  const rows = await rowsToRevert(context, served, head.id)
  const { id } = await beginChange(context, served, {
    source: 'Revert',
    state: 'Succeeded',
    reverts_id: head.id,
    file_name: head.file_name,
  })
  await addRows(tx, actor, served, id, rows)
  await assertConfirmed(context, served, id, confirmed)
  return { id, outcome: await settleChange(context, served, { id, source: 'Revert' }) }
}

type Written = {
  action: 'Added' | 'Changed' | 'Removed'
  record_id: string
  record: string
  version: number
  newest: number
  before: Values | null
  after: Values | null
}

const namedRecords = 5

/** The way back of each row. Throws `NewerChanges` with those that something newer stands on. */
async function rowsToRevert(
  { tx, actor }: MasterContext,
  { kind }: ServedKind,
  id: string,
): Promise<ProposedRow[]> {
  const company = actor.company.id
  const { rows } = await sql<Written>`
    select r.action, r.record_id, r.record, r.version, r.before, r.after, (
      select max(n.version) from master_change_row n join master_change c on c.company_id = ${company} and c.id = n.change_id
      where n.company_id = ${company} and n.kind = ${kind.key} and n.record_id = r.record_id and c.activated_at is not null) as newest
    from master_change_row r
    where r.company_id = ${company} and r.change_id = ${id} and r.action in ('Added', 'Changed', 'Removed')
    order by r.position`.execute(tx)
  const newer = rows.filter((row) => row.newest > row.version)
  if (newer.length > 0) {
    const names = newer.slice(0, namedRecords).map(({ record: name }) => name)
    throw refusal('NewerChanges', { count: newer.length, records: names })
  }
  const inverse = { Added: 'Removed', Changed: 'Changed', Removed: 'Added' } as const
  return rows.map((row): ProposedRow => ({
    id: newId(),
    sheet: null,
    fileRow: null,
    action: inverse[row.action],
    recordId: row.record_id,
    record: row.before ? titleOf(kind, row.before) : row.record,
    baseVersion: row.action === 'Removed' ? null : row.version,
    version: row.version + 1,
    before: row.after,
    after: row.before,
    issues: [],
  }))
}
