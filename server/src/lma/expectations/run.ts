import { createHash } from 'node:crypto'
import { formulaVersion } from '@kervan/contract/lma/expectation'
import { runExpectation } from '@kervan/contract/lma/expectations'
import { isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { gather, type ProductInputs } from '../reckoning/inputs.ts'
import { calculate, type Line } from '../reckoning/line.ts'

/** Who makes a run: somebody, or the calendar (`id` null). */
export type Maker = { id: string | null; name: string }
export type MadeRun = { id: string; made: boolean }

/**
 * Makes the run of a day, or finds the one that was made of the same inputs. Refuses weekends, and days on which no
 * price could be expected at all (LMA-003, LMA-008).
 */
export async function makeRun(
  tx: Tx,
  company: number,
  day: string,
  by: Maker,
  now: Date,
  ids = newId,
): Promise<MadeRun> {
  if (isWeekend(day)) throw refusal('WeekendNoExpectation', { day })
  const products = await gather(tx, company, day)
  const lines = products.map((product) => ({ product, line: calculate(product.inputs) }))
  if (lines.every(({ line }) => line.price === null))
    throw refusal('NoPriceInformation', { missing: missingOf(lines) })
  const inputs = JSON.stringify({ day, products })
  const hash = createHash('sha256').update(inputs).digest('hex')
  // Two who calculate the same day at once make one run.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`expectation ${company} ${day}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from expectation_run where company_id = ${company} and run_day = ${day}::date and inputs_hash = ${hash}
      and formula_version = ${formulaVersion} order by made_at desc limit 1`.execute(tx)
  const [same] = rows
  if (same) return { id: same.id, made: false }
  const id = ids()
  await sql`insert into expectation_run (company_id, id, run_day, state, formula_version, inputs, inputs_hash, made_at, made_by, made_by_id)
    select ${company}, ${id}, ${day}::date, 'Made', ${formulaVersion}, ${inputs}, ${hash}, ${now}, ${by.name}, ${by.id} returning id`.execute(
    tx,
  )
  for (const { product, line } of lines) await insertLine(tx, company, id, product, line, ids())
  return { id, made: true }
}

const missingOf = (lines: readonly { product: ProductInputs; line: Line }[]): string =>
  lines.map(({ product }) => product.code).join(', ')

async function insertLine(
  tx: Tx,
  company: number,
  run: string,
  { productId, effectiveDay, inputs }: ProductInputs,
  line: Line,
  id: string,
): Promise<void> {
  await sql`
    insert into expectation (company_id, id, run_id, product_id, effective_day, inputs, notes, change_expected, move,
      quote, quote_day, rate, rate_day, before, price)
    select ${company}, ${id}, ${run}, ${productId}, ${effectiveDay}::date, ${JSON.stringify(inputs)}::jsonb,
      ${line.notes}::text[], ${line.changeExpected}, ${line.move?.toFixed(10) ?? null}::numeric,
      ${line.quote?.toFixed(6) ?? null}::numeric, ${inputs.quote?.day ?? inputs.lpg?.month ?? null}::date,
      ${inputs.rate?.value ?? null}::numeric, ${inputs.rate?.day ?? null}::date,
      ${line.before?.toFixed(6) ?? null}::numeric, ${line.price?.toFixed(6) ?? null}::numeric
    returning id`.execute(tx)
}

export const runExpectationHandler = handle(runExpectation, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const today = dayIn(actor.company.timeZone, now)
  const day = input.runDay ?? today
  if (day > today) throw refusal('DayInFuture')
  const { id, made } = await makeRun(
    tx,
    actor.company.id,
    day,
    { id: actor.membershipId, name: actor.name },
    now,
  )
  if (made)
    await record(tx, actor, now, {
      audit: [
        {
          operation: 'fuel.expectationMade',
          recordType: 'expectationRun',
          recordId: id,
          recordCode: day,
          after: { day },
        },
      ],
    })
  return { runId: id }
})
