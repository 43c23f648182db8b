// Words of refund requests (DSC-001 to DSC-012); their names are the specification's.

const rejectReasons = [
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

/** Where a value that was read may come from; the first names the national system's services. */
const evidenceSources = ['ItsRest', 'ItsPortal', 'PortaMate', 'Image'] as const
export type EvidenceSource = (typeof evidenceSources)[number]

/** The state of a pack as the portal shows it (TRC-001, domain/pharma 1.5). */
const packStates = [
  'InCentralWarehouse',
  'ReadyToSell',
  'InTransit',
  'Consumed',
  'DeActivated',
  'Waived',
  'Exported',
  'Other',
] as const
export type PackState = (typeof packStates)[number]

/** Packs that one ITS validation asks about (DSC-009). */
export const itsAtOnce = 20
