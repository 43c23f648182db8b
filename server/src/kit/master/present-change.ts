import { changeTable, type ChangeAct, type ChangeView } from '@kervan/contract/kit/master-change'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../context.ts'
import { refusalMessage, sayDays } from '../messages.ts'
import { offer } from '../records/offer.ts'
import { faultsOf } from './change-faults.ts'
import type { ChangeHead } from './change.sql.ts'
import type { MasterContext, ServedKind } from './kind.ts'

/** Whether somebody may do this with a change now: null, or why not. The handlers throw what it answers. */
export function refusedOnChange(
  act: ChangeAct,
  head: ChangeHead,
  actor: Pick<Actor, 'membershipId'>,
): Refusal | null {
  const wrongState = () => refusal('ChangeStateWrong', { changeState: head.state })
  const isOwn = head.made_by === actor.membershipId
  switch (act) {
    case 'file':
      return head.file_id === null ? refusal('FileMissing') : null
    case 'activate':
      if (head.state === 'ValidationFailed') return refusal('ChangeFaulty', { count: head.faulty })
      if (!changeTable.allows('activate', head.state, 'maker')) return wrongState()
      return head.added + head.changed + head.removed === 0 ? refusal('ChangeEmpty') : null
    case 'take':
      // What a file that replaces everything could not say must not be removed.
      if (head.mode !== 'Merge' || !changeTable.allows('take', head.state, 'maker')) return wrongState()
      return head.added + head.changed + head.removed === 0 ? refusal('ChangeEmpty') : null
    case 'assign':
      if (head.column_way === null || head.file_id === null) return refusal('FileMissing')
      return changeTable.allows('assign', head.state, 'maker') ? null : wrongState()
    case 'cancel':
      return changeTable.allows('cancel', head.state, 'maker') ? null : wrongState()
    case 'check':
      if (head.approval !== 'CheckerAndApprover' || !changeTable.allows('check', head.state, 'second'))
        return wrongState()
      return isOwn ? refusal('OwnChange') : null
    case 'approve': {
      const isReady =
        head.state === 'Checked' || (head.state === 'WaitingApproval' && head.approval === 'Approver')
      if (!isReady) return wrongState()
      return isOwn || head.checked_by === actor.membershipId ? refusal('OwnChange') : null
    }
    case 'reject':
      if (!changeTable.allows('reject', head.state, 'second')) return wrongState()
      return isOwn ? refusal('OwnChange') : null
    case 'revert':
      return changeTable.allows('revert', head.state, 'maker') && head.source !== 'Setup'
        ? null
        : wrongState()
  }
}

const waits = ['Succeeded', 'ValidationFailed', 'WaitingApproval', 'Checked']

/** A change as its reader sees it, with what they can do. */
export async function presentChange(
  context: MasterContext,
  served: ServedKind,
  head: ChangeHead,
): Promise<ChangeView> {
  const { kind, options } = served
  const stamp = (by: string | null, at: Date | null) =>
    by !== null && at ? { by, at: at.toISOString() } : null
  const decided = stamp(head.decided_by_name, head.decided_at)
  const isRejected = head.state === 'Rejected'
  return {
    id: head.id,
    kind: kind.key,
    source: head.source,
    mode: head.mode,
    state: head.state,
    fileName: head.file_name,
    record: head.record === null ? null : sayDays(context.language, head.record),
    jobId: head.job_id,
    approval: head.approval,
    counts: {
      added: head.added,
      changed: head.changed,
      removed: head.removed,
      unchanged: head.unchanged,
      faulty: head.faulty,
    },
    made: { by: head.made_by_name, at: head.made_at.toISOString() },
    checked: stamp(head.checked_by_name, head.checked_at),
    approved: isRejected ? null : decided,
    rejected: isRejected ? decided : null,
    comment: head.comment,
    activatedAt: head.activated_at?.toISOString() ?? null,
    revertsId: head.reverts_id,
    revertedById: head.reverted_by_id,
    message:
      head.refusal === null
        ? null
        : refusalMessage(context.language, new Refusal(head.refusal, head.refusal_facts ?? {})),
    columns: head.column_way,
    faults: head.faulty > 0 ? await faultsOf(context, served, head.id) : [],
    consequences: waits.includes(head.state) ? ((await options.consequences?.(context, head.id)) ?? []) : [],
    actions: offer(context, callsOf(kind), (act: ChangeAct) => refusedOnChange(act, head, context.actor)),
  }
}

const callsOf = (kind: ImportKind) => ({
  activate: kind.activate,
  take: kind.activate,
  assign: kind.assign,
  cancel: kind.cancel,
  ...(kind.decide && { check: kind.decide, approve: kind.decide, reject: kind.decide }),
  revert: kind.revert,
  file: kind.file,
})
