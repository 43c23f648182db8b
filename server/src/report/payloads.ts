import type { ReportDataKind } from '@kervan/contract/report/words'
import type { Language } from '@kervan/contract/kit/values'
import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface JobPayloads {
    'report.run': { runId: string; language: Language }
  }
  interface QueuePayloads {
    /** Figures that are to be worked out; `whole` for all days and not only for those that may have changed. */
    reportData: { companyId: number; kind: ReportDataKind; whole: boolean }
  }
}

export const queues = { reportData: 1 } satisfies QueuesAtOnce
