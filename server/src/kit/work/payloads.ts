import type { Language } from '@kervan/contract/kit/values'
import type * as access from '../../access/payloads.ts'
import type * as account from '../../account/payloads.ts'
import type * as company from '../../company/payloads.ts'
import type * as order from '../../order/payloads.ts'
import type * as registration from '../../registration/payloads.ts'
import type { MailOrder } from './outbox.ts'

// What each kind of work beside requests is given. An area says its own kinds in the `payloads.ts` of its folder; whoever
// enqueues a kind and whoever works it off are both held to the same line.

type BulkJob = { call: string; ids: string[]; input: object; language: Language }

/** Jobs of users, by kind: the `input` of their row. */
export type JobPayloads = {
  bulk: BulkJob
  'order.bulk': BulkJob
  'masterData.import': { kind: string; changeId: string; language: Language }
} & company.JobPayloads &
  order.JobPayloads

/** What the outbox holds, by kind. */
export type OutboxPayloads = {
  mail: MailOrder
  removeFiles: { keys: string[] }
} & access.OutboxPayloads &
  account.OutboxPayloads &
  order.OutboxPayloads &
  registration.OutboxPayloads

/** Entries of the queues of the house itself, by queue. */
export type QueuePayloads = {
  outbox: { companyId: number; ids: string[] }
  schedule: { companyId: number; name: string; dueAt: string }
} & access.QueuePayloads &
  order.QueuePayloads
