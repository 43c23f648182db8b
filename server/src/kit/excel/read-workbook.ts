import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { TextLocale } from './cell.ts'
import { defaultLimits, type ExcelLimits } from './limits.ts'
import { unpackRows } from './packed-rows.ts'
import { checkArchive, type WorkbookSummary } from './parse-workbook.ts'
import type { Said, Work } from './read-worker.ts'
import { WorkbookRefused } from './refused.ts'
import type { SheetRow } from './sheet-rows.ts'

export type { CellValue, TextLocale } from './cell.ts'
export { defaultLimits, type ExcelLimits } from './limits.ts'
export { WorkbookRefused } from './refused.ts'
export type { WorkbookSummary } from './parse-workbook.ts'
export type { SheetRow } from './sheet-rows.ts'

export interface ReadOptions {
  limits?: Partial<ExcelLimits>
  /** How numbers and dates look in `text`. */
  locale?: TextLocale
  /** Takes up to 500 rows; the parser goes on when it has answered. What it throws ends the reading. */
  onRows: (rows: SheetRow[]) => Promise<void> | void
  signal?: AbortSignal
}

/** Refuses at once what is no workbook or too large to be read, before anything is unpacked. Throws WorkbookRefused. */
export async function checkWorkbook(path: string, limits: Partial<ExcelLimits> = {}): Promise<void> {
  const file = await open(path)
  try {
    await checkArchive(file, { ...defaultLimits, ...limits })
  } finally {
    await file.close()
  }
}

/**
 * Reads an .xlsx file row by row in a thread of its own, so that neither a large nor a hostile file holds up anyone else.
 * Throws WorkbookRefused for whatever is wrong with the file.
 */
export async function readWorkbook(path: string, options: ReadOptions): Promise<WorkbookSummary> {
  const { onRows, signal, locale = 'en' } = options
  const limits = { ...defaultLimits, ...options.limits }
  signal?.throwIfAborted()

  const work: Work = { path, limits, locale }
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
    // The parser of foreign files needs neither our settings nor our start options.
    env: {},
    execArgv: [],
  })
  const clock = new Stopwatch(limits.milliseconds)
  const over = new AbortController()

  try {
    return await new Promise<WorkbookSummary>((resolve, reject) => {
      const letItRun = () =>
        clock.run(() => reject(new WorkbookRefused('ExcelTimedOut', { milliseconds: limits.milliseconds })))
      const takeRows = async (rows: SheetRow[]) => {
        clock.stop()
        await onRows(rows)
        if (over.signal.aborted) return
        letItRun()
        worker.postMessage('next')
      }
      worker.on('message', (said: Said) => {
        if ('rows' in said) takeRows(unpackRows(said.rows)).catch(reject)
        else if ('done' in said) resolve(said.done)
        else reject(new WorkbookRefused(said.refused, said.facts))
      })
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkbookRefused('ExcelTooLarge', { limit: 'memory' })
            : error,
        )
      })
      worker.on('exit', (code) =>
        reject(new Error(`The parser of ${path} ended by itself with code ${code}`)),
      )
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal })
      letItRun()
    })
  } finally {
    over.abort()
    clock.stop()
    await worker.terminate()
  }
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
