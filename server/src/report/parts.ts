import { reportRunDays } from '@kervan/contract/report/view-words'
import { sql } from 'kysely'
import { part, type Part } from '../kit/parts.ts'
import { buildReportData } from './build.ts'
import { nightlyReportData } from './figures.ts'
import { rowsOf } from '../kit/records/retention.ts'
import { servedPrimaryData } from './primary-data.ts'
import { servedServiceInsights } from './service-insights.ts'
import { servedStockSense } from './stock-sense.ts'
import { reportMails } from './views/mails.ts'
import { reportRunJob } from './views/run.ts'

export const parts: readonly Part[] = [
  part('report', servedStockSense),
  part('report', servedPrimaryData),
  part('report', servedServiceInsights),
  part('job', { kind: 'report.run', ...reportRunJob }),
  part('schedule', nightlyReportData),
  part('schedule', reportMails),
  part('retention', {
    what: 'reportRuns',
    days: reportRunDays,
    remove: rowsOf('report_run', (scope) => sql`r.requested_at < ${scope.before}`),
  }),
  part('queue', {
    queue: 'reportData',
    work: (services) => async (entries) => {
      for (const entry of entries) await buildReportData(services, entry)
    },
  }),
]
