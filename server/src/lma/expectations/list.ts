import { expectations } from '@kervan/contract/lma/expectations'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { actualPrice, analystPrice } from './actual.sql.ts'

/** The lines of all runs, beside what analysts expected and what happened (LMA-001, LMA-003). */
export const expectationList = serveList(expectations, 'priceExpectation', ({ actor, now }) => {
  const company = actor.company.id
  const today = dayIn(actor.company.timeZone, now)
  const actual = actualPrice(company, today)
  return {
    from: sql`expectation e join expectation_run r on r.company_id = e.company_id and r.id = e.run_id
      join fuel_product p on p.company_id = e.company_id and p.id = e.product_id`,
    where: [sql`e.company_id = ${company}`, ...wholeCompanyOnly(actor)],
    id: sql`e.id`,
    key: sql`e.id`,
    search: sql`fold(p.code || ' ' || p.name)`,
    columns: {
      runDay: sql`r.run_day`,
      fuelProduct: sql`p.code`,
      fuelProductName: sql`p.name`,
      expectationState: sql`r.state`,
      priceInForce: sql`round(e.before, 2)`,
      expectedPrice: sql`round(e.price, 2)`,
      priceChange: sql`round(e.price, 2) - round(e.before, 2)`,
      changePercent: sql`round((round(e.price, 2) - round(e.before, 2)) * 100 / nullif(round(e.before, 2), 0), 2)`,
      marketMove: sql`round(e.move * 100, 2)`,
      changeExpected: sql`e.change_expected`,
      effectiveDay: sql`e.effective_day`,
      marketPrice: sql`round(e.quote, 3)`,
      quoteDay: sql`e.quote_day`,
      rateInForce: sql`round(e.rate, 4)`,
      rateDay: sql`e.rate_day`,
      analystPrice: sql`round(${analystPrice(company)}, 2)`,
      actualPrice: sql`round(${actual}, 2)`,
      expectationError: sql`round(case when e.change_expected then e.price else e.before end, 2) - round(${actual}, 2)`,
      expectationNotes: sql`e.notes`,
      inputsChanged: sql`e.inputs_changed`,
      madeBy: sql`r.made_by`,
      madeAt: sql`r.made_at`,
    },
    extra: { runId: sql`r.id` },
  }
})
