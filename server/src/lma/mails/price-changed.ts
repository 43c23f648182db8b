import { exact, one, type Exact } from '@kervan/contract/lma/exact'
import type { RefineryUnit } from '@kervan/contract/lma/price-units'
import type { changeReasons } from '@kervan/contract/lma/words'
import { convert, shownChange } from '@kervan/contract/lma/units'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { MasterContext } from '../../kit/master/kind.ts'
import { sayAmount, sayDay, translate } from '../../kit/messages.ts'
import { changesOf } from '../history/changes.ts'
import {
  asOf,
  readPrices,
  readProducts,
  readQuotes,
  readRates,
  type ProductFacts,
} from '../history/points.ts'
import { ownRefinery } from '../market.sql.ts'
import { mailFuel } from './send.ts'

// What recipients are told when a second person has approved prices of refineries (domain/fuel 5).

/** A mail names so many prices; of a file with more it says how many there are. */
const mostNamed = 30

type Changed = {
  product: string
  refinery: string
  day: string
  /** Null where the price was removed. */
  price: string | null
  unit: RefineryUnit
  /** What stood in its place: the record before, or the price that was in force the day before. */
  before: string | null
  beforeUnit: RefineryUnit | null
  reason: string | null
  /** What the last run expected for that day, TL/M3. */
  expected: string | null
}

/**
 * Promises a mail about the prices of a change that has taken effect. Nobody is told at weekends (LMA-003).
 * Returns to how many it goes.
 */
export async function mailPriceChanged(context: MasterContext, changeId: string): Promise<number> {
  const { tx, actor, services, now } = context
  const company = actor.company.id
  if (isWeekend(dayIn(actor.company.timeZone, now))) return 0
  const { rows, total } = await changedPrices(tx, company, changeId)
  if (rows.length === 0) return 0
  const products = await readProducts(tx, company)
  const reasons = await reasonsOf(tx, company, products, rows)
  return mailFuel(tx, services, { company, now, mail: 'RefineryPriceChanged' }, (language) => ({
    company: actor.company.name,
    day: sayDay(language, dayIn(actor.company.timeZone, now)),
    lines: [
      ...rows.map((row) => paragraph(language, row, products, reasons)),
      ...(total > rows.length
        ? [translate(language, 'mail.fuelRefineryPriceChanged.more', { count: total - rows.length })]
        : []),
    ].join('\n\n'),
  }))
}

async function changedPrices(tx: Tx, company: number, changeId: string) {
  const { rows } = await sql<Changed & { total: number }>`
    select p.code as product, r.refinery, r.day, r.price, r.unit, r.reason, b.price as before, b.unit as "beforeUnit",
      count(*) over ()::int as total,
      case when r.refinery = ${ownRefinery} then (
        select (case when e.change_expected then e.price else e.before end)::text from expectation e
        join expectation_run x on x.company_id = e.company_id and x.id = e.run_id
        where e.company_id = ${company} and e.product_id = p.id and e.effective_day = r.day::date and x.state <> 'Rejected'
        order by x.made_at desc limit 1) end as expected
    from (
      select m.position, v ->> 'fuelProduct' as product, v ->> 'refinery' as refinery, v ->> 'validFrom' as day,
        m.after ->> 'price' as price, v ->> 'refineryUnit' as unit, m.after ->> 'reason' as reason,
        m.before ->> 'price' as "was", m.before ->> 'refineryUnit' as "wasUnit"
      from (select *, coalesce(after, before) as v from master_change_row where company_id = ${company} and change_id = ${changeId}
        and action in ('Added', 'Changed', 'Removed')) m) r
    join fuel_product p on p.company_id = ${company} and p.code = r.product
    left join lateral (
      select r."was" as price, r."wasUnit" as unit where r."was" is not null
      union all (select i.price::text, i.refinery_unit from refinery_price i where r."was" is null and i.company_id = ${company}
        and i.product_id = p.id and i.refinery = r.refinery and i.valid_from < r.day::date order by i.valid_from desc limit 1)) b on true
    order by r.position limit ${mostNamed}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

type Reasons = ReadonlyMap<string, (typeof changeReasons)[number]>

/** Why prices of the own refinery were changed, by product and day, as the historical analysis says it. */
async function reasonsOf(
  tx: Tx,
  company: number,
  products: readonly ProductFacts[],
  rows: readonly Changed[],
): Promise<Reasons> {
  const own = rows.filter(({ refinery }) => refinery === ownRefinery)
  const days = own.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Map()
  const named = products.filter(({ code }) => own.some(({ product }) => product === code))
  const prices = await readPrices(tx, company, named, addDays(first, -1), last)
  const begins = [...prices.values()]
    .map((of) => of[0]?.day ?? first)
    .reduce((a, b) => (a < b ? a : b), first)
  const quotes = await readQuotes(tx, company, named, begins, last)
  const rates = asOf(await readRates(tx, company, begins, last))
  return new Map(
    named.flatMap((product) =>
      changesOf(product, prices.get(product.id) ?? [], quotes.get(product.id) ?? [], rates, first).map(
        ({ day, changeReason }) => [`${product.code} ${day}`, changeReason] as const,
      ),
    ),
  )
}

function paragraph(
  language: Language,
  row: Changed,
  products: readonly ProductFacts[],
  reasons: Reasons,
): string {
  const product = products.find(({ code }) => code === row.product)
  const density = product && asOf(product.parameters)(row.day)?.value.density
  /** A price in the unit of the record; null where the density is not known. */
  const inUnit = (price: string, from: RefineryUnit): Exact | null =>
    from === row.unit
      ? exact(price)
      : density === undefined
        ? null
        : convert(exact(price), from, row.unit, { density: exact(density), rate: one })
  const amount = (value: string) => sayAmount(language, value)
  const before = row.before === null ? null : inUnit(row.before, row.beforeUnit ?? row.unit)
  const facts = {
    name: product?.name ?? row.product,
    refinery: translate(language, `state.refinery.${row.refinery}`),
    effective: sayDay(language, row.day),
    unit: row.unit,
    before: before ? amount(before.toFixed(2)) : '–',
  }
  if (row.price === null) return translate(language, 'mail.fuelRefineryPriceChanged.removed', facts)
  const price = exact(row.price)
  const shown = shownChange(price, before, row.unit)
  const reason = row.reason ?? reasonWord(language, reasons.get(`${row.product} ${row.day}`))
  const expected = row.expected === null ? null : inUnit(row.expected, 'TL/M3')
  return [
    translate(language, 'mail.fuelRefineryPriceChanged.line', { ...facts, price: amount(price.toFixed(2)) }),
    ...(shown
      ? [
          translate(language, 'mail.fuelRefineryPriceChanged.change', {
            ...facts,
            change: amount(shown.change),
            percent: amount(exact(shown.percent ?? '0').toFixed(2)),
          }),
        ]
      : []),
    ...(reason ? [translate(language, 'mail.fuelRefineryPriceChanged.reason', { reason })] : []),
    ...(expected
      ? [
          translate(language, 'mail.fuelRefineryPriceChanged.expected', {
            unit: row.unit,
            expected: amount(expected.toFixed(2)),
            error: amount(
              exact(expected.toFixed(2))
                .minus(exact(price.toFixed(2)))
                .toFixed(2),
            ),
          }),
        ]
      : []),
  ].join('\n')
}

const reasonWord = (language: Language, reason: (typeof changeReasons)[number] | undefined): string | null =>
  reason === undefined ? null : translate(language, `state.changeReason.${reason}`)
