import { toRefused } from './refused.ts'

const furtherTries = 2

/**
 * What `send` gives. A server that is busy, or a record that somebody holds, is asked again, twice, after the pause that
 * the server names, or a second. Only what is known not to have acted, or cannot act twice because it is `isKeyed`.
 * Throws the refusal of the last try.
 */
export async function untilFree<T>(send: () => Promise<T>, { isKeyed }: { isKeyed: boolean }): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send()
    } catch (thrown) {
      const refused = toRefused(thrown)
      const isBusy = refused.is('Overloaded', 'RequestInFlight') || (isKeyed && refused.status === 503)
      if (!isBusy || tries === furtherTries) throw refused
      await new Promise((done) => setTimeout(done, (refused.retryAfterSeconds ?? 1) * 1_000))
    }
  }
}
