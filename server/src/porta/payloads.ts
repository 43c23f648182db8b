import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface QueuePayloads {
    /** A picture of a request, to be read. */
    pictureReading: { companyId: number; imageId: string }
    /** Packs of requests, twenty at most, that ITS is asked about; `since`: what has been answered after it is not asked again. */
    packInquiry: { companyId: number; requestIds: string[]; since: string }
    /** What is not decided is scored anew, those with a greater id than `after`. */
    penaltyRescoring: { companyId: number; after: string | null }
  }
}

// One alone: reading a picture takes seconds of a core, an inquiry waits for ITS, and those of a batch fail together.
export const queues = { pictureReading: 1, packInquiry: 1, penaltyRescoring: 1 } satisfies QueuesAtOnce
