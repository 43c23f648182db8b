import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import type { QueryClient } from '@tanstack/react-query'
import { callServer } from '../call/client.ts'
import { toRefused } from '../call/refused.ts'
import { newRequestKey } from '../call/useCall.ts'
import { showRefused } from '../feedback/dialogs.ts'
import { toast } from '../feedback/toasts.tsx'
import { i18n } from '../i18n/i18n.ts'
import { formats } from '../values/format.ts'
import { doneWords, type BulkAction, type JobOutcome } from './action.ts'
import { followBulk } from './followBulk.ts'

type Ended = BulkAnswer | JobOutcome

/** The action that takes back what another has done; null where nothing does, or the user may not. */
export function undoOf({ undo, form: _form, danger: _danger, ...rest }: BulkAction): BulkAction | null {
  return undo ? { ...rest, ...undo } : null
}

/** Takes back what was done, and lets the user `look` at the records of which that was not possible. */
export async function undoBulk(
  queries: QueryClient,
  back: BulkAction,
  done: Ended,
  look: (ended: Ended) => void,
): Promise<void> {
  const selection =
    'results' in done
      ? { mode: 'ids', ids: done.results.filter(({ ok }) => ok).map(({ id }) => id) }
      : { mode: 'job', jobId: done.jobId }
  const request = { ...back.input, selection, dryRun: false, requestKey: newRequestKey() }
  try {
    const answer: BulkAnswer = await callServer(back.call, request)
    if (answer.jobId !== null) return void followBulk(queries, back, answer.jobId, done.done, look)
    await Promise.all(back.refreshes.map((group) => queries.invalidateQueries({ queryKey: [group] })))
    if (answer.refused > 0) look(answer)
    else toast('success', doneWords(i18n.t, back, answer.done, formats().number))
  } catch (thrown) {
    showRefused(toRefused(thrown))
  }
}
