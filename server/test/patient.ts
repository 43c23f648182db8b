import { setTimeout as pause } from 'node:timers/promises'

const busy: readonly (string | null)[] = ['Overloaded', 'DatabaseUnavailable', 'RequestInFlight']

/** Asks again, as clients do, where the portal is busy and has done nothing: on a slow machine many at once are too many. */
export async function patient<A extends { code: string | null }>(ask: () => Promise<A>): Promise<A> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask()
    if (!busy.includes(answer.code)) return answer
    await pause(200)
  }
  return ask()
}
