import { selectionLimit, type Selection } from '@kervan/contract/kit/page'
import { type BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { queryOptions } from '@tanstack/react-query'
import { callServer, type AnyCall } from '../call/client.ts'

/** Asks the call itself what it would do; nothing is changed. Never kept: the next question may have another answer. */
export function dryRun(call: AnyCall, selection: Selection, further: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['DryRun', call.name, selection, further] as const,
    queryFn: ({ signal }) =>
      callServer(call, { selection, dryRun: true, ...further }, { signal }) as Promise<BulkAnswer>,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The selection without what the dryRun refused, so that the button does exactly what its number says. */
export function onlyPassing(selection: Selection, { results }: BulkAnswer): Selection {
  const refused = results.filter(({ ok }) => !ok).map(({ id }) => id)
  // With more than the wire takes they stay in; the server leaves them out by itself and says so.
  return leaveOut(selection, refused) ?? selection
}

/** The selection without these records; null where that are more than the wire can name. */
export function leaveOut(selection: Selection, ids: readonly string[]): Selection | null {
  if (ids.length === 0) return selection
  const left = new Set(ids)
  if (selection.mode === 'ids') return { mode: 'ids', ids: selection.ids.filter((id) => !left.has(id)) }
  const exclude = [...new Set([...selection.exclude, ...left])]
  return exclude.length > selectionLimit ? null : { ...selection, exclude }
}
