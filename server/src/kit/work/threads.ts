import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { refusal } from '@kervan/contract/kit/refusals'

// Threads for what would keep the process from answering others: reading foreign files, drawing papers, reading pictures.
// All kinds of such work share one number of threads at work, and each has a queue of its own.

// What Node made of the sources the first time, so that a thread begins in 35 ms instead of 115.
const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../../../.cache/compile')

/** A thread that waits for work this long is ended, and its memory is free. */
const idleMilliseconds = 300_000

export type ThreadKind = {
  script: URL
  heapMegabytes: number
  /** More work than that is refused as `Overloaded`. */
  mostWaiting: number
  /** So many threads of this kind may work whatever others do; 1 where nothing is said. */
  always?: number
  /** Each work has a thread of its own. Otherwise a thread that has done its work serves again. */
  disposable?: boolean
  /** A thread is ended after so many works, because memory of WebAssembly never shrinks; without it, never. */
  mostWorks?: number
}

type Turn = { begin: () => void }
type Line = {
  kind: ThreadKind
  running: number
  waiting: Turn[]
  spare: { worker: Worker; end: NodeJS.Timeout } | null
}

/** One number of threads at work for some kinds of work. */
export type ThreadPool = { most: number; running: number; lines: Line[] }

export const openPool = (most: number): ThreadPool => ({ most, running: 0, lines: [] })

/** Of this process. One core is left for what answers calls; more than four threads would starve the database. */
const ofProcess = openPool(Math.min(4, Math.max(1, availableParallelism() - 1)))

export type Threads = {
  /**
   * Has `work` done with a thread, in the order of asking. Throws what `work` throws, which ends the thread, `Overloaded`
   * where too many wait already, and the reason of `signal` while it waits. `heapMegabytes`: where a work has less or more
   * than its kind. A work that keeps its thread removes its own listeners.
   */
  with<T>(
    work: (worker: Worker) => Promise<T>,
    options?: { heapMegabytes?: number; signal?: AbortSignal | undefined },
  ): Promise<T>
}

/** Works that a thread has done. */
const worksOf = new WeakMap<Worker, number>()

/** A kind of work. It may always have one thread, so that long work of another kind does not hold it up. */
export function openThreads(kind: ThreadKind, pool: ThreadPool = ofProcess): Threads {
  const line: Line = { kind, running: 0, waiting: [], spare: null }
  pool.lines.push(line)
  return {
    async with(work, { heapMegabytes = kind.heapMegabytes, signal } = {}) {
      await turn(pool, line, signal)
      const worker = take(line, heapMegabytes)
      let isDone = false
      try {
        const answer = await work(worker)
        isDone = true
        return answer
      } finally {
        const works = (worksOf.get(worker) ?? 0) + 1
        worksOf.set(worker, works)
        const servesAgain =
          isDone &&
          !kind.disposable &&
          heapMegabytes === kind.heapMegabytes &&
          works < (kind.mostWorks ?? Infinity)
        if (servesAgain && !line.spare) keep(line, worker)
        else await worker.terminate()
        if (kind.disposable && !line.spare) keep(line, start(line, kind.heapMegabytes))
        pool.running--
        line.running--
        beginNext(pool)
      }
    },
  }
}

/**
 * A way to ask threads of a script that answers each message with one. Throws as `with` does, and what ended the thread:
 * an error, its heap, the time (an `AbortError` whose cause is a `TimeoutError`), or its own end.
 */
export function openAsking<Question, Answer>(
  { milliseconds, ...kind }: ThreadKind & { milliseconds: number },
  pool: ThreadPool = ofProcess,
): (question: Question) => Promise<Answer> {
  const threads = openThreads(kind, pool)
  return (question) =>
    threads.with(async (worker) => {
      const ended = new AbortController()
      const end = () => ended.abort(new Error('the thread ended without an answer'))
      worker.once('exit', end)
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(milliseconds), ended.signal])
        const answer = once(worker, 'message', { signal })
        worker.postMessage(question)
        const [answered] = (await answer) as [Answer]
        return answered
      } finally {
        worker.off('exit', end)
      }
    })
}

const mayBegin = (pool: ThreadPool, { running, kind }: Line): boolean =>
  running < (kind.always ?? 1) || pool.running < pool.most

/** Resolves when it may begin. */
async function turn(pool: ThreadPool, line: Line, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  if (mayBegin(pool, line)) return count(pool, line)
  if (line.waiting.length >= line.kind.mostWaiting) throw refusal('Overloaded', { seconds: 10 })
  await new Promise<void>((resolve, reject) => {
    const mine: Turn = {
      begin: () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      },
    }
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(mine), 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    line.waiting.push(mine)
  })
}

function count(pool: ThreadPool, line: Line): void {
  pool.running++
  line.running++
}

/** Of the kinds that wait, the one with the fewest threads begins, and of equal ones the one whose turn is longest ago. */
function beginNext(pool: ThreadPool): void {
  for (;;) {
    const [next] = pool.lines
      .filter((line) => line.waiting.length > 0 && mayBegin(pool, line))
      .toSorted((one, other) => one.running - other.running)
    if (!next) return
    pool.lines.splice(pool.lines.indexOf(next), 1)
    pool.lines.push(next)
    count(pool, next)
    next.waiting.shift()?.begin()
  }
}

/** A new thread. What goes wrong in it is told to who listens; it never ends the process. */
function start(line: Line, heapMegabytes: number): Worker {
  const worker = new Worker(line.kind.script, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: heapMegabytes / 8 },
    // A thread needs neither our settings nor our start options.
    env: { NODE_COMPILE_CACHE: compiled },
    execArgv: [],
  })
  // One that ended while it waited is given no work.
  const gone = () => {
    if (line.spare?.worker === worker) line.spare = null
  }
  return worker.on('error', gone).on('exit', gone)
}

/** The thread that waits, or a new one. */
function take(line: Line, heapMegabytes: number): Worker {
  const { spare, kind } = line
  if (!spare || heapMegabytes !== kind.heapMegabytes) return start(line, heapMegabytes)
  line.spare = null
  clearTimeout(spare.end)
  spare.worker.ref()
  return spare.worker
}

/** One thread of a kind waits with its modules loaded: loading would be most of a small work's time. */
function keep(line: Line, worker: Worker): void {
  // It keeps no process alive.
  worker.unref()
  const end = setTimeout(() => void worker.terminate(), idleMilliseconds).unref()
  line.spare = { worker, end }
}
