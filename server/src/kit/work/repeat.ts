import type { Log } from '../log.ts'

/**
 * Does `work` now and then again and again, `everyMs` after the last time began, never twice at once; a failure is
 * logged and tried again the next time. Returns how to stop it, which waits for what is under way.
 */
export function repeat(
  name: string,
  everyMs: number,
  log: Log,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const look = () => {
    underWay ??= work()
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error }, name),
      )
      .finally(() => (underWay = null))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
