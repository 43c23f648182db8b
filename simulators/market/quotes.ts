// Made-up quotes and rates: the same for the same day, and no real ones.

export type Series = {
  platts: string
  argus: string
  ric: string
  level: number
  season: number
  phase: number
}

/** What is quoted: level in $/t, share of the season, and where in its waves it stands. */
export const series: readonly Series[] = [
  { platts: 'AAWYZ00', argus: 'PA0001234', ric: 'ULSD10-MED', level: 720, season: -0.04, phase: 0 },
  { platts: 'AAWZB00', argus: 'PA0005678', ric: 'PREMUNL10-MED', level: 760, season: 0.06, phase: 1 },
  { platts: 'AAZBN00', argus: 'PA0002468', ric: 'JETA1-MED', level: 740, season: 0.03, phase: 2 },
  { platts: 'PUAAJ00', argus: 'PA0001357', ric: 'FO1-MED', level: 520, season: 0.01, phase: 3 },
]

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** Between -1 and 1, by chance but the same for the same number. */
function chanceOf(number: number): number {
  const wave = Math.sin(number * 12.9898) * 43_758.5453
  return (wave - Math.floor(wave)) * 2 - 1
}

/** High and low of a day with two digits: half a dollar apart, the middle on quarters. */
export function quoteOf({ level, season, phase }: Series, day: string): { high: string; low: string } {
  const at = dayNumber(day)
  const year = Math.cos(((at % 365) / 365 - 0.53) * 2 * Math.PI)
  const waves = 0.07 * Math.sin(at / 47 + phase) + 0.03 * Math.sin(at / 13 + phase * 2)
  const middle =
    Math.round(level * (1 + season * year + waves + 0.008 * chanceOf(at + phase * 1_000)) * 4) / 4
  return { high: (middle + 0.25).toFixed(2), low: (middle - 0.25).toFixed(2) }
}

/** TL for a dollar: it grows from 26 in July 2023 by what is known of the years after. */
export function rateOf(day: string): string {
  const known: readonly (readonly [string, number])[] = [
    ['2023-07-03', 26],
    ['2024-07-01', 32.7],
    ['2025-07-01', 39.8],
    ['2026-07-01', 46.2],
    ['2027-07-01', 54],
  ]
  const at = dayNumber(day)
  const after = Math.max(
    1,
    known.findIndex(([from]) => dayNumber(from) > at),
  )
  const [[from, low], [to, high]] = [known[after - 1] ?? known[0]!, known[after] ?? known[1]!]
  const share = (at - dayNumber(from)) / (dayNumber(to) - dayNumber(from))
  return (low * (high / low) ** share * (1 + 0.0022 * chanceOf(at))).toFixed(4)
}
