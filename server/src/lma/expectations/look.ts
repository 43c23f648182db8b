import { getExpectation, type Expectation } from '@kervan/contract/lma/expectations'
import { exact, hundred, zero, type Exact } from '@kervan/contract/lma/exact'
import { pumpEffect, slidingTax } from '@kervan/contract/lma/margins'
import { convert, digitsOf, shownChange } from '@kervan/contract/lma/units'
import { comparisons, type Comparison } from '@kervan/contract/lma/words'
import { priceUnits } from '@kervan/contract/lma/price-units'
import { addDays, addMonths, isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { priceInForce } from '../market.sql.ts'
import { actualPrice, analystPrice } from './actual.sql.ts'
import { refusedOnRun } from './decide.ts'
import { gather } from '../reckoning/inputs.ts'
import { calculate, type Line, type LineInputs } from '../reckoning/line.ts'
import { isChanged } from '../reckoning/recheck.ts'

// An expectation as it opens: reckoned again from its own inputs, so that it says the same as when it was made.

type Row = {
  id: string
  runId: string
  runDay: string
  effectiveDay: string
  productId: string
  fuelProduct: string
  fuelProductName: string
  expectationState: Expectation['expectationState']
  formulaVersion: string
  inputsHash: string
  inputs: LineInputs
  madeBy: string
  madeById: string | null
  madeAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  analystPrice: string | null
  actualPrice: string | null
}

export const getExpectationHandler = handle(getExpectation, async (context) => {
  const { actor, input, now, tx } = context
  const company = actor.company.id
  const today = dayIn(actor.company.timeZone, now)
  const { rows } = await sql<Row>`
    select e.id, r.id as "runId", r.run_day::text as "runDay", e.effective_day::text as "effectiveDay",
      p.id as "productId", p.code as "fuelProduct", p.name as "fuelProductName", r.state as "expectationState",
      r.formula_version as "formulaVersion", r.inputs_hash as "inputsHash", e.inputs, r.made_by as "madeBy",
      r.made_by_id as "madeById", r.made_at as "madeAt", r.decided_by as "decidedBy", r.decided_at as "decidedAt",
      round(${analystPrice(company)}, 2)::text as "analystPrice", round(${actualPrice(company, today)}, 2)::text as "actualPrice"
    from expectation e join expectation_run r on r.company_id = e.company_id and r.id = e.run_id
    join fuel_product p on p.company_id = e.company_id and p.id = e.product_id
    where ${sql.join([sql`e.company_id = ${company}`, sql`e.id = ${input.expectationId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw refusal('NotFound')
  return present(context, row, today)
})

async function present(context: SessionContext, row: Row, today: string): Promise<Expectation> {
  const { inputs, productId, madeById, ...head } = row
  const line = calculate(inputs)
  const rates = {
    density: exact(inputs.density),
    rate: exact(inputs.rate?.value ?? '1'),
    barrels: inputs.barrels === null ? null : exact(inputs.barrels),
  }
  const [before, price] = [line.before, line.price]
  const now = (await gather(context.tx, context.actor.company.id, row.runDay)).find(
    (one) => one.productId === productId,
  )
  return {
    ...head,
    madeAt: row.madeAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    inputs: named(inputs),
    notes: line.notes,
    changeExpected: line.changeExpected,
    marketMove: line.move?.times(hundred).toFixed(4) ?? null,
    premium: line.premium?.toFixed(3) ?? null,
    prices:
      before && price
        ? priceUnits.map((unit) => {
            const written = (value: Exact) => convert(value, 'TL/M3', unit, rates).toFixed(digitsOf[unit])
            return { unit, inForce: written(before), expected: written(price) }
          })
        : null,
    parts: line.parts,
    change: before && price ? price.minus(before).toFixed(4) : null,
    breakEvenUp: line.breakEven?.up.toFixed(2) ?? null,
    breakEvenDown: line.breakEven?.down.toFixed(2) ?? null,
    pumpEffect: await effectAtPump(context, row, line),
    comparisons: await compared(context, row, line),
    inputsChanged: isChanged(inputs, now),
    actions: actionsOf(context, row, madeById, today),
  }
}

/** What a reader is told of the inputs: a value for each name, null where nothing was known. */
const named = (inputs: LineInputs): Record<string, string | null> => ({
  density: inputs.density,
  thresholdRate: inputs.threshold,
  priceModel: inputs.model,
  fixedPremium: inputs.fixedPremium,
  baseFrom: inputs.base?.from ?? null,
  basePrice: inputs.base?.price ?? null,
  baseQuote: inputs.base?.quote ?? null,
  baseRate: inputs.base?.rate ?? null,
  priceHigh: inputs.quote?.high ?? null,
  priceLow: inputs.quote?.low ?? null,
  quoteDay: inputs.quote?.day ?? null,
  quoteSource: inputs.quote?.source ?? null,
  rate: inputs.rate?.value ?? null,
  rateDay: inputs.rate?.day ?? null,
  rateSource: inputs.rate?.source ?? null,
  propane: inputs.lpg?.propane ?? null,
  butane: inputs.lpg?.butane ?? null,
  priceMonth: inputs.lpg?.month ?? null,
})

/** What the change does at the pump with the taxes of the day, TL/L; null without taxes or a change. */
async function effectAtPump({ tx, actor }: SessionContext, row: Row, line: Line): Promise<string | null> {
  if (!line.price || !line.before) return null
  const { rows } = await sql<{ excise: string; vat: string; share: string; base: string | null }>`
    select t.excise_tax::text as excise, t.vat_rate::text as vat, t.sliding_share::text as share, t.base_tax::text as base
    from fuel_tax t where t.company_id = ${actor.company.id} and t.product_id = ${row.productId} and t.valid_from <= ${row.effectiveDay}::date
      and (t.valid_to is null or t.valid_to >= ${row.effectiveDay}::date)`.execute(tx)
  const [tax] = rows
  if (!tax) return null
  const change = line.price.minus(line.before)
  const excise = exact(tax.excise)
  const next = slidingTax(
    excise,
    exact(tax.share).over(hundred),
    change.over(exact('1000')),
    exact(tax.base ?? tax.excise),
  )
  const taxChange = exact(tax.share).sign() === 0 ? zero : next.minus(excise)
  return pumpEffect(change, taxChange, exact(tax.vat).over(hundred)).toFixed(4)
}

/** The expected price beside what the reader compares it with; the trigger always goes by the last change (LMA-003). */
async function compared(
  { tx, actor }: SessionContext,
  row: Row,
  line: Line,
): Promise<Expectation['comparisons']> {
  const company = actor.company.id
  const month = addMonths(`${row.runDay.slice(0, 7)}-01`, -1)
  const at = (day: string) =>
    priceInForce(company, sql`${row.productId}::uuid`, sql`${day}::date`, sql`${row.inputs.density}::numeric`)
  const { rows } = await sql<{ yesterday: string | null; month: string | null }>`
    select ${at(addDays(row.runDay, -1))}::text as yesterday,
      (select avg(${priceInForce(company, sql`${row.productId}::uuid`, sql`d::date`, sql`${row.inputs.density}::numeric`)})::text
       from generate_series(${month}::date, ${addDays(addMonths(month, 1), -1)}::date, interval '1 day') d) as month`.execute(
    tx,
  )
  const [found] = rows
  const bases: Record<Comparison, Exact | null> = {
    Default: found?.yesterday ? exact(found.yesterday) : null,
    CompareWithLastChangedPrice: line.before,
    CompareWithLastMonthAvgPrice: found?.month ? exact(found.month) : null,
  }
  return comparisons.map((comparison) => {
    const base = bases[comparison]
    const shown = line.price && shownChange(line.price, base, 'TL/M3')
    return {
      comparison,
      base: base?.toFixed(2) ?? null,
      change: shown?.change ?? null,
      percent: shown?.percent ?? null,
    }
  })
}

/** Null where it may be done; else the reason. Who lacks the permission learns it from the call. */
function actionsOf(
  { actor, language }: SessionContext,
  { expectationState: state }: Row,
  madeById: string | null,
  today: string,
): Expectation['actions'] {
  const refused = refusedOnRun({ state, madeById }, actor)
  const say = (of: ReturnType<typeof refusal>) => refusalMessage(language, of)
  return {
    approve: refused && say(refused),
    send:
      state !== 'Approved'
        ? say(refusal('ExpectationNotApproved'))
        : isWeekend(today)
          ? say(refusal('WeekendNoExpectation', { day: today }))
          : null,
  }
}
