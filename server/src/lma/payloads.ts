import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface OutboxPayloads {
    /** A mail of the fuel price module, by its row in the log. */
    fuelMail: { mailId: string }
  }
}

export const queues: QueuesAtOnce = {}
