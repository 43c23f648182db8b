import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface QueuePayloads {
    /** A picture of a request, to be read. */
    pictureReading: { companyId: number; imageId: string }
  }
}

// One alone: reading one takes seconds of a core, and those of a batch fail together.
export const queues = { pictureReading: 1 } satisfies QueuesAtOnce
