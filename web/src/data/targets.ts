import type { Target } from '../kit/master/types.ts'

/** The kinds that fields of the kinds of data management lead to. */
export const targets = {
  country: () => import('@kervan/contract/data/geography').then((of) => of.countryKind),
  city: () => import('@kervan/contract/data/geography').then((of) => of.cityKind),
  mciEntity: () => import('@kervan/contract/company/mci').then((of) => of.mciEntityKind),
  location: () => import('@kervan/contract/company/locations').then((of) => of.locationKind),
  product: () => import('@kervan/contract/company/products').then((of) => of.productKind),
} satisfies Record<string, Target>
