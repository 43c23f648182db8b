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
  const [kept, setKept] = useState(() => JSON.stringify(written))
  const [isOver, setOver] = useState(false)
  // What a save that is asked for while another is on its way must know when its turn comes, not when it was asked for.
  const revision = useRef(draft?.revision ?? 0)
  const latest = useRef({ written, kept })
  const underWay = useRef<Promise<boolean> | null>(null)
  const now = JSON.stringify(written)
  useEffect(() => {
    latest.current = { written, kept }
  })

  const send = async (): Promise<boolean> => {
    const sent = latest.current.written
    setState({ kind: 'saving' })
    try {
      const answer = await save.attempt({ intCode, revision: revision.current, ...sent })
      if (!answer) return false
      revision.current = answer.revision
      const text = JSON.stringify(sent)
      latest.current = { ...latest.current, kept: text }
      setKept(text)
      setState({ kind: 'saved', at: answer.savedAt })
      return true
    } catch (thrown) {
      const refused = toRefused(thrown)
      setState({ kind: 'failed', message: refused.message, isTaken: refused.is('ChangedMeanwhile', 'DraftGone') })
      return false
    }
  }
  /** Answers whether everything written is kept now. */
  const keep = async (): Promise<boolean> => {
    await underWay.current
    if (JSON.stringify(latest.current.written) === latest.current.kept) return true
    underWay.current = send()
    return underWay.current
  }
  const keepMine = async () => {
    const found = await queries.fetchQuery({ ...read(getAcknowledgementDraft, { intCode }), staleTime: 0 })
    revision.current = found.draft?.revision ?? 0
    await keep()
  }
  const keepLater = useEffectEvent(() => void keep())
  const isUnsaved = !isOver && now !== kept
  const hasFailed = state.kind === 'failed'
  const isStopped = !isOn || !isUnsaved || state.kind === 'saving' || (state.kind === 'failed' && state.isTaken)
  useEffect(() => {
    // Counted from the last key: `now` is what was written with it.
    if (isStopped || now === '') return undefined
    const timer = setTimeout(keepLater, hasFailed ? againAfterMs : afterMs)
    return () => clearTimeout(timer)
  }, [now, isStopped, hasFailed])
  return {
    state,
    isUnsaved,
    isKept: draft !== null || state.kind === 'saved',
    keep,
    keepMine,
    /** Waits for what is on its way and keeps nothing more; answers the revision that stands then. */
    end: async () => {
      setOver(true)
      await underWay.current
      return revision.current
    },
    /** The end did not come: goes on keeping. */
    goOn: () => setOver(false),
  }
}
