import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { dueTimesUntil, plannedDays } from './due-times.ts'

type Company = { id: number; timeZone: string }

/** The last moment that due dates are planned for. */
export const plannedUntil = (now: Date): Date => new Date(now.getTime() + plannedDays * 86_400_000)

/**
 * Adds the due dates that are missing from now on. With `anew` those that have not come are planned again by the rhythm
 * as it is: for transfers that were changed. Due dates that passed stay as they are.
 */
export async function planDueDates(
  tx: Tx,
  company: Company,
  now: Date,
  { anew = [] }: { anew?: readonly string[] } = {},
): Promise<void> {
  if (anew.length > 0)
    await sql`delete from data_transfer_due where company_id = ${company.id} and transfer_id = any(${anew}::uuid[])
      and state = 'Due' and due_at > ${now}`.execute(tx)
  const until = plannedUntil(now)
  const { rows } = await sql<{ id: string; expression: string; last: Date | null }>`
    select t.id, t.expression, (select max(d.due_at) from data_transfer_due d where d.company_id = ${company.id} and d.transfer_id = t.id) as last
    from data_transfer t where t.company_id = ${company.id} and t.active`.execute(tx)
  await insertMany(
    tx,
    'data_transfer_due',
    rows.flatMap(({ id, expression, last }) => {
      const after = last !== null && last > now ? last : now
      return dueTimesUntil(expression, company.timeZone, after, until).map((due) => ({
        company_id: company.id,
        id: newId(),
        transfer_id: id,
        due_at: due,
        state: 'Due',
      }))
    }),
  )
}
