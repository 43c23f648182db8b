import type { Target } from '../kit/master/types.ts'

/** The kinds that fields of the fuel price module lead to. */
export const targets = {
  fuelProduct: () => import('@kervan/contract/lma/products').then((of) => of.fuelProductKind),
} satisfies Record<string, Target>
