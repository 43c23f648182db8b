import { locationOf, named, productOf, variantOf, type Samples } from '../../test/sample-records.ts'

export const samples: Samples = {
  productVariant: async (_, context) => ({ product: await productOf(context) }),
  supplyRelation: async (n, context) => ({
    supplier: await locationOf(context, 'W-1', 'PrimaryCompanyDistributionCenter'),
    receiver: await locationOf(context, `L-${n}`, 'PrimaryPointOfSales'),
  }),
  shippingBlock: async (n, context) => ({
    location: await locationOf(context, `L-${n}`, 'PrimaryPointOfSales'),
    product: await productOf(context),
    note: `note ${n}`,
  }),
  stockLevel: async (n, context) => ({
    location: await locationOf(context, `W-${n}`, 'PrimaryCompanyDistributionCenter'),
    variant: await variantOf(context),
  }),
  mciField: async (n, context) => ({
    entity: await named(context, 'mci_entity', 'ENTITY', {
      purpose: 'Data',
      data_source: 'ManageByUserInput',
    }),
    keyPart: n === 1,
  }),
}
