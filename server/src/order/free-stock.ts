// What stock there is for orders, as the rules see it.

/** Free pieces by variant and location (`stockKey`). Who takes some takes them out of it. */
export type FreeStock = Map<string, number>

/** What a cart can be supplied from: suppliers of each delivery location, nearest first, and what they have left. */
export type Supply = { free: FreeStock; suppliers: ReadonlyMap<string, readonly string[]> }

export const stockKey = (variantId: string, locationId: string): string => `${variantId} ${locationId}`
