import type { Language } from '@kervan/contract/kit/values'
import { isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { sayAmount, sayDay, translate } from '../../kit/messages.ts'
import { mailFuel } from '../mails/send.ts'
import type { ParsedRow } from './parsed.ts'
import type { Touched } from './settle.ts'
import type { Incoming } from './take.ts'

// Who is told of what a file did: another layout and missing data, jumps that wait, corrections. Nobody at weekends.

type About = Pick<Incoming, 'company' | 'now'>

/** Promises a mail about market data, unless it is weekend. */
export async function tell(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  { company, now }: About,
  mail: 'MissingData' | 'Correction',
  linesIn: (language: Language) => string[],
): Promise<void> {
  const day = dayIn(company.timeZone, now)
  if (isWeekend(day)) return
  await mailFuel(tx, services, { company: company.id, now, mail }, (language) => ({
    company: company.name,
    day: sayDay(language, day),
    lines: linesIn(language).join('\n'),
  }))
}

export const tellLayout = (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  file: Incoming,
  state: string,
): Promise<void> =>
  tell(tx, services, file, 'MissingData', (language) => [
    `${file.source}, ${file.name}: ${translate(language, `state.marketFileState.${state}`)}`,
  ])

export const tellHeld = (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  file: Incoming,
  held: readonly ParsedRow[],
): Promise<void> =>
  tell(tx, services, file, 'MissingData', (language) =>
    held.map(({ symbol, type, day, value }) =>
      translate(language, 'mail.fuelMissingData.held', {
        source: file.source,
        symbol,
        type: translate(language, `state.priceType.${type}`),
        day: sayDay(language, day),
        value: sayAmount(language, value ?? '0'),
      }),
    ),
  )

/** Corrections of values that were known, with the runs that went by them. */
export async function tellRevised(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  file: Incoming,
  revised: readonly Touched[],
): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct r.run_day::text as day from expectation_run r join expectation e on e.company_id = r.company_id and e.run_id = r.id
    where r.company_id = ${file.company.id} and r.state <> 'Rejected' and ${
      file.source === 'TCMB' ? sql`e.rate_day` : sql`e.quote_day`
    } = any(${revised.map(({ day }) => day)}::date[]) order by 1 limit 30`.execute(tx)
  await tell(tx, services, file, 'Correction', (language) => [
    ...new Set(revised.map(({ symbol, day }) => `${file.source} ${symbol}, ${sayDay(language, day)}`)),
    ...(rows.length === 0
      ? []
      : [
          translate(language, 'mail.fuelCorrection.runs', {
            days: rows.map(({ day }) => sayDay(language, day)).join(', '),
          }),
        ]),
  ])
}
