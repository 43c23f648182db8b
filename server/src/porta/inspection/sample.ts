import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { approvedStates } from './states.ts'

// What the auditor looks at first whatever its score: a random sample of what was approved (DSC-012, domain/pharma 6).

/** One of so many approved requests; at least one of each day on which something was approved. */
const oneOf = 20

/** Every night the sample of the day before. A day that nothing ran for is made up for. */
export const discountSampleWork: CalendarWork = {
  name: 'discountSample',
  expression: '30 1 * * *',
  catchUp: 'each',
  async run({ tx, companyId, dueAt }) {
    const { time_zone: timeZone } = await tx
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const day = addDays(dayIn(timeZone, dueAt), -1)
    const requests = await drawSample(tx, companyId, timeZone, day)
    return { counts: { requests } }
  },
}

/**
 * Draws the sample of the requests approved on that day, by chance that follows from the day; nothing where it is drawn
 * already. Returns how many are in it.
 */
export async function drawSample(tx: Tx, companyId: number, timeZone: string, day: string): Promise<number> {
  const [from, to] = [startOfDay(timeZone, day), startOfDay(timeZone, addDays(day, 1))]
  const { numAffectedRows } = await sql`
    with approved as (
      select r.id, row_number() over (order by md5(${day} || r.id::text)) as place, count(*) over () as of
      from discount_request r
      where r.company_id = ${companyId} and r.kind = 'InstitutionalDiscount' and r.state = any(${[...approvedStates]}::text[]) and r.archived_at is null and r.decided_at >= ${from} and r.decided_at < ${to}
        and not exists (select from discount_request s where s.company_id = ${companyId} and s.sampled_for = ${day}::date))
    update discount_request r set sampled = true, sampled_for = ${day}::date
    from approved where r.company_id = ${companyId} and r.id = approved.id and approved.place <= ceil(approved.of / ${oneOf}::numeric)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
