import { getAcknowledgementDraft, saveAcknowledgementDraft, type AcknowledgementDraft } from '@kervan/contract/access/acknowledgement-drafts'
import type { InputOf } from '@kervan/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { read } from '../../kit/query.ts'
import { toRefused } from '../../kit/refused.ts'
import { useCall } from '../../kit/useCall.ts'

type Written = Pick<InputOf<typeof saveAcknowledgementDraft>, 'kind' | 'title' | 'text' | 'changes'>
export type DraftState = { kind: 'nothing' } | { kind: 'saving' } | { kind: 'saved'; at: string } | { kind: 'failed'; message: string; isTaken: boolean }

const afterMs = 1_500
const againAfterMs = 5_000

/**
 * Keeps what is written a moment after the last key. `written` is the form as it stands, `draft` what was kept when it
 * was opened. Saving goes one after the other; when somebody else has saved in between it stops until the user chose.
 */
export function useDraft({ intCode, draft, written, isOn }: { intCode: number | null; draft: AcknowledgementDraft | null; written: Written; isOn: boolean }) {
  const queries = useQueryClient()
  const save = useCall(saveAcknowledgementDraft)
  const [state, setState] = useState<DraftState>({ kind: 'nothing' })
  const [revision, setRevision] = useState(draft?.revision ?? 0)
  const [kept, setKept] = useState(() => JSON.stringify(written))
  const underWay = useRef<Promise<boolean> | null>(null)
  const now = JSON.stringify(written)
  const isUnsaved = now !== kept

  const send = async (over: number): Promise<boolean> => {
    setState({ kind: 'saving' })
    try {
      const answer = await save.attempt({ intCode, revision: over, ...written })
      if (!answer) return false
      setRevision(answer.revision)
      setKept(now)
      setState({ kind: 'saved', at: answer.savedAt })
      return true
    } catch (thrown) {
      const refused = toRefused(thrown)
      setState({ kind: 'failed', message: refused.message, isTaken: refused.is('ChangedMeanwhile', 'DraftGone') })
      return false
    }
  }
  /** Answers whether everything written is kept now. */
  const keep = async (over = revision): Promise<boolean> => {
    await underWay.current
    if (!isUnsaved) return true
    const sending = send(over)
    underWay.current = sending
    return sending
  }
  const keepMine = async () => {
    const found = await queries.fetchQuery({ ...read(getAcknowledgementDraft, { intCode }), staleTime: 0 })
    await keep(found.draft?.revision ?? 0)
  }
  const keepLater = useEffectEvent(() => void keep())
  const hasFailed = state.kind === 'failed'
  const isStopped = !isOn || !isUnsaved || state.kind === 'saving' || (state.kind === 'failed' && state.isTaken)
  useEffect(() => {
    // Counted from the last key: `now` is what was written with it.
    if (isStopped || now === '') return undefined
    const timer = setTimeout(keepLater, hasFailed ? againAfterMs : afterMs)
    return () => clearTimeout(timer)
  }, [now, isStopped, hasFailed])
  return { state, revision, isUnsaved, keep: () => keep(), keepMine, /** Waits for what is on its way. */ settled: async () => void (await underWay.current) }
}
