import type { DeliveryKind } from '@kervan/contract/kit/work'
import type { Language } from '@kervan/contract/kit/values'
import type { MailOrder } from './outbox.ts'

// What each kind of work beside requests is given. An area adds its own kinds to these interfaces in the `payloads.ts` of
// its folder; whoever enqueues a kind and whoever works it off are both held to the same line.

export type BulkJob = { call: string; ids: string[]; input: object; language: Language }

/** Jobs of users, by kind: the `input` of their row. */
export interface JobPayloads {
  bulk: BulkJob
  /** `quiet`: a sheet of several files, whose list tells where each stands. */
  'masterData.import': { kind: string; changeId: string; language: Language; quiet?: boolean }
  'masterData.fileSet': { setId: string; language: Language }
}

/** What the outbox holds, by kind. */
export interface OutboxPayloads {
  mail: MailOrder
  removeFiles: { keys: string[] }
}

/** What is to be sent to a system outside, by its keys. */
export type DeliveryEntry = { companyId: number; keys: string[] }

/** Entries of the system queues, by queue; each kind of deliveries has its own, so that none waits for a slow receiver of another. */
export interface QueuePayloads extends Record<DeliveryKind, DeliveryEntry> {
  outbox: { companyId: number; ids: string[] }
  /** `key`: what is due, of work at due times. */
  schedule: { companyId: number; name: string; dueAt: string; key?: string }
}
