import { inDatabase } from '../../test/office.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'

export const kinds = {
  location: 'location',
  locationCode: 'location',
  partner: 'company',
  product: 'company',
  variant: 'company',
} as const

export const fields: AreaFields = {
  byName: {
    partnerId: 'partner',
    pointOfSaleId: 'location',
    locationId: 'location',
    locationUniqueCode: 'locationCode',
    productId: 'product',
    variantId: 'variant',
  },
  noRecord: {
    // What strangers are told of them stands in mci.http.test.ts.
    entityId: 'an MCI entity of the caller’s own company',
    mciFileId: 'a file of an MCI entity of the caller’s own company',
    // What strangers are told of them stands in ui-filters.http.test.ts.
    uiFilterId: 'a UI filter of the caller’s own company',
    'UIFilterManagement/SaveUIFilter.id': 'a UI filter of the caller’s own company',
    // What strangers are told of them stands in product-picture.http.test.ts.
    photoId: 'a picture of a product of the caller’s own company',
    'Product/UploadProductPicture.productId': 'asked of nobody who does not see the whole company',
    // What strangers are told of them stands in product-matrix.http.test.ts.
    'Product/SaveProductMatrix.productId': 'asked of nobody who does not see the whole company',
    'Product/SaveProductMatrix.id': 'asked of nobody who does not see the whole company',
    'Product/MoveProducts.fromId': 'asked of nobody who does not see the whole company',
    'Product/MoveProducts.toId': 'asked of nobody who does not see the whole company',
    'Product/DeleteProductPicture.productId': 'asked of nobody who does not see the whole company',
  },
}

/** A warehouse of its own for the location, and something on the location's own shelf. */
export async function fill({
  office,
  customer,
  location,
  product,
}: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const variant = product.variants[0]?.id ?? ''
  const warehouse = await office.company.location(null, { type: 'SecondaryCompanyDistributionCenter' })
  await inDatabase(
    office,
    'insert into supply_relation (company_id, id, supplier_id, receiver_id) values ($1, gen_random_uuid(), $2, $3)',
    warehouse.id,
    location.id,
  )
  await inDatabase(
    office,
    'insert into stock (company_id, variant_id, location_id, on_hand) values ($1, $2, $3, 1) on conflict do nothing',
    variant,
    location.id,
  )
  await inDatabase(office, 'select refresh_supply_paths($1)')
  return {
    records: {
      location: location.id,
      locationCode: location.code,
      partner: customer.id,
      product: product.id,
      variant,
    },
  }
}
