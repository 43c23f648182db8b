import { setTimeout as pause } from 'node:timers/promises'

/** A comment, which readers of an event stream pass over. */
export const beat = ': \n\n'

/**
 * The lines of a stream, with a beat wherever none has come for so long (ms): a connection on which nothing moves is
 * closed by us, and by what stands on the way. The lines must not throw.
 */
export async function* withHeartbeat(lines: AsyncGenerator<string>, every: number): AsyncGenerator<string> {
  try {
    for (let next = lines.next(); ;) {
      const came = new AbortController()
      const silence = pause(every, null, { signal: came.signal }).catch(() => null)
      const line = await Promise.race([next, silence])
      came.abort()
      if (line === null) yield beat
      else if (line.done) return
      else {
        yield line.value
        next = lines.next()
      }
    }
  } finally {
    // It may be waiting for what never comes; nobody waits for it.
    void lines.return(undefined)
  }
}
