import type { ProjectDomain } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { Service } from '../scope.ts'
import { estimateRun } from './estimate.ts'
import type { Subscribed } from './ledger.ts'

export type Projection = { runs: number; credit: number; missing: number; lastsUntil: string | null }

type Coming = {
  strategyId: string
  days: string[]
  service: Service
  domain: ProjectDomain
  filters: string[] | null
}

/**
 * What the planned runs of a period will take by the tariff, against what remains (domain/advisor 6): dates without a run
 * yet of projects that are charged to the subscription, until the period ends.
 */
export async function projectionOf(
  tx: Tx,
  companyId: number,
  subscription: Pick<Subscribed, 'id' | 'serviceId'>,
  { startsOn, endsOn }: { startsOn: string; endsOn: string | null },
  remaining: number,
): Promise<Projection> {
  const product = subscription.serviceId.split('-')[0] ?? ''
  const { rows } = await sql<Coming>`
    select s.id as "strategyId", array_agg(d.day::text order by d.day) as days, p.service, p.domain, n.plan -> 'filters' as filters
    from service_date d join strategy s on s.company_id = ${companyId} and s.id = d.strategy_id
      join project p on p.company_id = ${companyId} and p.code = s.project_code
      left join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = s.id and n.no = s.plan_no
    where d.company_id = ${companyId} and d.state = 'Active' and d.day >= ${startsOn}::date and coalesce(d.day < ${endsOn}::date, true)
      and p.service = ${product}
      and coalesce((select o.id from subscription o where o.company_id = ${companyId} and o.service_id = p.service || '-' || p.code
        and o.state in ('Active', 'CreditExceeded') limit 1), ${subscription.id}::uuid) = ${subscription.id}::uuid
      and not exists (select from service_run r where r.company_id = ${companyId} and r.date_id = d.id)
    group by s.id, p.service, p.domain, n.plan -> 'filters'`.execute(tx)
  const coming: { day: string; credit: number }[] = []
  for (const { days, service, domain, filters } of rows) {
    const [first] = days
    if (first === undefined) continue
    const { credit } = await estimateRun(tx, companyId, {
      service,
      domain,
      filterIds: filters ?? [],
      day: first,
    })
    coming.push(...days.map((day) => ({ day, credit })))
  }
  coming.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  let left = remaining
  let lastsUntil: string | null = null
  for (const { day, credit } of coming) {
    left -= credit
    if (left < 0 && lastsUntil === null) lastsUntil = day
  }
  return {
    runs: coming.length,
    credit: remaining - left,
    missing: Math.max(0, -left),
    lastsUntil,
  }
}
