import { openAsking } from '../kit/work/threads.ts'
import type { Drawing } from './draw-worker.ts'

// An order of 1,200 lines takes seconds of a core: it is drawn beside the process, which goes on answering others.

const ask = openAsking<Drawing, Uint8Array<ArrayBuffer>>({
  script: new URL('./draw-worker.ts', import.meta.url),
  heapMegabytes: 256,
  milliseconds: 60_000,
  mostWaiting: 60,
})

/** The order as a PDF. Throws `Overloaded` where too many wait already. */
export const drawInThread = async (drawing: Drawing): Promise<Buffer> =>
  Buffer.from((await ask(drawing)).buffer)
