import type { SignInBlock } from '@kervan/contract/access/words'
import type { MailOrder } from '../kit/work/outbox.ts'
import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface OutboxPayloads {
    temporaryPassword: { usernameFolded: string }
    /** A link for a new user of the company, who is not known to any other. */
    welcome: { membershipId: string; by: string }
    invitation: MailOrder & { identityId: string }
  }
  interface QueuePayloads {
    /** What was blocked and when; `companyId` is the door it happened at, which has written it down itself. */
    'signIn.blocked': {
      usernameFolded: string
      address: string
      companyId: number
      at: string
      blocks: { block: SignInBlock; failures: number }[]
    }
  }
}

export const queues = { 'signIn.blocked': 50 } satisfies QueuesAtOnce
