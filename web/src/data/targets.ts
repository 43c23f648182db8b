import type { MasterData } from '@kervan/contract/kit/master-data'

/** The kinds that fields of the kinds of data management lead to. */
export const targets: Record<string, () => Promise<MasterData>> = {
  country: () => import('@kervan/contract/data/geography').then((of) => of.countryKind),
  city: () => import('@kervan/contract/data/geography').then((of) => of.cityKind),
  mciEntity: () => import('@kervan/contract/company/mci').then((of) => of.mciEntityKind),
  product: () => import('@kervan/contract/company/products').then((of) => of.productKind),
}
