import { z } from 'zod'
/** How large a location is, as the specification groups locations (LOC-002). */
export const locationGroups = ['Type1000', 'Type500', 'Type275'] as const
/** What a location does in transfers (LOC-002): gives, receives, or both. */
export const actionRoles = ['Donor', 'Recipient', 'Wildcard'] as const
/** Whether a location takes part, and who said so (LOC-003). */
export const breakdownStates = ['ManuelPassive', 'AutoPassive', 'ManuelActive', 'AutoActive'] as const
export const recordStates = ['Active', 'Passive'] as const
/** Seasons of a product (PRD-002). */
export const productSeasons = ['Summer', 'Winter', 'NoSeason', 'UnDetermined'] as const
export const relationTypes = ['Customer', 'Vendor', 'ThirdParty'] as const
/** What may be ordered together: an order is of one flow type (ORD-003). */
export const flowTypes = [
  'Standard',
  'Controlled',
  'ColdChain',
  'Packaged',
  'Cylinder',
  'Bulk',
  'PreSeason',
] as const

/** What a product looks like in small: its own photograph, else the drawing of a shape in its colour. */
export const ProductPicture = z.strictObject({
  shape: z.string(),
  color: z.string(),
  photoId: z.uuid().nullable(),
})
export type ProductPicture = z.infer<typeof ProductPicture>
