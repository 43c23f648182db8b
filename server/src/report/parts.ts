import { part, type Part } from '../kit/parts.ts'
import { buildReportData } from './build.ts'
import { nightlyReportData } from './figures.ts'

export const parts: readonly Part[] = [
  part('schedule', nightlyReportData),
  part('queue', {
    queue: 'reportData',
    work: (services) => async (entries) => {
      for (const entry of entries) await buildReportData(services, entry)
    },
  }),
]
