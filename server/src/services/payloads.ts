import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface QueuePayloads {
    /** A strategy that is to be compiled, in the name of who has activated it. */
    strategyCompiling: { companyId: number; strategyId: string; by: string }
    /** The next business process of a run. */
    serviceSteps: { companyId: number; runId: string; no: number }
  }
}

export const queues = { strategyCompiling: 1, serviceSteps: 1 } satisfies QueuesAtOnce
