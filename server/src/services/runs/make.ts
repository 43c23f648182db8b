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

/** Dates that have come become runs, each once. */
export async function makeRuns(tx: Tx, company: Company, policy: ServicePolicy, now: Date): Promise<number> {
  const { id: companyId, time_zone: timeZone } = company
  const { rows } = await sql<Due>`
    select d.id, d.day::text as day, s.id as "strategyId", s.name as "strategyName", p.code as "projectCode", p.service, p.domain
    from service_date d join strategy s on s.company_id = ${companyId} and s.id = d.strategy_id join project p on p.company_id = ${companyId} and p.code = s.project_code
    where d.company_id = ${companyId} and d.state = 'Active' and d.day <= ${dayIn(timeZone, now)}::date
      and not exists (select from service_run r where r.company_id = ${companyId} and r.date_id = d.id)
    order by d.day, s.code limit 200 for update of d skip locked`.execute(tx)
  for (const due of rows) {
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
  }
  return rows.length
}
