import { exact, hundred, meanOf, sumOf, type Exact } from './exact.ts'

/** Digits that a ratio keeps while means are made of it. */
const kept = 12
const rounded = (value: Exact): Exact => exact(value.toFixed(kept))

/**
 * How each month of the year stands to the twelve months around it (domain/fuel 3): the mean of a month over the centred
 * twelve-month mean, in per cent. `months` are means of consecutive months, the first of them in month `first` (1 to 12).
 * Null for months without twelve months around any of them.
 */
export function seasonalIndex(months: readonly Exact[], first: number): (Exact | null)[] {
  const half = exact('2')
  const found: Exact[][] = Array.from({ length: 12 }, () => [])
  for (let at = 6; at + 6 < months.length; at += 1) {
    const [start, end, month] = [months[at - 6], months[at + 6], months[at]]
    if (!start || !end || !month) continue
    const around = sumOf(months.slice(at - 5, at + 6))
      .plus(start.plus(end).over(half))
      .over(exact('12'))
    found[(first - 1 + at) % 12]?.push(rounded(month.over(around).times(hundred))) // no price
  }
  return found.map(meanOf)
}
