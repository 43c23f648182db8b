// What stock there is for orders, as the rules see it.

/** Free pieces by variant and location (`stockKey`). Who takes some takes them out of it. */
export type FreeStock = Map<string, number>
