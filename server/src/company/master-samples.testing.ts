import { locationOf, named, productOf, type SampleContext, type Samples } from '../../test/sample-records.ts'
import { newId } from '../kit/database/uuid.ts'

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

async function variantOf(context: SampleContext): Promise<string> {
  const { portal, company } = context
  const product = await productOf(context)
  await portal.owner.query(
    `insert into product_variant (company_id, id, product_id, code)
     select $1, $2, p.id, 'V-1' from product p where p.company_id = $1 and p.code = $3 on conflict do nothing`,
    [company.id, newId(), product],
  )
  return 'V-1'
}
