import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the changes of master data, whatever their kind (USR-010, USR-011, DAT-003). */
export const dataOperations = {
  'masterData.added': null,
  'masterData.changed': null,
  'masterData.removed': null,
  'masterData.imported': 'Imports',
  'masterData.proposed': null,
  'masterData.checked': null,
  'masterData.rejected': null,
  'masterData.reverted': 'Imports',
  'masterData.approvalChanged': 'Security',
  'mci.activated': 'Imports',
  'mci.cancelled': null,
  'mci.rowSaved': null,
  'mci.rowDeleted': null,
  'network.strategyChanged': null,
  'product.pictureSet': null,
  'product.pictureRemoved': null,
} as const satisfies Operations

/** The kinds of master data, as the audit log names their records. */
export const dataRecordTypes = [
  'locationType',
  'location',
  'product',
  'productVariant',
  'businessRelation',
  'priceChange',
  'country',
  'city',
  'district',
  'regionCode',
  'propertyDefinition',
  'predefinedValue',
  'mciEntity',
  'mciField',
  'mciFile',
  'supplyRelation',
  'shippingBlock',
  'stockLevel',
  'masterApproval',
  'supplyNetwork',
] as const
