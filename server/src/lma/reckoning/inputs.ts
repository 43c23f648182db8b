import { firstBusinessDay, isTurkishBusinessDay, type OwnDays } from '@kervan/contract/lma/calendar'
import { exact } from '@kervan/contract/lma/exact'
import { middle } from '@kervan/contract/lma/expectation'
import { convert } from '@kervan/contract/lma/units'
import type { ExpectationNote, PriceModel } from '@kervan/contract/lma/words'
import type { MarketUnit, RefineryUnit } from '@kervan/contract/lma/price-units'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { ownDays } from '../calendar.sql.ts'
import { ownRefinery, quoteAt, rateAt, type Quote } from '../market.sql.ts'
import type { LineInputs } from './line.ts'

// What a run of a day goes by: gathered once, kept with the run, and never read again for it.

export type ProductInputs = { productId: string; code: string; effectiveDay: string; inputs: LineInputs }

type Product = {
  id: string
  code: string
  group: 'Fuel' | 'Lpg'
  barrels: string | null
  density: string
  threshold: string
  quoteLag: number
  rateLag: number
  fixedPremium: string | null
  model: PriceModel
  share: string | null
}

/** Products with parameters of the day; LPG on the first business day of a month alone. */
export async function gather(tx: Tx, company: number, day: string): Promise<ProductInputs[]> {
  const own = await ownDays(tx, company, 'TR')
  const { rows } = await sql<Product>`
    select p.id, p.code, p.fuel_group as "group", p.barrels_per_ton::text as barrels, f.density::text as density,
      f.threshold_rate::text as threshold, f.quote_lag as "quoteLag", f.rate_lag as "rateLag",
      f.fixed_premium::text as "fixedPremium", f.price_model as model, f.propane_share::text as share
    from fuel_product p join fuel_parameter f on f.company_id = p.company_id and f.product_id = p.id
    where p.company_id = ${company} and p.fuel_group <> 'Bio' and f.valid_from <= ${day}::date
      and (f.valid_to is null or f.valid_to >= ${day}::date) order by p.code`.execute(tx)
  const isFirst = firstBusinessDay(day, own) === day
  const found: ProductInputs[] = []
  for (const product of rows) {
    if (product.group === 'Lpg' && !isFirst) continue
    found.push({
      productId: product.id,
      code: product.code,
      effectiveDay: product.group === 'Lpg' ? day : addDays(day, 1),
      inputs: await inputsOf(tx, company, product, day, own),
    })
  }
  return found
}

async function inputsOf(
  tx: Tx,
  company: number,
  product: Product,
  day: string,
  own: OwnDays,
): Promise<LineInputs> {
  const isLpg = product.group === 'Lpg'
  const [quoteBy, rateBy] = [addDays(day, -product.quoteLag), addDays(day, -(isLpg ? 1 : product.rateLag))]
  const [quote, rate] = [
    isLpg ? null : await quoteAt(tx, company, product.id, quoteBy),
    await rateAt(tx, company, rateBy),
  ]
  const lpg = isLpg ? await lpgAt(tx, company, day, product.share ?? '30') : null
  const notes: ExpectationNote[] = []
  if (quote && quote.day < lastWeekday(quoteBy)) notes.push('QuoteCarried')
  if (rate && rate.day < lastBusinessDay(rateBy, own)) notes.push('RateCarried')
  if (rate && rate.day < lastWeekday(rateBy) && !notes.includes('RateCarried')) notes.push('RateCarried')
  if (lpg && lpg.month !== `${day.slice(0, 7)}-01`) notes.push('Provisional')
  return {
    group: product.group,
    density: product.density,
    barrels: product.barrels,
    threshold: product.threshold,
    model: product.model,
    fixedPremium: product.fixedPremium,
    base: await baseAt(tx, company, product, day),
    quote: quote && { ...quote, unit: quote.unit as MarketUnit },
    rate,
    lpg,
    notes,
  }
}

const lastWeekday = (day: string): string => {
  while (isWeekend(day)) day = addDays(day, -1)
  return day
}
const lastBusinessDay = (day: string, own: OwnDays): string => {
  while (!isTurkishBusinessDay(day, own)) day = addDays(day, -1)
  return day
}

type Base = { price: string; unit: RefineryUnit; from: string; quote: string | null; rate: string | null }

/** The price in force with quote and rate of the day it was decided on, unless the record says others. */
async function baseAt(tx: Tx, company: number, product: Product, day: string): Promise<Base | null> {
  const { rows } = await sql<Base>`
    select i.price::text as price, i.refinery_unit as unit, i.valid_from::text as from, i.base_quote::text as quote,
      i.base_rate::text as rate from refinery_price i
    where i.company_id = ${company} and i.refinery = ${ownRefinery} and i.product_id = ${product.id} and i.valid_from <= ${day}::date
    order by i.valid_from desc limit 1`.execute(tx)
  const [base] = rows
  if (!base || product.group === 'Lpg') return base ?? null
  const decided = addDays(base.from, -1)
  const quote =
    base.quote === null ? await quoteAt(tx, company, product.id, addDays(decided, -product.quoteLag)) : null
  const rate = base.rate === null ? await rateAt(tx, company, addDays(decided, -product.rateLag)) : null
  const of = base.rate ?? rate?.value ?? null
  return { ...base, rate: of, quote: base.quote ?? (quote && of ? perTon(quote, product, of) : null) }
}

/** Kept with as many digits as a quote of the exchange has, and six more. */
function perTon(quote: Quote, product: Product, rate: string): string {
  const value = middle(exact(quote.high), exact(quote.low))
  return convert(value, quote.unit as MarketUnit, '$/TON', {
    density: exact(product.density),
    rate: exact(rate),
    barrels: product.barrels === null ? null : exact(product.barrels),
  }).toFixed(9)
}

/** The month's contract prices; last month's where they have not come yet. */
async function lpgAt(tx: Tx, company: number, day: string, share: string): Promise<LineInputs['lpg']> {
  const { rows } = await sql<{ month: string; propane: string; butane: string }>`
    select l.price_month::text as month, l.propane::text as propane, l.butane::text as butane from lpg_price l
    where l.company_id = ${company} and l.lpg_supplier = 'SONATRACH' and l.price_month <= ${day}::date
    order by l.price_month desc limit 1`.execute(tx)
  return rows[0] ? { ...rows[0], share } : null
}
