import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { streamServer, type AnyCall } from './client.ts'
import { CallRefused } from './refused.ts'

type Following<C extends AnyCall> = {
  signal?: AbortSignal | undefined
  isLast: (item: OutputOf<C>) => boolean
  /** How many failures in a row are borne. */
  failuresBorne: number
  /** The longest pause before another try, in ms; it grows from one second on. */
  longestPause: number
}

const firstPause = 1_000

/**
 * The items of a stream until the last one. A broken connection, and one that the server ended, is taken up again; the
 * sender does not notice. Ends when the signal aborts; throws what another try does not mend.
 */
export async function* followStream<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { signal, isLast, failuresBorne, longestPause }: Following<C>,
): AsyncGenerator<OutputOf<C>> {
  for (let failures = 0; ;) {
    try {
      for await (const item of streamServer(call, input, signal)) {
        failures = 0
        yield item
        if (isLast(item)) return
      }
    } catch (thrown) {
      if (signal?.aborted) return
      const passing = thrown instanceof CallRefused && (thrown.status === 0 || thrown.status === 503)
      if (!passing || ++failures > failuresBorne) throw thrown
    }
    await new Promise((done) => setTimeout(done, Math.min(longestPause, firstPause * 2 ** failures)))
    if (signal?.aborted) return
  }
}
