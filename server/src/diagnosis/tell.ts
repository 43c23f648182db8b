import { findings } from '@kervan/contract/diagnosis/diagnosis'
import { sql } from 'kysely'
import { dayIn } from '../kit/clock.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { loadActor } from '../kit/http/actor.ts'
import { seesPartOnly } from '../kit/records/scope.ts'
import { holdersOf, notify } from '../kit/work/notices.ts'

/**
 * Tells who sees the diagnosis of the whole company of findings that nobody was told of: once they have been found as
 * often as their check asks for, are left out by nobody, and are more than information. During maintenance nobody is
 * told; what is still there afterwards is told by the run after it.
 */
export async function tellOfFindings(
  tx: Tx,
  { jobs }: Services,
  { companyId, now }: { companyId: number; now: Date },
): Promise<void> {
  const { rows: quiet } = await sql`
    select from diagnosis_maintenance where company_id = ${companyId} and until_at > ${now}`.execute(tx)
  if (quiet.length > 0) return
  const { rows: company } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from company where id = ${companyId}`.execute(tx)
  const today = dayIn(company[0]?.timeZone ?? 'UTC', now)
  const { rows: told } = await sql`
    update diagnosis_finding set told = true
    where company_id = ${companyId} and not told and gone_at is null and seen >= tries and level <> 'Information'
      and (ignored_until is null or ignored_until < ${today}::date) returning id`.execute(tx)
  if (told.length === 0) return
  const holders = await holdersOf(tx, companyId, findings.page.permission, 'diagnosis.found')
  const whole: string[] = []
  for (const id of holders) if (!seesPartOnly(await loadActor(tx, companyId, id))) whole.push(id)
  await notify(
    tx,
    jobs,
    { id: companyId },
    now,
    'diagnosis.found',
    whole.map((membershipId) => ({ membershipId, codes: [], facts: { count: told.length } })),
  )
}
