import { runTable, stepTable } from '@kervan/contract/services/states'
import { stepKinds, type ProjectDomain } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { momentOf, type ServicePolicy } from '../policy.ts'
import type { Service } from '../scope.ts'
import type { Company } from './company.ts'

type Due = {
  id: string
  day: string
  strategyId: string
  strategyName: string
  projectCode: string
  service: Service
  domain: ProjectDomain
}

/** Makes the run of a date that has come, once. False where it has one, was cancelled or has not come. */
export async function makeRun(
  tx: Tx,
  company: Company,
  policy: ServicePolicy,
  dateId: string,
  now: Date,
): Promise<boolean> {
  const { id: companyId, time_zone: timeZone } = company
  const { rows } = await sql<Due>`
    select d.id, d.day::text as day, s.id as "strategyId", s.name as "strategyName", p.code as "projectCode", p.service, p.domain
    from service_date d join strategy s on s.company_id = ${companyId} and s.id = d.strategy_id join project p on p.company_id = ${companyId} and p.code = s.project_code
    where d.company_id = ${companyId} and d.id = ${dateId} and d.state = 'Active' and d.day <= ${dayIn(timeZone, now)}::date
    for update of d`.execute(tx)
  const [due] = rows
  if (!due) return false
  const { rows: known } = await sql`
    select from service_run r where r.company_id = ${companyId} and r.date_id = ${dateId}`.execute(tx)
  if (known.length > 0) return false
  const id = newId()
  const code = `SR-${String(await nextCount(tx, companyId, 'serviceRun')).padStart(6, '0')}`
  await tx
    .insertInto('service_run')
    .values({
      company_id: companyId,
      id,
      code,
      date_id: due.id,
      strategy_id: due.strategyId,
      project_code: due.projectCode,
      service: due.service,
      name: due.strategyName,
      search_text: fold(`${code} ${due.strategyName} ${due.service}`),
      domain: due.domain,
      service_date: due.day,
      state: runTable.initial,
      target_import_at: momentOf(timeZone, due.day, policy.importTime),
      target_service_at: momentOf(timeZone, due.day, policy.serviceTime),
      due_at: now,
      created_at: now,
    })
    .execute()
  await tx
    .insertInto('service_step')
    .values(
      stepKinds.map((kind, at) => ({
        company_id: companyId,
        run_id: id,
        no: at + 1,
        kind,
        state: stepTable.initial,
      })),
    )
    .execute()
  return true
}
