import { beginMaintenance, endMaintenance } from '@kervan/contract/diagnosis/diagnosis'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { record } from '../kit/records/audit.ts'

// The time during which the diagnosis goes on and calls nobody (DIA-001).

type Maintenance = { beganAt: Date; untilAt: Date; reason: string; by: string }

/** The maintenance that is under way; null while there is none. */
export async function maintenanceNow(tx: Tx, companyId: number, now: Date) {
  const { rows } = await sql<Maintenance>`
    select began_at as "beganAt", until_at as "untilAt", reason, begun_by as by from diagnosis_maintenance
    where company_id = ${companyId} and until_at > ${now}`.execute(tx)
  const [one] = rows
  return one
    ? {
        beganAt: one.beganAt.toISOString(),
        untilAt: one.untilAt.toISOString(),
        reason: one.reason,
        by: one.by,
      }
    : null
}

export const beginMaintenanceHandler = handle(beginMaintenance, async (context) => {
  const { tx, actor, input, now } = context
  assertWholeCompany(context)
  const until = new Date(now.getTime() + input.hours * 3_600_000)
  const { rows } = await sql`
    insert into diagnosis_maintenance as m (company_id, began_at, until_at, reason, begun_by)
    select ${actor.company.id}::int, ${now}::timestamptz, ${until}::timestamptz, ${input.reason}::text, ${actor.name}::text
    on conflict (company_id) do update set began_at = excluded.began_at, until_at = excluded.until_at, reason = excluded.reason, begun_by = excluded.begun_by
      where m.until_at <= ${now} returning m.company_id`.execute(tx)
  if (rows.length === 0) throw refusal('MaintenanceUnderWay')
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'maintenance.begun',
        recordType: 'maintenance',
        recordId: null,
        recordCode: '',
        after: { until: until.toISOString(), reason: input.reason },
      },
    ],
  })
  return { done: true } as const
})

export const endMaintenanceHandler = handle(endMaintenance, async (context) => {
  const { tx, actor, now } = context
  assertWholeCompany(context)
  const { rows } = await sql`
    update diagnosis_maintenance set until_at = ${now} where company_id = ${actor.company.id} and until_at > ${now} returning company_id`.execute(
    tx,
  )
  if (rows.length === 0) throw refusal('NotFound')
  await record(tx, actor, now, {
    audit: [{ operation: 'maintenance.ended', recordType: 'maintenance', recordId: null, recordCode: '' }],
  })
  return { done: true } as const
})
