import { sql } from 'kysely'
import { rowsOf, type Retention } from '../kit/records/retention.ts'

// What of a run goes by its age (D43): what the engine was given and computed, by which a run is done again, and why nothing
// was proposed. Runs, their work orders, files and entries of credit stay, because figures rest on them.

const days = 90

const ofOldRuns = (what: string, table: string): Retention => ({
  what,
  days,
  remove: rowsOf(
    table,
    ({ companyId, before }) =>
      sql`exists (select from service_run s where s.company_id = ${companyId} and s.id = r.run_id and s.state <> 'Active' and s.finished_at < ${before})`,
  ),
})

export const serviceRetention: readonly Retention[] = [
  ofOldRuns('runSnapshots', 'run_snapshot'),
  ofOldRuns('runShards', 'run_shard'),
  ofOldRuns('noProposals', 'no_proposal'),
]
