import { sql } from 'kysely'
import type { DueWork } from '../src/kit/work/schedule.ts'
import type { Portal } from './portal.ts'

/** What is due within the hour is looked at, as when somebody starts the work by hand. */
const soonMs = 3_600_000

/**
 * Does once, each in a transaction of its own, all that a schedule of due times has for a company now. Answers what it
 * has counted.
 */
export async function workOffDue(
  portal: Portal,
  companyId: number,
  work: DueWork,
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  const { services } = portal.app
  const now = services.clock.now()
  const due = await services.db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ timeZone: string }>`
      select time_zone as "timeZone" from company where id = ${companyId}`.execute(tx)
    const timeZone = rows[0]?.timeZone ?? 'UTC'
    return work.dueTimes({ tx, companyId, timeZone, until: new Date(now.getTime() + soonMs) })
  })
  for (const { key, at } of due) {
    let more: boolean | undefined
    do {
      const done = await services.db.withCompany(companyId, (tx) =>
        work.run({ tx, services, companyId, key, dueAt: at }),
      )
      for (const [name, count] of Object.entries(done.counts)) sums[name] = (sums[name] ?? 0) + count
      more = done.more
    } while (more)
  }
  return sums
}
