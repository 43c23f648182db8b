import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Cost {
  milliseconds: number
  /** The longest the event loop of this thread was held up. */
  lag: number
  /** What the whole process grew by, other threads included. */
  megabytes: number
}

/** Runs the work while a timer ticks in this thread, and tells what it cost whoever shares the process. */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10)
  const start = performance.now()
  delay.enable()
  try {
    await work()
  } finally {
    delay.disable()
    clearInterval(sampler)
  }
  peak = Math.max(peak, process.memoryUsage.rss())
  return { milliseconds: performance.now() - start, lag: Math.max(0, delay.max / 1e6 - resolution), megabytes: (peak - before) / 1e6 }
}

/** The machine that tests run on may be busy with others; a lag of this many times the budget is a fault all the same. */
export const BUSY = 4
