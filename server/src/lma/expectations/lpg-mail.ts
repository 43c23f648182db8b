import { firstBusinessDay } from '@kervan/contract/lma/calendar'
import { exact } from '@kervan/contract/lma/exact'
import { shownChange } from '@kervan/contract/lma/units'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { sayAmount, sayDay, translate } from '../../kit/messages.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { ownDays } from '../calendar.sql.ts'
import { gather } from '../reckoning/inputs.ts'
import { calculate, type LineInputs } from '../reckoning/line.ts'
import { mailFuel } from '../mails/send.ts'

// On the first business day of a month recipients are told what LPG costs from that day on (domain/fuel 5).

/** A mail that could not leave on its day is made up for within so many days. */
const daysLate = 6

/** The first business day of this month where its mail is due and has not been promised; null otherwise. */
async function dueDay(tx: Tx, company: number, timeZone: string, now: Date): Promise<string | null> {
  const today = dayIn(timeZone, now)
  const first = firstBusinessDay(today, await ownDays(tx, company, 'TR'))
  if (isWeekend(today) || today < first || today > addDays(first, daysLate)) return null
  const { rows } = await sql<{ told: boolean; known: boolean }>`
    select exists (select from fuel_mail m where m.company_id = ${company} and m.kind = 'LpgMonthly'
        and (m.at at time zone ${timeZone})::date >= ${first}::date) as told,
      exists (select from fuel_product p where p.company_id = ${company} and p.fuel_group = 'Lpg') as known`.execute(
    tx,
  )
  return rows[0]?.known && !rows[0].told ? first : null
}

/** At nine, once in a month. */
export const fuelLpgWork: CalendarWork = {
  name: 'fuelLpg',
  expression: '0 9 * * 1-5',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId }) => {
    const { timeZone } = await companyOf(tx, companyId)
    return (await dueDay(tx, companyId, timeZone, services.clock.now())) !== null
  },
  async run({ tx, services, companyId }) {
    const { name: company, timeZone } = await companyOf(tx, companyId)
    const now = services.clock.now()
    const day = await dueDay(tx, companyId, timeZone, now)
    const lines = day === null ? [] : await lpgOf(tx, companyId, day)
    if (day === null || lines.length === 0) return { counts: { mails: 0 } }
    const mails = await mailFuel(
      tx,
      services,
      { company: companyId, now, mail: 'LpgMonthly' },
      (language) => ({
        company,
        day: sayDay(language, day),
        lines: lines.map(({ name, inputs }) => paragraph(language, name, inputs)).join('\n\n'),
      }),
    )
    return { counts: { mails } }
  },
}

/** What the prices of LPG of a day go by. */
async function lpgOf(tx: Tx, company: number, day: string): Promise<{ name: string; inputs: LineInputs }[]> {
  const products = (await gather(tx, company, day)).filter(({ inputs }) => inputs.group === 'Lpg')
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from fuel_product p where p.company_id = ${company}
      and p.id = any(${products.map(({ productId }) => productId)}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return products.map(({ productId, code, inputs }) => ({ name: names.get(productId) ?? code, inputs }))
}

const companyOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('company')
    .select(['name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Contract prices, mix, rate and the price that follows from them, and whether it may change yet. */
function paragraph(language: Language, name: string, inputs: LineInputs): string {
  const line = calculate(inputs)
  const { lpg, rate, base } = inputs
  if (!line.price || !line.quote || !lpg || !rate)
    return translate(language, 'mail.fuelPriceExpectation.none', {
      name,
      reason: line.notes.map((note) => translate(language, `state.expectationNote.${note}`)).join(', '),
    })
  const amount = (value: string) => sayAmount(language, value)
  const perTon = line.price.over(exact(inputs.density))
  const before = line.before && line.before.over(exact(inputs.density))
  const shown = shownChange(perTon, before, 'TL/TON')
  return [
    translate(language, 'mail.fuelLpgMonthly.line', { name, price: amount(perTon.toFixed(2)) }),
    ...(shown && base
      ? [
          translate(language, 'mail.fuelLpgMonthly.change', {
            before: amount(before?.toFixed(2) ?? '0'),
            change: amount(shown.change),
            percent: amount(exact(shown.percent ?? '0').toFixed(2)),
          }),
        ]
      : []),
    translate(language, 'mail.fuelLpgMonthly.inputs', {
      propane: amount(exact(lpg.propane).toFixed(2)),
      butane: amount(exact(lpg.butane).toFixed(2)),
      share: amount(exact(lpg.share).toFixed(2)),
      mix: amount(line.quote.toFixed(3)),
      rate: amount(exact(rate.value).toFixed(4)),
      rateDay: sayDay(language, rate.day),
    }),
    translate(
      language,
      inputs.notes.includes('Provisional')
        ? 'mail.fuelLpgMonthly.provisional'
        : 'mail.fuelLpgMonthly.settled',
      { month: monthName(language, lpg.month) },
    ),
  ].join('\n')
}

const monthName = (language: Language, first: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${first}T00:00:00Z`),
  )
