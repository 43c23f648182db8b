import { stat } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { openThreads } from '../work/threads.ts'
import type { TextLocale } from './cell.ts'
import { defaultLimits, type ExcelLimits } from './limits.ts'
import { unpackRows } from './packed-rows.ts'
import type { WorkbookSummary } from './parse-workbook.ts'
import type { Said, SheetFile, Work } from './read-worker.ts'
import { WorkbookRefused } from './refused.ts'
import type { SheetRow } from './sheet-rows.ts'

export interface ReadOptions {
  limits?: Partial<ExcelLimits>
  /** How numbers and dates look in `text`. */
  locale?: TextLocale
  /** Takes up to 500 rows and is waited for; meanwhile the parser reads one portion more. What it throws ends the reading. */
  onRows: (rows: SheetRow[]) => Promise<void> | void
  signal?: AbortSignal
}

/**
 * Reads a file in a thread of its own and hands its rows over, portion by portion; the parser waits for the receiver.
 * Throws WorkbookRefused for whatever is wrong with the file, and what `onRows` or `signal` throws.
 */
export async function readInThread(
  kind: SheetFile,
  path: string,
  options: ReadOptions,
): Promise<WorkbookSummary> {
  const { onRows, signal, locale = 'en' } = options
  const limits = { ...defaultLimits, ...options.limits }
  signal?.throwIfAborted()

  const heapMegabytes = await heapFor(kind, path, limits)
  const work: Work = { kind, path, limits, locale }
  return threads.with((worker) => parse(worker, work, onRows, signal), { heapMegabytes, signal })
}

/** The thread waits for who takes the rows most of its time, so three may always be at work. */
const threads = openThreads({
  script: new URL('./read-worker.ts', import.meta.url),
  heapMegabytes: defaultLimits.heapMegabytes,
  mostWaiting: 200,
  always: 3,
  disposable: true,
})

async function parse(
  worker: Worker,
  work: Work,
  onRows: ReadOptions['onRows'],
  signal: AbortSignal | undefined,
): Promise<WorkbookSummary> {
  const { path, limits } = work
  worker.postMessage(work)
  const clock = new Stopwatch(limits.milliseconds)
  const over = new AbortController()

  try {
    return await new Promise<WorkbookSummary>((resolve, reject) => {
      const stop = (error: unknown) => {
        over.abort()
        reject(error)
      }
      const take = async (said: Said) => {
        if (over.signal.aborted) return
        if ('done' in said) return resolve(said.done)
        if ('refused' in said) throw new WorkbookRefused(said.refused, said.facts)
        await onRows(unpackRows(said.rows))
        worker.postMessage('next')
      }
      const letItRun = () =>
        clock.run(() => stop(new WorkbookRefused('ExcelTimedOut', { milliseconds: limits.milliseconds })))
      // The parser is a portion ahead; what it says is taken one after the other.
      let waiting = 0
      let taken = Promise.resolve()
      worker.on('message', (said: Said) => {
        clock.stop()
        waiting++
        taken = taken
          .then(() => take(said))
          .then(() => {
            waiting--
            if (waiting === 0 && !over.signal.aborted) letItRun()
          })
          .catch(stop)
      })
      worker.on('error', (error: NodeJS.ErrnoException) => {
        stop(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkbookRefused('ExcelTooLarge', { limit: 'memory' })
            : error,
        )
      })
      // It ends by itself when all is said, which may be before all is taken.
      worker.on('exit', (code) => {
        void taken.then(() => stop(new Error(`The parser of ${path} ended by itself with code ${code}`)))
      })
      signal?.addEventListener('abort', () => stop(signal.reason), { once: true, signal: over.signal })
      letItRun()
    })
  } finally {
    over.abort()
    clock.stop()
  }
}

const longCsv = { bytes: 2_000_000, heapMegabytes: 64 }

/** A workbook's shared texts are held whole. Of a CSV nothing is kept, but a long one fills whatever heap it may have. */
async function heapFor(kind: SheetFile, path: string, { heapMegabytes }: ExcelLimits): Promise<number> {
  const isLong = kind === 'csv' && (await stat(path)).size > longCsv.bytes
  return isLong ? Math.min(longCsv.heapMegabytes, heapMegabytes) : heapMegabytes
}

/** Counts only the time the parser takes. */
class Stopwatch {
  #left: number
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#left = milliseconds
  }

  run(onEnd: () => void): void {
    this.#since = performance.now()
    this.#timer = setTimeout(onEnd, Math.max(0, this.#left))
  }

  stop(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#left -= performance.now() - this.#since
  }
}
