/** The time as the server sees it. A test gives its own. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

// Making a formatter costs a thousand times what using it does.
const dayFormats = new Map<string, Intl.DateTimeFormat>()
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function kept(
  formats: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  make: () => Intl.DateTimeFormat,
): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? make()
  formats.set(timeZone, format)
  return format
}

/** The day it is in a time zone, as `yyyy-mm-dd`. */
export function dayIn(timeZone: string, moment: Date): string {
  return kept(
    dayFormats,
    timeZone,
    () => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ).format(moment)
}

/** Minutes that a time zone is ahead of UTC at a moment. */
export function utcOffsetMinutes(timeZone: string, moment: Date): number {
  const name =
    kept(
      offsetFormats,
      timeZone,
      () => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
    )
      .formatToParts(moment)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

// Asking for the offset takes longer than all else that is worked out with it, and the same few days are asked for.
const starts = new Map<string, number>()
const startsKept = 10_000

/** The moment a day begins in a time zone. */
export function startOfDay(timeZone: string, day: string): Date {
  const key = `${timeZone} ${day}`
  let start = starts.get(key)
  if (start === undefined) {
    start = findStart(timeZone, day).getTime()
    if (starts.size >= startsKept) starts.clear()
    starts.set(key, start)
  }
  return new Date(start)
}

function findStart(timeZone: string, day: string): Date {
  const utc = new Date(`${day}T00:00:00Z`)
  const guess = new Date(utc.getTime() - utcOffsetMinutes(timeZone, utc) * 60_000)
  // On the day of a change of clocks the first guess may use the other side's offset.
  return new Date(utc.getTime() - utcOffsetMinutes(timeZone, guess) * 60_000)
}
