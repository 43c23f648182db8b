import type { Target } from '../kit/master/types.ts'

/** The kinds that the references of a company's records lead to. */
export const targets = {
  location: async () => (await import('@kervan/contract/company/locations')).locationKind,
  productVariant: async () => (await import('@kervan/contract/company/products')).productVariantKind,
  product: async () => (await import('@kervan/contract/company/products')).productKind,
  productGroup: async () => (await import('@kervan/contract/company/product-tree')).productGroupKind,
  businessRelation: async () =>
    (await import('@kervan/contract/company/business-relations')).businessRelationKind,
  country: async () => (await import('@kervan/contract/data/geography')).countryKind,
  locationType: async () => (await import('@kervan/contract/data/location-types')).locationTypeKind,
} satisfies Record<string, Target>
