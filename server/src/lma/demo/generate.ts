import { firstBusinessDay, isQuoteDay, isTurkishBusinessDay } from '@kervan/contract/lma/calendar'
import { addDays, addMonths, isWeekend } from '@kervan/contract/kit/days'
import type { Random } from '../../demo/random.ts'

// Made-up quotes, rates and prices of three years (domain/fuel 6). No real ones: chance that comes out the same.

export type MadeFuel = {
  code: string
  name: string
  density: number
  barrels: number
  /** $/TON. */
  level: number
  /** Share by which a season moves it, and the month in which it is highest. */
  season: number
  peak: number
  premium: number
  exciseTax: number
  stockShare: number
  margin: number
}
export const fuels: readonly MadeFuel[] = [
  {
    code: 'GASOLINE95',
    name: 'Gasoline 95',
    density: 0.775,
    barrels: 8.34,
    level: 760,
    season: 0.06,
    peak: 7,
    premium: 16,
    exciseTax: 14.8277,
    stockShare: 45.68,
    margin: 9.4,
  },
  {
    code: 'DIESEL',
    name: 'Diesel 10 ppm',
    density: 0.845,
    barrels: 7.45,
    level: 720,
    season: 0.04,
    peak: 1,
    premium: 18,
    exciseTax: 13.9006,
    stockShare: 45.68,
    margin: 10.1,
  },
  {
    code: 'JETA1',
    name: 'Jet A1',
    density: 0.8,
    barrels: 7.88,
    level: 740,
    season: 0.03,
    peak: 7,
    premium: 22,
    exciseTax: 0,
    stockShare: 45.68,
    margin: 6.2,
  },
  {
    code: 'FUELOIL1',
    name: 'Fuel oil 1 %',
    density: 0.96,
    barrels: 6.34,
    level: 520,
    season: 0.01,
    peak: 1,
    premium: 12,
    exciseTax: 0.6,
    stockShare: 46.58,
    margin: 4.8,
  },
]

export type MadeQuote = { code: string; day: string; high: number; low: number }
export type MadePrice = { code: string; validFrom: string; price: number; quote: number; rate: number }
export type MadeMarket = {
  quotes: MadeQuote[]
  rates: { day: string; selling: number }[]
  prices: MadePrice[]
  lpg: { month: string; propane: number; butane: number; validFrom: string; price: number }[]
}

const quarters = (value: number) => Math.round(value * 4) / 4
const cents = (value: number) => Math.round(value * 100) / 100

/** Of the normal distribution with deviation one. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** Rates of the first of July by year; in between they grow evenly. */
const anchors: readonly (readonly [string, number])[] = [
  ['2022-07-01', 16.7],
  ['2023-07-01', 26],
  ['2024-07-01', 32.7],
  ['2025-07-01', 39.8],
  ['2026-07-01', 46.2],
  ['2027-07-01', 53],
  ['2028-07-01', 60],
]

function trend(day: string): number {
  const at = Math.max(
    1,
    anchors.findIndex(([from]) => from > day),
  )
  const [[from, low], [to, high]] = [anchors[at - 1] ?? anchors[0]!, anchors[at] ?? anchors.at(-1)!]
  const [start, end, now] = [from, to, day].map((one) => Date.parse(one)) as [number, number, number]
  return low * (high / low) ** Math.min(1.5, (now - start) / Math.max(1, end - start))
}

/** The market from a day to another one, both weekdays. */
export function makeMarket(random: Random, from: string, to: string): MadeMarket {
  const made: MadeMarket = { quotes: [], rates: [], prices: [], lpg: [] }
  let [common, noise] = [0, 0]
  const own = new Map(fuels.map(({ code }) => [code, 0]))
  const machines = fuels.map((fuel) => new Machine(fuel, random, from, to))
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    common =
      common * (1 - 0.012) +
      0.014 * normal(random) +
      (random.chance(0.006) ? random.between(0.03, 0.06) * (random.chance(0.5) ? 1 : -1) : 0)
    noise = noise * 0.9 + 0.0022 * normal(random) + (random.chance(0.003) ? 0.02 : 0)
    const rate = Math.round(trend(day) * Math.exp(noise) * 10_000) / 10_000
    if (isTurkishBusinessDay(day)) made.rates.push({ day, selling: rate })
    const month = Number(day.slice(5, 7)) - 1 + Number(day.slice(8)) / 31
    for (const fuel of fuels) {
      const mine = (own.get(fuel.code) ?? 0) * (1 - 0.02) + 0.011 * normal(random)
      own.set(fuel.code, mine)
      if (!isQuoteDay(day)) continue
      const season = 1 + fuel.season * Math.cos(((month - (fuel.peak - 0.5)) / 12) * 2 * Math.PI)
      const middle = quarters(fuel.level * season * Math.exp(common + mine))
      made.quotes.push({ code: fuel.code, day, high: middle + 0.25, low: middle - 0.25 })
    }
    for (const machine of machines) machine.decide(day, made)
  }
  makeLpg(random, from, to, made)
  return made
}

/** A refinery: it changes a price when quote × rate has moved by three per cent, mostly on the same day. */
class Machine {
  readonly #fuel: MadeFuel
  readonly #random: Random
  readonly #steps: readonly (readonly [string, number])[]
  #base: { quote: number; rate: number; premium: number } | null = null

  constructor(fuel: MadeFuel, random: Random, from: string, to: string) {
    this.#fuel = fuel
    this.#random = random
    // The premium steps twice: down after eight months, up after two years.
    this.#steps = [
      [addMonths(from, 8), -6],
      [addMonths(from, 22), 3],
    ].filter(([day]) => String(day) <= to) as [string, number][]
  }

  decide(day: string, made: MadeMarket): void {
    const { code, density, premium: own } = this.#fuel
    const quoted = made.quotes.findLast((one) => one.code === code && one.day < day)
    const rate = made.rates.at(-1)?.selling
    if (!quoted || rate === undefined) return
    const quote = (quoted.high + quoted.low) / 2
    const premium = own + this.#steps.filter(([from]) => from <= day).reduce((sum, [, step]) => sum + step, 0)
    const base = this.#base
    const move = base ? Math.abs((quote * rate) / (base.quote * base.rate) - 1) : 1
    const changes =
      base === null ||
      base.premium !== premium ||
      (move >= 0.03 ? this.#random.chance(0.92) : move >= 0.02 && this.#random.chance(0.04))
    if (!changes) return
    const noise = this.#random.chance(0.3) ? 20 * normal(this.#random) : 0
    this.#base = { quote, rate, premium }
    made.prices.push({
      code,
      validFrom: addDays(day, 1),
      price: cents(density * rate * (quote + premium) + noise),
      quote,
      rate,
    })
  }
}

/** Contract prices of LPG by month; its price follows on the first business day. */
function makeLpg(random: Random, from: string, to: string, made: MadeMarket): void {
  let [propane, butane] = [520, 505]
  const steps = (value: number) =>
    Math.min(650, Math.max(380, Math.round((value + 28 * normal(random)) / 5) * 5))
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = addMonths(month, 1)) {
    propane = steps(propane)
    butane = steps(butane)
    const validFrom = firstBusinessDay(month)
    const rate = made.rates.findLast(({ day }) => day < validFrom)?.selling ?? made.rates[0]?.selling
    if (rate === undefined || validFrom > to) continue
    made.lpg.push({
      month,
      propane,
      butane,
      validFrom,
      price: cents((0.3 * propane + 0.7 * butane + 95) * rate),
    })
  }
}
