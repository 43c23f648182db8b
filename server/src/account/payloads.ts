import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface OutboxPayloads {
    usernameCode: { membershipId: string }
  }
}

export const queues: QueuesAtOnce = {}
