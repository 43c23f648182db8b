import { meanByRule, periodEnd, periodStart } from '@kervan/contract/lma/calendar'
import { exact } from '@kervan/contract/lma/exact'
import { middle } from '@kervan/contract/lma/expectation'
import type { MarketUnit } from '@kervan/contract/lma/price-units'
import { convert } from '@kervan/contract/lma/units'
import type { AveragePeriod, holidayRules } from '@kervan/contract/lma/words'
import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { priceInForce, quoteRows, rateAt } from '../market.sql.ts'
import type { KeptInputs, KeptLeg } from './price.ts'

export type ItemInputs = { code: string; terminal: string; productId: string; inputs: KeptInputs }

type Item = {
  id: string
  code: string
  terminal: string
  productId: string
  density: string
  barrels: string | null
  quoteLag: number
  parameter: string
  blendingRatio: string
  fee: string
  period: AveragePeriod | null
  rule: (typeof holidayRules)[number]
  refineryPrice: string | null
  bioPrice: string | null
  bioUnit: MarketUnit | null
  bioDensity: string | null
}

/** The items that hold on a day, with what their prices are made of. */
export async function gatherItems(tx: Tx, company: number, day: string): Promise<ItemInputs[]> {
  const { rows } = await sql<Item>`
    select i.id, i.code, i.terminal, p.id as "productId", f.density::text as density, p.barrels_per_ton::text as barrels,
      f.quote_lag as "quoteLag", i.yt04_parameter::text as parameter, i.blending_ratio::text as "blendingRatio",
      i.service_fee::text as fee, i.average_period as period, i.holiday_rule as rule,
      (${priceInForce(company, sql`p.id`, sql`${day}::date`, sql`f.density`)})::text as "refineryPrice",
      b.price::text as "bioPrice", b.market_unit as "bioUnit", g.density::text as "bioDensity"
    from transfer_item i join fuel_product p on p.company_id = i.company_id and p.id = i.product_id
    join fuel_parameter f on f.company_id = i.company_id and f.product_id = i.product_id and f.valid_from <= ${day}::date
      and (f.valid_to is null or f.valid_to >= ${day}::date)
    left join bio_price b on b.company_id = i.company_id and b.product_id = i.blended_in_id and b.valid_from <= ${day}::date
      and (b.valid_to is null or b.valid_to >= ${day}::date)
    left join fuel_parameter g on g.company_id = i.company_id and g.product_id = i.blended_in_id and g.valid_from <= ${day}::date
      and (g.valid_to is null or g.valid_to >= ${day}::date)
    where i.company_id = ${company} and i.valid_from <= ${day}::date and (i.valid_to is null or i.valid_to >= ${day}::date)
    order by i.code`.execute(tx)
  const [legs, rate] = [await legsOf(tx, company), await rateAt(tx, company, day)]
  const found: ItemInputs[] = []
  for (const item of rows)
    found.push({
      code: item.code,
      terminal: item.terminal,
      productId: item.productId,
      inputs: {
        ...(await quoteOf(tx, company, item, day, rate?.value ?? '1')),
        rate: rate?.value ?? null,
        rateDay: rate?.day ?? null,
        density: item.density,
        refineryPrice: item.refineryPrice,
        blendingRatio: item.blendingRatio,
        blendedIn: rate && bioPrice(item, rate.value),
        parameter: item.parameter,
        fee: item.fee,
        legs: legs.get(item.id) ?? [],
      },
    })
  return found
}

function bioPrice({ bioPrice: price, bioUnit, bioDensity }: Item, rate: string): string | null {
  if (price === null || bioUnit === null || (bioDensity === null && bioUnit !== '$/M3')) return null
  return convert(exact(price), bioUnit, '$/M3', {
    density: exact(bioDensity ?? '1'),
    rate: exact(rate),
  }).toFixed(9)
}

/** The last quote, or the mean of the period before by the rule of the item. */
async function quoteOf(tx: Tx, company: number, item: Item, day: string, rate: string) {
  const last = addDays(day, -item.quoteLag)
  const [from, to] = item.period === null ? [addDays(last, -30), last] : periodBefore(day, item.period)
  const { rows } = await sql<{ day: string; high: string; low: string; unit: MarketUnit }>`
    select distinct on (q.day) q.day::text as day, q.high::text as high, q.low::text as low, q.unit from ${quoteRows(company)} q
    where q.product_id = ${item.productId} and q.day between ${addDays(from, -10)}::date
      and ${item.period === null ? to : addDays(to, 10)}::date and q.day <= ${last}::date
    order by q.day, q.priority`.execute(tx)
  const values = rows.map((row) => ({
    day: row.day,
    value: convert(middle(exact(row.high), exact(row.low)), row.unit, '$/TON', {
      density: exact(item.density),
      rate: exact(rate),
      barrels: item.barrels === null ? null : exact(item.barrels),
    }),
  }))
  const newest = values.at(-1)
  if (item.period === null)
    return {
      quote: newest?.value.toFixed(9) ?? null,
      quoteFrom: newest?.day ?? null,
      quoteTo: newest?.day ?? null,
    }
  return {
    quote: meanByRule(values, { from, to }, item.rule)?.toFixed(9) ?? null,
    quoteFrom: from,
    quoteTo: to,
  }
}

/** The whole period before the one that a day is in. */
function periodBefore(day: string, period: AveragePeriod): [string, string] {
  const from = periodStart(addDays(periodStart(day, period), -1), period)
  return [from, periodEnd(from, period)]
}

type LegRow = Omit<KeptLeg, 'dap' | 'fob'> & {
  item: string
  dapRatio: string
  dapUnit: KeptLeg['dap']['unit']
  dapPremium: string
  fobRatio: string
  fobUnit: KeptLeg['dap']['unit']
  fobPremium: string
}

async function legsOf(tx: Tx, company: number): Promise<Map<string, KeptLeg[]>> {
  const { rows } = await sql<LegRow>`
    select l.item_id as item, l.leg_number as "legNumber", l.fuel_supplier as supplier, l.purchase_type as "purchaseType",
      l.supplier_mode as mode, l.purchase_ratio::text as ratio, l.rebate_ratio::text as rebate,
      l.dap_ratio::text as "dapRatio", l.dap_premium_unit as "dapUnit", l.dap_premium::text as "dapPremium",
      l.fob_ratio::text as "fobRatio", l.fob_premium_unit as "fobUnit", l.fob_premium::text as "fobPremium"
    from transfer_leg l where l.company_id = ${company} order by l.leg_number`.execute(tx)
  return new Map([...Map.groupBy(rows, ({ item }) => item)].map(([item, of]) => [item, of.map(legOf)]))
}

const legOf = ({ legNumber, supplier, purchaseType, mode, ratio, rebate, ...row }: LegRow): KeptLeg => ({
  legNumber,
  supplier,
  purchaseType,
  mode,
  ratio,
  rebate,
  dap: { ratio: row.dapRatio, unit: row.dapUnit, premium: row.dapPremium },
  fob: { ratio: row.fobRatio, unit: row.fobUnit, premium: row.fobPremium },
})
