import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface OutboxPayloads {
    registrationCode: { registrationId: string }
    registrationAccepted: { membershipId: string }
  }
}

export const queues: QueuesAtOnce = {}
