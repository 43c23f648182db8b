import { exact, hundred, meanOf, one, type Exact } from '@kervan/contract/lma/exact'
import { expectFuel, middle } from '@kervan/contract/lma/expectation'
import { backtestMonths, getBacktest, horizons, type Backtest } from '@kervan/contract/lma/backtest'
import type { MarketUnit } from '@kervan/contract/lma/price-units'
import { score, type Scored } from '@kervan/contract/lma/score'
import { convert } from '@kervan/contract/lma/units'
import type { PriceModel } from '@kervan/contract/lma/words'
import { addDays } from '@kervan/contract/kit/days'
import type { InputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { assertWindow } from '../margins/days.sql.ts'
import {
  asOf,
  readPrices,
  readProducts,
  weekdays,
  type AsOf,
  type PriceRow,
  type ProductFacts,
} from './points.ts'

// A backtest knows on each day what was known that afternoon: values that had come by then, in the revision they had.

/** A value of a day, and from when on it was known; later revisions come after. */
type Version = { day: string; knownFrom: string; value: string }
/** The last value on or before a day, as it was known at the end of another one. */
type KnownAt = (day: string, knownOn: string) => string | null

function knownAt(rows: readonly Version[]): KnownAt {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const days = [...byDay.keys()].toSorted()
  return (day, knownOn) => {
    let [low, high] = [0, days.length]
    while (low < high) {
      const at = (low + high) >> 1
      if ((days[at] ?? '') <= day) low = at + 1
      else high = at
    }
    for (let at = low - 1; at >= 0; at -= 1) {
      const found = byDay.get(days[at] ?? '')?.findLast(({ knownFrom }) => knownFrom <= knownOn)
      if (found) return found.value
    }
    return null
  }
}

/** $/TON by day. An entry by hand has no revision: it was known on the day after its own. */
async function readVersions(
  tx: Tx,
  company: number,
  timeZone: string,
  product: ProductFacts,
  from: string,
): Promise<KnownAt> {
  const { rows } = await sql<{
    day: string
    knownFrom: string
    high: string
    low: string
    unit: MarketUnit
    density: string | null
  }>`
    select x.day::text as day, x.known::text as "knownFrom", x.high::text as high, x.low::text as low, x.unit,
      (select f.density::text from fuel_parameter f where f.company_id = ${company} and f.product_id = ${product.id}
        and f.valid_from <= x.day order by f.valid_from desc limit 1) as density
    from (
      select q.quote_day as day, q.quote_day as known, q.price_high as high, q.price_low as low, q.market_unit as unit, 99 as priority
      from market_quote q where q.company_id = ${company} and q.product_id = ${product.id}
      union all
      select v.day, (max(coalesce(v.decided_at, v.received_at)) at time zone ${timeZone})::date,
        greatest(max(v.value * s.factor) filter (where v.price_type <> 'Low'), max(v.value * s.factor)),
        least(min(v.value * s.factor) filter (where v.price_type <> 'High'), min(v.value * s.factor)), min(s.market_unit), min(s.priority)
      from market_value v join market_symbol s on s.company_id = v.company_id and s.code = v.symbol and s.price_source = v.source
        and s.valid_from <= v.day and (s.valid_to is null or s.valid_to >= v.day)
      where v.company_id = ${company} and v.product_id = ${product.id} and v.state in ('Current', 'Replaced') and v.value is not null
      group by v.day, v.source, v.file_id
    ) x where x.day >= ${addDays(from, -60)}::date order by x.day, x.priority desc, x.known`.execute(tx)
  return knownAt(
    rows.map(({ day, knownFrom, high, low, unit, density }) => ({
      day,
      knownFrom,
      value: convert(middle(exact(high), exact(low)), unit, '$/TON', {
        density: exact(density ?? '1'),
        rate: one,
        barrels: product.barrels === null ? null : exact(product.barrels),
      }).toFixed(9),
    })),
  )
}

async function readRateVersions(tx: Tx, company: number, timeZone: string, from: string): Promise<KnownAt> {
  const { rows } = await sql<Version>`
    select x.day::text as day, x.known::text as "knownFrom", x.value::text as value from (
      select f.rate_day as day, f.rate_day as known, f.selling as value, 99 as priority from fuel_rate f
      where f.company_id = ${company} and f.currency_code = 'USD'
      union all
      select v.day, (v.received_at at time zone ${timeZone})::date, v.value, 1 from market_value v
      where v.company_id = ${company} and v.source = 'TCMB' and v.symbol = 'USD' and v.price_type = 'Selling'
        and v.state in ('Current', 'Replaced') and v.value is not null
    ) x where x.day >= ${addDays(from, -60)}::date order by x.day, x.priority desc, x.known`.execute(tx)
  return knownAt(rows)
}

type Asked = InputOf<typeof getBacktest>
type Rules = { threshold: Exact; quoteLag: number; rateLag: number; model: PriceModel; density: Exact }
type Outcome = Scored & { day: string; move: Exact; later: (Exact | null)[] }

export const getBacktestHandler = handle(
  getBacktest,
  async ({ tx, actor, now, input }): Promise<Backtest> => {
    assertWindow(input, backtestMonths)
    const company = actor.company.id
    const { timeZone } = actor.company
    const product = seesPartOnly(actor)
      ? undefined
      : (await readProducts(tx, company)).find(({ code }) => code === input.fuelProduct)
    if (!product) throw refusal('NotFound')
    const today = dayIn(timeZone, now)
    const to = input.to < today ? input.to : today
    const prices =
      (await readPrices(tx, company, [product], addDays(input.from, -60), to)).get(product.id) ?? []
    const [quotes, rates] = [
      await readVersions(tx, company, timeZone, product, input.from),
      await readRateVersions(tx, company, timeZone, input.from),
    ]
    const parameters = asOf(product.parameters)
    const priceAt = asOf(prices.map((row) => ({ day: row.day, value: row })))
    const days = weekdays(input.from, to)
    const found = days.flatMap((day, at): Outcome[] => {
      const parameter = parameters(day)?.value
      const next = days[at + 1]
      if (!parameter || next === undefined) return []
      const rules = rulesOf(input, parameter)
      const outcome = outcomeOf(day, next, rules, priceAt, quotes, rates)
      if (!outcome) return []
      const later = horizons.map((ahead) => {
        const row = days[at + ahead] === undefined ? null : priceAt(days[at + ahead] ?? '')?.value
        return row ? perCubicMetre(row, rules.density) : null
      })
      return [{ ...outcome, later }]
    })
    return present(found)
  },
)

const rulesOf = (
  asked: Asked,
  parameter: NonNullable<ReturnType<AsOf<ProductFacts['parameters'][number]['value']>>>['value'],
): Rules => ({
  threshold: exact(asked.thresholdRate ?? parameter.threshold).over(hundred),
  quoteLag: asked.quoteLag ?? parameter.quoteLag,
  rateLag: asked.rateLag ?? parameter.rateLag,
  model: asked.priceModel ?? 'Formula',
  density: exact(parameter.density),
})

const perCubicMetre = ({ price, unit }: PriceRow, density: Exact): Exact =>
  unit === 'TL/M3' ? exact(price) : exact(price).times(density)

/** What a run of a day would have expected, and what the price was on the next weekday. Null where something was unknown. */
function outcomeOf(
  day: string,
  next: string,
  { threshold, quoteLag, rateLag, model, density }: Rules,
  priceAt: AsOf<PriceRow>,
  quotes: KnownAt,
  rates: KnownAt,
): Omit<Outcome, 'later'> | null {
  const [row, after] = [priceAt(day)?.value, priceAt(next)?.value]
  if (!row || !after) return null
  const decided = addDays(row.day, -1)
  const base = {
    quote: row.baseQuote ?? quotes(addDays(decided, -quoteLag), decided),
    rate: row.baseRate ?? rates(addDays(decided, -rateLag), decided),
  }
  const [quote, rate] = [quotes(addDays(day, -quoteLag), day), rates(addDays(day, -rateLag), day)]
  if (base.quote === null || base.rate === null || quote === null || rate === null) return null
  const before = perCubicMetre(row, density)
  const expected = expectFuel({
    base: { price: before, quote: exact(base.quote), rate: exact(base.rate), density },
    quote: exact(quote),
    rate: exact(rate),
    density,
    threshold,
    model,
  })
  return {
    day,
    move: expected.move,
    expected: expected.changeExpected,
    happened: after.day > day,
    // As it is written, so that means do not carry the denominators of all rates.
    expectedPrice: exact(expected.price.toFixed(6)),
    price: perCubicMetre(after, density),
    before,
  }
}

function present(found: readonly Outcome[]): Backtest {
  const of = score(found)
  const written = (value: Exact | null, digits: number) => value?.toFixed(digits) ?? null
  return {
    runs: of.runs,
    precision: written(of.precision, 4),
    recall: written(of.recall, 4),
    direction: written(of.direction, 4),
    falseAlarms: of.falseAlarms,
    meanErrorOfHits: written(of.meanErrorOfHits, 2),
    meanError: written(of.meanError, 2),
    bias: written(of.bias, 2),
    meanErrorOfNoChange: written(of.meanErrorOfNoChange, 2),
    skill: written(of.skill, 4),
    horizons: horizons.map((days, at) => {
      const known = found.flatMap(({ later, expected, expectedPrice, before }) => {
        const price = later[at]
        return price
          ? [
              {
                error: (expected ? expectedPrice : before).minus(price).abs(),
                idle: before.minus(price).abs(),
              },
            ]
          : []
      })
      return {
        days,
        runs: known.length,
        meanError: written(meanOf(known.map(({ error }) => error)), 2),
        meanErrorOfNoChange: written(meanOf(known.map(({ idle }) => idle)), 2),
      }
    }),
    events: found
      .filter(({ expected, happened }) => expected || happened)
      .map(({ day, expected, happened, move, before, expectedPrice, price }) => ({
        day,
        outcome:
          expected && happened ? ('Hit' as const) : expected ? ('FalseAlarm' as const) : ('Missed' as const),
        marketMove: move.times(hundred).toFixed(2),
        before: before.toFixed(2),
        expected: expectedPrice.toFixed(2),
        price: price.toFixed(2),
      }))
      .toReversed(),
  }
}
