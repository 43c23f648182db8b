import { findPersonalData } from '@kervan/contract/porta/applications'
import type { Box } from '@kervan/contract/porta/discount-requests'
import type { personalKinds } from '@kervan/contract/porta/words'
import { useQueries } from '@tanstack/react-query'
import { callServer } from '../../../kit/call/client.ts'

export type Personal = { kind: (typeof personalKinds)[number]; box: Box }
/** What is known of a chosen picture: being looked at, looked at, or not to be looked at, which is no fault. */
export type Looked = { state: 'looking' | 'failed' } | { state: 'looked'; personal: readonly Personal[] }

/** A file is told from others of its name by when and how large it was written. */
export const keyOf = ({ name, lastModified, size }: File): string => `${name} ${lastModified} ${size}`

/** How many pictures are looked at together: each takes some seconds of the server, and those that are sent go first. */
const together = 2
let looking = 0
const waiting: (() => void)[] = []
async function inTurn<T>(look: () => Promise<T>): Promise<T> {
  if (looking >= together) await new Promise<void>((resolve) => void waiting.push(resolve))
  else looking++
  try {
    return await look()
  } finally {
    // The next one takes the place.
    const next = waiting.shift()
    if (next) next()
    else looking--
  }
}

/** Where each picture seems to show somebody's data; they are looked at as soon as they are chosen. */
export function usePersonalData(files: readonly File[]): Looked[] {
  return useQueries({
    queries: files.map((file) => ({
      queryKey: [findPersonalData.group, findPersonalData.operation, keyOf(file)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => {
          signal.throwIfAborted()
          return callServer(findPersonalData, {}, { files: [file], signal })
        }),
      staleTime: Infinity,
      retry: false,
    })),
    combine: (asked) =>
      asked.map(({ data, isPending }): Looked => {
        if (data) return { state: 'looked', personal: data.personal }
        return { state: isPending ? 'looking' : 'failed' }
      }),
  })
}
