import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface QueuePayloads {
    /** A diagnosis that is to be made, or gone on with. */
    systemDiagnosis: { companyId: number; runId: string }
  }
}

export const queues = { systemDiagnosis: 1 } satisfies QueuesAtOnce
