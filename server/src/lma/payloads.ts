import type { QueuesAtOnce } from '../kit/work/queues.ts'

import type { FileSource } from '@kervan/contract/lma/words'

declare module '../kit/work/payloads.ts' {
  interface OutboxPayloads {
    /** A mail of the fuel price module, by its row in the log. */
    fuelMail: { mailId: string }
    /** A file of a source for a day. */
    fuelFetch: { source: FileSource; day: string }
  }
}

export const queues: QueuesAtOnce = {}
