export interface Cost {
  /** Processor time of the whole process, other threads included. */
  milliseconds: number
  /** The longest piece of work without a break in this thread, which is how long others would have waited for it. */
  lag: number
  /** What the whole process grew by, other threads included. */
  megabytes: number
}

/**
 * Runs the work while a timer ticks in this thread, and tells what it cost whoever shares the process. Counted is
 * processor time, never the clock on the wall: that one also runs while a busy machine does something else.
 */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const resolution = 5
  const before = process.memoryUsage.rss()
  let peak = before
  let longest = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    peak = Math.max(peak, process.memoryUsage.rss())
    last = process.threadCpuUsage()
  }
  const sampler = setInterval(tick, resolution)
  const start = process.cpuUsage()
  try {
    await work()
  } finally {
    clearInterval(sampler)
    tick()
  }
  const { user, system } = process.cpuUsage(start)
  return {
    milliseconds: (user + system) / 1_000,
    lag: Math.max(0, longest - resolution),
    megabytes: (peak - before) / 1e6,
  }
}

/** The processor that tests run on may be slower than the one of the budgets; this many times them is a fault all the same. */
export const BUSY = 4
