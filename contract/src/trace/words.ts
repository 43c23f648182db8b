// Words of the trace inquiry (TRC-001, TRC-002, TRC-004).

/** What stakeholders of the drug-tracking system are. */
export const traceLocationTypes = [
  'Exporter',
  'Manufacturer',
  'PharmaceuticalWarehouse',
  'SubPharmaceuticalWarehouse',
  'Pharmacy',
  'Hospital',
] as const

/** So many codes are asked about at once. */
export const traceCodesAtOnce = 500

/** What a package says of its packs, by the letters of the transfer format (domain/pharma 2). */
export const ptsActions = {
  P: 'Purchase',
  S: 'Dispatch',
  C: 'DispatchCancel',
  R: 'Return',
  D: 'Deactivation',
  M: 'Production',
  I: 'Import',
  X: 'Export',
  O: 'Consumption',
  N: 'Information',
  T: 'Transfer',
  L: 'TransferCancel',
  F: 'OutsideTransfer',
  K: 'OutsideTransferCancel',
} as const
export const ptsActionNames = [
  'Purchase',
  'Dispatch',
  'DispatchCancel',
  'Return',
  'Deactivation',
  'Production',
  'Import',
  'Export',
  'Consumption',
  'Information',
  'Transfer',
  'TransferCancel',
  'OutsideTransfer',
  'OutsideTransferCancel',
] as const satisfies readonly (typeof ptsActions)[keyof typeof ptsActions][]
export type PtsAction = (typeof ptsActionNames)[number]

/** What became of a package: `Faulty` where it could not be read; nothing of it is known then. */
export const ptsStates = ['Reading', 'Read', 'Faulty'] as const

/** What is strange about a package that could be read all the same. */
export const ptsNotes = [
  'ListOutsideCarrier',
  'LabelNotSscc',
  'SsccCheckDigit',
  'DeepNesting',
  'PackTwice',
] as const
export type PtsNote = (typeof ptsNotes)[number]

/** Where a movement is known from. */
export const traceSources = ['Its', 'Pts'] as const

export const recallStates = ['Running', 'Lifted'] as const
