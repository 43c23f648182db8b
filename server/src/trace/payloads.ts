import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface QueuePayloads {
    /** A package of the transfer system, to be read. */
    packageReading: { companyId: number; packageId: string }
    /** Packages that ITS has are looked for. */
    packageTransfers: { companyId: number }
  }
}

export const queues = { packageReading: 1, packageTransfers: 1 } satisfies QueuesAtOnce
