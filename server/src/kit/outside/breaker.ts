export type BreakerState = 'Closed' | 'Open' | 'HalfOpen'

/**
 * Stops asking a system that keeps failing. After `failures` in a row it is open: nothing is asked for `openMs`. Then it
 * is half open: one request is let through, and what becomes of it closes it or opens it again.
 */
export function openBreaker(limits: { failures: number; openMs: number }, now: () => number) {
  let failed = 0
  let openedAt: number | null = null
  let probing = false
  const state = (): BreakerState => {
    if (openedAt === null) return 'Closed'
    return now() - openedAt < limits.openMs ? 'Open' : 'HalfOpen'
  }
  return {
    state,
    /** Whether one more request may leave; who is let through says afterwards how it went. */
    letsThrough(): boolean {
      const is = state()
      if (is === 'Closed') return true
      if (is === 'Open' || probing) return false
      probing = true
      return true
    },
    succeeded(): void {
      failed = 0
      openedAt = null
      probing = false
    },
    failed(): void {
      failed += 1
      probing = false
      if (openedAt !== null || failed >= limits.failures) openedAt = now()
    },
    /** It was let through and never asked. */
    notAsked(): void {
      probing = false
    },
  }
}
