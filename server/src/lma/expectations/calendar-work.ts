import { firstBusinessDay, isQuoteDay, isTurkishBusinessDay } from '@kervan/contract/lma/calendar'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { sayDay, translate } from '../../kit/messages.ts'
import { companyAsDoer, record } from '../../kit/records/audit.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { ownDays } from '../calendar.sql.ts'
import { quoteAt, rateAt } from '../market.sql.ts'
import { requestFetch } from '../sources/fetch.ts'
import { tell } from '../sources/tell.ts'
import { makeRun } from './run.ts'

// What the calendar does at the company's times (domain/fuel 0): it fetches quotes in the evening and in the morning and
// the bulletin in the afternoon, makes the run of the day, and tells of what is missing. None of it at weekends.

const companyOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('company')
    .select(['id', 'name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const hasProducts = async (tx: Tx, company: number): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select p.id from fuel_product p where p.company_id = ${company} and p.fuel_group <> 'Bio' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

const fetchWork = (
  name: string,
  expression: string,
  sources: Parameters<typeof requestFetch>[4],
): CalendarWork => ({
  name,
  expression,
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId }) =>
    services.config.fuelSources !== null && (await hasProducts(tx, companyId)),
  async run({ tx, services, companyId }) {
    const company = await companyOf(tx, companyId)
    const filesAsked = await requestFetch(tx, services, company, services.clock.now(), sources)
    return {
      counts: { filesAsked },
    }
  },
})

export const fuelQuotesWork = fetchWork('fuelQuotes', '0 7,21 * * 1-5', [
  'PLATTS',
  'ARGUS',
  'REFINITIV',
  'TUPRAS',
  'SOCAR',
])
export const fuelRatesWork = fetchWork('fuelRates', '*/10 15-16 * * 1-5', ['TCMB'])

/** From then on the run goes by the rate of the day before. */
const lastHour = 17
const hourIn = (timeZone: string, at: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at)) // no price

/** The run of the day at four; without the bulletin of the day it waits until five. One that was made is not made again. */
export const fuelExpectationWork: CalendarWork = {
  name: 'fuelExpectation',
  expression: '*/10 16-17 * * 1-5',
  catchUp: 'latest',
  isNeeded: async ({ tx, services, companyId }) => {
    if (!(await hasProducts(tx, companyId))) return false
    const { timeZone } = await companyOf(tx, companyId)
    const now = services.clock.now()
    const day = dayIn(timeZone, now)
    if (isWeekend(day)) return false
    const { rows } = await sql<{ id: string }>`
      select r.id from expectation_run r where r.company_id = ${companyId} and r.run_day = ${day}::date and r.made_by_id is null limit 1`.execute(
      tx,
    )
    if (rows.length > 0) return false
    return hourIn(timeZone, now) >= lastHour || (await rateAt(tx, companyId, day))?.day === day
  },
  async run({ tx, services, companyId }) {
    const company = await companyOf(tx, companyId)
    const now = services.clock.now()
    const day = dayIn(company.timeZone, now)
    try {
      const { id, made } = await makeRun(tx, companyId, day, { id: null, name: 'Kervan' }, now)
      if (made)
        await record(tx, await companyAsDoer(tx, companyId), now, {
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
      return { counts: { runsMade: made ? 1 : 0 } }
    } catch (error) {
      // Without any price there is no run: the mail says so once a day.
      if (!(error instanceof Refusal) || error.code !== 'NoPriceInformation') throw error
      await tell(tx, services, { company, now }, 'MissingData', (language) => [
        translate(language, 'refusal.NoPriceInformation'),
      ])
      return { counts: { runsMade: 0 } }
    }
  },
}

/** In the morning, after the sources were asked once more: which quotes and rates of the day before are missing. */
export const fuelMissingWork: CalendarWork = {
  name: 'fuelMissing',
  expression: '20 7 * * 1-5',
  catchUp: 'skip',
  quiet: true,
  isNeeded: async ({ tx, companyId }) => hasProducts(tx, companyId),
  async run({ tx, services, companyId }) {
    const company = await companyOf(tx, companyId)
    const now = services.clock.now()
    const missing = await missingInputs(tx, companyId, dayIn(company.timeZone, now))
    if (missing.length > 0)
      await tell(tx, services, { company, now }, 'MissingData', (language) =>
        missing.map(({ name, expected, last }) =>
          translate(language, 'mail.fuelMissingData.line', {
            name: name ?? translate(language, 'state.historySeries.ExchangeRate'),
            day: sayDay(language, expected),
            last: last === null ? '–' : sayDay(language, last),
          }),
        ),
      )
    return { counts: { valuesMissing: missing.length } }
  },
}

type Missing = { name: string | null; expected: string; last: string | null }

async function missingInputs(tx: Tx, company: number, today: string): Promise<Missing[]> {
  const own = await ownDays(tx, company, 'TR')
  let quoteDay = addDays(today, -1)
  while (!isQuoteDay(quoteDay)) quoteDay = addDays(quoteDay, -1)
  let rateDay = addDays(today, -1)
  while (!isTurkishBusinessDay(rateDay, own)) rateDay = addDays(rateDay, -1)
  const { rows } = await sql<{ id: string; name: string; group: string }>`
    select p.id, p.name, p.fuel_group as "group" from fuel_product p where p.company_id = ${company} and p.fuel_group <> 'Bio' order by p.code`.execute(
    tx,
  )
  const found: Missing[] = []
  for (const { id, name, group } of rows) {
    if (group === 'Lpg') {
      if (firstBusinessDay(today, own) !== today) continue
      const { rows: prices } = await sql<{ month: string }>`
        select l.price_month::text as month from lpg_price l where l.company_id = ${company} and l.price_month = date_trunc('month', ${today}::date)`.execute(
        tx,
      )
      if (prices.length === 0) found.push({ name, expected: today, last: null })
      continue
    }
    const quote = await quoteAt(tx, company, id, quoteDay)
    if (quote?.day !== quoteDay) found.push({ name, expected: quoteDay, last: quote?.day ?? null })
  }
  const rate = await rateAt(tx, company, rateDay)
  if (rate?.day !== rateDay) found.push({ name: null, expected: rateDay, last: rate?.day ?? null })
  return found
}
