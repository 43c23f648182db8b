import { exact } from '@kervan/contract/lma/exact'
import { middle } from '@kervan/contract/lma/expectation'
import { daysAhead, getSimulationBase } from '@kervan/contract/lma/scenarios'
import { convert } from '@kervan/contract/lma/units'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { gather } from '../reckoning/inputs.ts'

/** What is known of a fuel now, as a run of today would take it (LMA-004). */
export const getSimulationBaseHandler = handle(getSimulationBase, async ({ tx, actor, now, input }) => {
  const company = actor.company.id
  const day = lastWeekday(dayIn(actor.company.timeZone, now))
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from fuel_product p where ${sql.join([sql`p.company_id = ${company}`, sql`p.code = ${input.fuelProduct}`, sql`p.fuel_group = 'Fuel'`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [product] = rows
  if (!product) throw refusal('NotFound')
  const found = (await gather(tx, company, day)).find(({ productId }) => productId === product.id)
  const { base, quote, rate } = found?.inputs ?? {}
  if (!found || !base || base.quote === null || base.rate === null || !quote || !rate)
    throw refusal('NoPriceInformation', { missing: input.fuelProduct })
  const rates = {
    density: exact(found.inputs.density),
    rate: exact(rate.value),
    barrels: found.inputs.barrels === null ? null : exact(found.inputs.barrels),
  }
  const { rows: taxes } = await sql<{ excise: string; vat: string }>`
    select t.excise_tax::text as excise, t.vat_rate::text as vat from fuel_tax t
    where t.company_id = ${company} and t.product_id = ${product.id} and t.valid_from <= ${day}::date
      and (t.valid_to is null or t.valid_to >= ${day}::date)`.execute(tx)
  return {
    fuelProduct: input.fuelProduct,
    fuelProductName: product.name,
    day,
    density: found.inputs.density,
    barrels: found.inputs.barrels,
    thresholdRate: found.inputs.threshold,
    priceModel: found.inputs.model,
    fixedPremium: found.inputs.fixedPremium,
    basePrice: convert(exact(base.price), base.unit, 'TL/M3', rates).toFixed(6),
    baseQuote: base.quote,
    baseRate: base.rate,
    baseFrom: base.from,
    quote: convert(middle(exact(quote.high), exact(quote.low)), quote.unit, '$/TON', rates).toFixed(6),
    quoteDay: quote.day,
    rate: rate.value,
    rateDay: rate.day,
    exciseTax: taxes[0]?.excise ?? null,
    vatRate: taxes[0]?.vat ?? null,
    ahead: weekdaysAfter(day),
  }
})

const lastWeekday = (day: string): string => {
  while (isWeekend(day)) day = addDays(day, -1)
  return day
}

function weekdaysAfter(day: string): string[] {
  const found: string[] = []
  while (found.length < daysAhead) {
    day = addDays(day, 1)
    if (!isWeekend(day)) found.push(day)
  }
  return found
}
