import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { refusal } from '@kervan/contract/kit/refusals'

// Threads for what would keep the process from answering others: reading foreign files, drawing papers.

// What Node made of the sources the first time, so that a thread begins in 35 ms instead of 115.
const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../../.cache/compile')

export type Threads = {
  /** The thread that waits, or a new one where none does. */
  take(heapMegabytes: number): Worker
  /** Has a thread ready for the next work, unless one is. A process that has no such work has none. */
  keepSpare(heapMegabytes: number): void
  /** A thread that is done and may serve again. */
  giveBack(worker: Worker, heapMegabytes: number): void
}

/** Threads of one script. One of them waits with its modules loaded: loading would be most of a small work's time. */
export function openThreads(script: URL): Threads {
  let spare: { worker: Worker; heapMegabytes: number } | null = null
  const start = (heapMegabytes: number) =>
    new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: heapMegabytes / 8 },
      // A thread needs neither our settings nor our start options.
      env: { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
    })
  const keep = (worker: Worker, heapMegabytes: number) => {
    // It keeps no process alive, and one that ended while it waited is given no work.
    worker.unref()
    const gone = () => {
      if (spare?.worker === worker) spare = null
    }
    worker.on('error', gone).on('exit', gone)
    spare = { worker, heapMegabytes }
  }
  return {
    take(heapMegabytes) {
      const taken = spare?.heapMegabytes === heapMegabytes ? spare.worker : start(heapMegabytes)
      if (taken === spare?.worker) spare = null
      taken.removeAllListeners()
      taken.ref()
      return taken
    },
    keepSpare(heapMegabytes) {
      if (!spare) keep(start(heapMegabytes), heapMegabytes)
    },
    giveBack(worker, heapMegabytes) {
      if (spare) void worker.terminate()
      else keep(worker, heapMegabytes)
    },
  }
}

export type ThreadLimits = {
  heapMegabytes: number
  milliseconds: number
  atOnce: number
  mostWaiting: number
}

/**
 * A way to ask threads of a script that answers each message with one. Throws `Overloaded` where too many wait already,
 * and what ended the thread: an error, its heap, the time.
 */
export function openAsking<Question, Answer>(
  script: URL,
  { heapMegabytes, milliseconds, atOnce, mostWaiting }: ThreadLimits,
): (question: Question) => Promise<Answer> {
  const threads = openThreads(script)
  const inTurn = takeTurns(atOnce, mostWaiting)
  return (question) =>
    inTurn(async () => {
      const worker = threads.take(heapMegabytes)
      try {
        const answer = once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) })
        worker.postMessage(question)
        const [answered] = (await answer) as [Answer]
        threads.giveBack(worker, heapMegabytes)
        return answered
      } catch (error) {
        await worker.terminate()
        throw error
      }
    })
}

/** Lets so many work at once and so many wait, in the order in which they came; refuses the others as `Overloaded`. */
export function takeTurns(atOnce: number, mostWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting) throw refusal('Overloaded', { seconds: 10 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
