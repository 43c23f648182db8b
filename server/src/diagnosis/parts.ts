import { part, type Part } from '../kit/parts.ts'
import { sql } from 'kysely'
import { rowsOf } from '../kit/records/retention.ts'
import { makeChecks } from './make-checks.ts'
import { nightlyDiagnosis } from './start.ts'

export const parts: readonly Part[] = [
  part('schedule', nightlyDiagnosis),
  part('retention', {
    what: 'diagnosisFindings',
    days: 365,
    remove: rowsOf('diagnosis_finding', (scope) => sql`r.gone_at < ${scope.before}`),
  }),
  part('retention', {
    what: 'diagnosisRuns',
    days: 365,
    remove: rowsOf('diagnosis_run', (scope) => sql`r.finished_at < ${scope.before}`),
  }),
  part('queue', {
    queue: 'systemDiagnosis',
    work: (services) => async (entries) => {
      for (const entry of entries) await makeChecks(services, entry)
    },
  }),
]
