// A moment and what the clock shows then: `2026-11-22T07:42:17.000Z` and, in Istanbul, `2026-11-22 10:42:17`.

const writers = new Map<string, Intl.DateTimeFormat>()

/** What the clock of that zone shows at a moment; without a zone, that of the device. */
export function clockOf(instant: string, timeZone: string | undefined): string {
  const known = writers.get(timeZone ?? '')
  const writer =
    known ??
    new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  writers.set(timeZone ?? '', writer)
  return writer.format(new Date(instant))
}

/** The moment at which the clock of that zone shows this; of an hour that a change of the clock skips, the one after it. */
export function momentOf(clock: string, timeZone: string | undefined): string {
  const wanted = Date.parse(`${clock.replace(' ', 'T')}Z`)
  let moment = wanted
  // The difference between the zone and UTC can be another one where the first guess lands.
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(`${clockOf(new Date(moment).toISOString(), timeZone).replace(' ', 'T')}Z`)
    moment += wanted - shown
  }
  return new Date(moment).toISOString()
}
