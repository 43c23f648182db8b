import type { OwnDays } from '@kervan/contract/lma/calendar'
import type { calendars } from '@kervan/contract/lma/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'

/** Days of a company's own calendar: whether each is a holiday. A half day is a business day. */
export async function ownDays(
  tx: Tx,
  company: number,
  calendar: (typeof calendars)[number],
): Promise<OwnDays> {
  const { rows } = await sql<{ day: string; holiday: boolean }>`
    select day::text as day, day_part = 'Full' as holiday from fuel_day
    where company_id = ${company} and fuel_calendar = ${calendar}`.execute(tx)
  return new Map(rows.map(({ day, holiday }) => [day, holiday]))
}
