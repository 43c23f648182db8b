import type { PriceChangeTab, RequestTab } from './tabs.ts'

// Words of refund requests (DSC-001 to DSC-012); their names are the specification's.

export const requestStates = [
  'PreApplication',
  'Pending',
  'Approved',
  'Rejected',
  'Cancelled',
  'Declined',
  'Completed',
  'ApplicationOnThirdPartyDomain',
] as const
export type RequestState = (typeof requestStates)[number]

/** What a request asks for; both kinds are made, proved, decided and reported alike (PCR-006). */
export const requestKinds = ['InstitutionalDiscount', 'PriceChange'] as const
export type RequestKind = (typeof requestKinds)[number]
/** What time lines, the audit log and notices call a request of each kind. */
export const recordTypeOf = {
  InstitutionalDiscount: 'discountRequest',
  PriceChange: 'priceChangeRequest',
} as const satisfies Record<RequestKind, string>

/** What became of a request for its payment: decided for it, against it, or not yet. */
export const approvedStates = ['Approved', 'Completed', 'ApplicationOnThirdPartyDomain'] as const
export const refusedStates = ['Rejected', 'Declined'] as const
/** The states of requests that stand in the earnings of pharmacies (KIG-001). */
export const earningStates = ['Pending', ...approvedStates, ...refusedStates] as const

/** How a pre-application is proved. */
export const validationFlows = [
  'ValidateFromImage',
  'ValidateFromITS',
  'ValidateFromITSViaPortaMate',
] as const
export type ValidationFlow = (typeof validationFlows)[number]

/** The tutorials that stand beside each flow (DSC-010), of discount requests and of price-change refunds. */
export const tutorialsOf = {
  discount: {
    NewRequest: ['KIGONewApplication'],
    ValidateFromImage: ['KIGODataMatrixInquiry', 'KIGOPrescriptionInquiry'],
    ValidateFromITS: ['KIGOITSValidation'],
    ValidateFromITSViaPortaMate: ['KIGOPortaMateValidation'],
  },
  priceChange: {
    NewRequest: [],
    ValidateFromImage: ['FDGODataMatrixInquiry'],
    ValidateFromITS: ['FDGOProductMovements'],
    ValidateFromITSViaPortaMate: ['FDGOPortaMateValidation'],
  },
} as const satisfies Record<string, Record<ValidationFlow | 'NewRequest', readonly string[]>>

export const rejectReasons = [
  'SerialNumberDoesNotMatch',
  'BatchNoDoesNotMatch',
  'GTINDoesNotMatch',
  'NoSaleOnITS',
  'Other',
  'POSGLNDoesNotMatch',
  'InvalidRepaymentGLN',
  'InvalidRepaymentDate',
  'PrescriptionNotFinalized',
  'DeclarationIDMismatch',
  'StateChanged',
  'OwnerChanged',
] as const
export type RequestRejectReason = (typeof rejectReasons)[number]

export const declineReasons = ['StateChanged', 'OwnerChanged', 'Other'] as const
export type DeclineReason = (typeof declineReasons)[number]

export const tabOfState: Record<RequestState, Exclude<RequestTab, 'archived'>> = {
  PreApplication: 'preApplication',
  Pending: 'pending',
  Approved: 'closed',
  Rejected: 'closed',
  Completed: 'closed',
  ApplicationOnThirdPartyDomain: 'closed',
  Cancelled: 'cancelled',
  Declined: 'declined',
}

/** The states of price-change refunds: no auditor inspects them. */
export const priceChangeStates = [
  'PreApplication',
  'Pending',
  'Approved',
  'Rejected',
  'Cancelled',
  'Completed',
  'ApplicationOnThirdPartyDomain',
] as const satisfies readonly RequestState[]
export type PriceChangeState = (typeof priceChangeStates)[number]

export const priceChangeTabOf: Record<PriceChangeState, PriceChangeTab> = {
  PreApplication: 'pending',
  Pending: 'pending',
  Approved: 'closed',
  Rejected: 'closed',
  Completed: 'closed',
  ApplicationOnThirdPartyDomain: 'closed',
  Cancelled: 'cancelled',
}

/** What became of a picture: `Waiting` until it is read; `Unmatched` where no pre-application has its pack. */
export const imageStates = ['Waiting', 'Matched', 'Unmatched', 'Unreadable'] as const
export type ImageState = (typeof imageStates)[number]

/** Where a value that was read may come from; the first names the national system's services. */
export const evidenceSources = ['ItsRest', 'ItsPortal', 'PortaMate', 'Image'] as const
export type EvidenceSource = (typeof evidenceSources)[number]

/** Management looks back so many months at once, applicants so many in all (DSC-015). */
export const managementMonths = 3
export const applicantMonths = 6

/** Packs that one ITS validation asks about (DSC-009). */
export const itsAtOnce = 20
/** Bytes of a picture (DSC-006). */
export const imageBytes = 3 * 1024 * 1024
/** What a company starts with, and the most it may allow (DSC-005, DSC-006). */
export const codesAtOnce = { start: 500, most: 10_000 }
export const imagesAtOnce = { start: 20, most: 100 }
/** Somebody who looks at a request has it for so long. */
export const lookingSeconds = 120

/** What a picture may show of a person. */
export const personalKinds = ['name', 'nationalId'] as const
