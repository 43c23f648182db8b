import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations on refund requests. */
export const portaOperations = {
  'discountRequest.made': null,
  'discountRequest.validated': null,
  'discountRequest.approved': null,
  'discountRequest.rejected': null,
  'discountRequest.disputed': null,
  'discountRequest.declined': null,
  'discountRequest.cancelled': null,
  'discountRequest.reported': null,
  'discountRequest.forwarded': null,
  'discountRequest.imageAdded': null,
  'discountRequest.imageRemoved': null,
  'discountRequest.evidence': null,
  'discountRequest.archived': null,
  'porta.policyChanged': 'Security',
  'kigo.monthClosed': null,
} as const satisfies Operations

export const portaRecordTypes = ['discountRequest', 'portaPolicy', 'kigoMonth'] as const

/** What the time lines of requests say; the sentences are `event.<kind>`. */
export const portaEventKinds = [
  'discountRequest.made',
  'discountRequest.validated',
  'discountRequest.approved',
  'discountRequest.rejected',
  'discountRequest.disputed',
  'discountRequest.declined',
  'discountRequest.cancelled',
  'discountRequest.reported',
  'discountRequest.forwarded',
  'discountRequest.imageAdded',
  'discountRequest.imageRemoved',
  'discountRequest.evidence',
  'discountRequest.archived',
] as const satisfies readonly (keyof typeof portaOperations)[]
