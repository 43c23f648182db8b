import { shownChange } from '@kervan/contract/lma/units'
import { exact, hundred } from '@kervan/contract/lma/exact'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { sayAmount, sayDay, translate } from '../../kit/messages.ts'
import { mailFuel } from '../mails/send.ts'
import { calculate, type LineInputs } from '../reckoning/line.ts'

type Told = { name: string; effective: string; inputs: LineInputs }

/** Promises the mails of an approved run: a paragraph for each product (domain/fuel 5). Returns how many. */
export async function mailExpectation(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  run: { id: string; day: string },
): Promise<number> {
  const company = actor.company.id
  const { rows } = await sql<Told>`
    select p.name, e.effective_day::text as effective, e.inputs from expectation e
    join fuel_product p on p.company_id = e.company_id and p.id = e.product_id
    where e.company_id = ${company} and e.run_id = ${run.id} order by p.code`.execute(tx)
  return mailFuel(tx, services, { company, now, mail: 'PriceExpectation' }, (language) => ({
    day: sayDay(language, run.day),
    company: actor.company.name,
    lines: rows.map((row) => paragraph(language, row)).join('\n\n'),
  }))
}

function paragraph(language: Language, { name, effective, inputs }: Told): string {
  const line = calculate(inputs)
  const shown = line.price && shownChange(line.price, line.before, 'TL/M3')
  if (!line.price || !shown)
    return translate(language, 'mail.fuelPriceExpectation.none', {
      name,
      reason: line.notes.map((note) => translate(language, `state.expectationNote.${note}`)).join(', '),
    })
  const amount = (value: string) => sayAmount(language, value)
  return translate(language, 'mail.fuelPriceExpectation.line', {
    name,
    inForce: amount(line.before?.toFixed(2) ?? '0'),
    expected: amount(line.price.toFixed(2)),
    change: amount(shown.change),
    percent: amount(exact(shown.percent ?? '0').toFixed(2)),
    quote: amount(line.quote?.toFixed(3) ?? '0'),
    quoteDay: sayDay(language, inputs.quote?.day ?? inputs.lpg?.month ?? effective),
    rate: amount(exact(inputs.rate?.value ?? '0').toFixed(4)),
    rateDay: sayDay(language, inputs.rate?.day ?? effective),
    move: amount(line.move?.times(hundred).toFixed(2) ?? '0'),
    verdict: translate(language, `mail.fuelPriceExpectation.${line.changeExpected ? 'changes' : 'stays'}`),
    effective: sayDay(language, effective),
    notes: line.notes.map((note) => translate(language, `state.expectationNote.${note}`)).join(', '),
  })
}
