/** The state of a pack as the portal shows it (TRC-001, domain/pharma 1.5). */
export const packStates = [
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
