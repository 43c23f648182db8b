import { getServiceRun, serviceRuns } from '@kervan/contract/services/runs'
import { getStrategy, strategies } from '@kervan/contract/services/strategies'
import { sql } from 'kysely'
import { askOnce } from '../kit/database/db.ts'
import { containing } from '../kit/lists/fold.ts'
import { mayOpen, noOrder, type Finder } from '../kit/records/find.ts'
import { serviceScope } from './scope.ts'

// What the palette finds of the services: strategies by name or code, and runs, the newest first, each within the rows that
// its list shows this reader.

type Row = { id: string; code: string; name: string; hint: string }

const strategyFinder: Finder = {
  kind: 'strategy',
  allowed: (actor) => mayOpen(actor, 'ServiceStrategy', strategies.page, getStrategy),
  async find({ tx, actor }, text, limit) {
    const company = actor.company.id
    const scope = [
      sql`s.company_id = ${company}`,
      sql`s.search_text like ${containing(text)}`,
      ...serviceScope(actor, 'ServiceStrategy', sql`p.service`),
    ]
    const found = await askOnce<Row>(
      tx,
      sql`select s.id, s.code, s.name, p.name as hint from strategy s join project p on p.company_id = ${company} and p.code = s.project_code
        where ${sql.join(scope, sql` and `)} order by s.in_force desc, s.name, s.code limit ${limit}`,
    )
    return found.map((one) => ({ ...one, ...noOrder }))
  },
}

const runFinder: Finder = {
  kind: 'serviceRun',
  allowed: (actor) => mayOpen(actor, 'ServiceOperations', serviceRuns.page, getServiceRun),
  async find({ tx, actor }, text, limit) {
    const scope = [
      sql`r.company_id = ${actor.company.id}`,
      sql`r.search_text like ${containing(text)}`,
      ...serviceScope(actor, 'ServiceOperations', sql`r.service`),
    ]
    const found = await askOnce<Row>(
      tx,
      sql`select r.id, r.code, r.name, r.service_date::text as hint from service_run r
        where ${sql.join(scope, sql` and `)} order by r.service_date desc, r.code desc limit ${limit}`,
    )
    return found.map((one) => ({ ...one, ...noOrder }))
  },
}

export const serviceFinders: readonly Finder[] = [strategyFinder, runFinder]
