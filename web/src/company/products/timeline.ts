// One axis for several rows of days: where a day lies on it, in percent of its width.

type Dated = { today: string; since: string } & Record<'listing' | 'season' | 'status', readonly Ends[]> & {
    price: readonly Ends[] | null
  }
type Ends = { from: string; to: string | null }
export type Axis = { start: string; end: string; at: (day: string) => number }

const dayLong = 86_400_000
const number = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** From the first day that is known to a tenth beyond the last one, at least a month long. */
export function axisOf({ today, since, listing, season, price, status }: Dated): Axis {
  const ends = [listing, season, price ?? [], status].flat().flatMap(({ from, to }) => [from, to ?? from])
  const days = [today, since, ...ends].map(number)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const length = Math.max(30 * dayLong, (last - first) * 1.1)
  const at = (day: string) => Math.min(100, Math.max(0, ((number(day) - first) / length) * 100))
  return { start: dayOf(first), end: dayOf(first + length), at }
}

/** The days that are written below an axis: its ends and its middle. */
export const ticksOf = ({ start, end }: Axis): string[] => [
  start,
  dayOf((number(start) + number(end)) / 2),
  end,
]
