import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { dueTimes, dueTimesUntil, plannedDays } from './due-times.ts'

type Company = { id: number; timeZone: string }

/** The last moment that due dates are planned for. */
export const plannedUntil = (now: Date): Date => new Date(now.getTime() + plannedDays * 86_400_000)

/** The first moment at which a delivery is one for the due date, when it is looked for at first. */
export const windowOpens = (due: Date, earlyHours: number): Date =>
  new Date(due.getTime() - earlyHours * 3_600_000)

/**
 * Adds the due dates of these transfers that are missing from now on, at least the next one of each. With `anew` those
 * that have not come are planned again by the rhythm as it is: for transfers that were changed. Due dates that passed
 * stay as they are.
 */
export async function planDueDates(
  tx: Tx,
  company: Company,
  now: Date,
  transferIds: readonly string[],
  { anew = false } = {},
): Promise<void> {
  if (anew)
    await sql`delete from data_transfer_due where company_id = ${company.id} and transfer_id = any(${transferIds}::uuid[])
      and state = 'Due' and due_at > ${now}`.execute(tx)
  const until = plannedUntil(now)
  const { rows } = await sql<{ id: string; expression: string; earlyHours: number; last: Date | null }>`
    select t.id, t.expression, t.early_hours as "earlyHours", (select max(d.due_at) from data_transfer_due d where d.company_id = ${company.id} and d.transfer_id = t.id) as last
    from data_transfer t where t.company_id = ${company.id} and t.active and t.id = any(${transferIds}::uuid[])`.execute(
    tx,
  )
  await insertMany(
    tx,
    'data_transfer_due',
    rows.flatMap(({ id, expression, earlyHours, last }) => {
      const isAhead = last !== null && last > now
      const times = dueTimesUntil(expression, company.timeZone, isAhead ? last : now, until)
      const missing = times.length > 0 || isAhead ? times : dueTimes(expression, company.timeZone, now, 1)
      return missing.map((due) => ({
        company_id: company.id,
        id: newId(),
        transfer_id: id,
        due_at: due,
        state: 'Due',
        look_at: windowOpens(due, earlyHours),
      }))
    }),
  )
}
