import type { SignInBlock } from '@kervan/contract/access/words'
import type { MailOrder } from '../kit/work/outbox.ts'

export type OutboxPayloads = {
  temporaryPassword: { usernameFolded: string }
  invitation: MailOrder & { identityId: string }
}

export type QueuePayloads = {
  /** What was blocked and when; `companyId` is the door it happened at, which has written it down itself. */
  'signIn.blocked': {
    usernameFolded: string
    address: string
    companyId: number
    at: string
    blocks: { block: SignInBlock; failures: number }[]
  }
}
