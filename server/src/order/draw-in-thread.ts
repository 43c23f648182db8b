import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { openThreads, takeTurns } from '../kit/thread.ts'
import type { Drawing } from './draw-worker.ts'

// An order of 1,200 lines takes seconds of a core: it is drawn beside the process, which goes on answering others.

const threads = openThreads(new URL('./draw-worker.ts', import.meta.url))
const heapMegabytes = 256
const longest = 60_000

// One core is left for the others.
const inTurn = takeTurns(Math.min(3, Math.max(1, availableParallelism() - 1)), 60)

/** The order as a PDF. Throws `Overloaded` where too many wait already. */
export function drawInThread(drawing: Drawing): Promise<Buffer> {
  return inTurn(async () => {
    const worker = threads.take(heapMegabytes)
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(longest) })
      worker.postMessage(drawing)
      const [bytes] = (await answer) as [Uint8Array<ArrayBuffer>]
      threads.giveBack(worker, heapMegabytes)
      return Buffer.from(bytes.buffer)
    } catch (error) {
      await worker.terminate()
      throw error
    }
  })
}
