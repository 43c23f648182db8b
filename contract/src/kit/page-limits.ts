// What an address says of a list is read before any list is there: by itself, so that the sign-in page loads no lists.

export const keywordMinimum = 2 // GRD-004
export const pageSizes = [50, 100, 200] as const
