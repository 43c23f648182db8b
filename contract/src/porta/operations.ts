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
  'priceChangeRequest.made': null,
  'priceChangeRequest.validated': null,
  'priceChangeRequest.approved': null,
  'priceChangeRequest.rejected': null,
  'priceChangeRequest.cancelled': null,
  'priceChangeRequest.reported': null,
  'priceChangeRequest.forwarded': null,
  'priceChangeRequest.imageAdded': null,
  'priceChangeRequest.evidence': null,
  'priceChangeRequest.archived': null,
  'porta.policyChanged': 'Security',
  'kigo.monthClosed': null,
} as const satisfies Operations

export const portaRecordTypes = ['discountRequest', 'priceChangeRequest', 'portaPolicy', 'kigoMonth'] as const

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
  'priceChangeRequest.made',
  'priceChangeRequest.validated',
  'priceChangeRequest.approved',
  'priceChangeRequest.rejected',
  'priceChangeRequest.cancelled',
  'priceChangeRequest.reported',
  'priceChangeRequest.forwarded',
  'priceChangeRequest.imageAdded',
  'priceChangeRequest.evidence',
  'priceChangeRequest.archived',
] as const satisfies readonly (keyof typeof portaOperations)[]
