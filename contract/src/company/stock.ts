import { z } from 'zod'
import { Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { column, pageList } from '../kit/page.ts'

/** How many pieces of a variant lie at a location. Orders hold some of them, so it never falls below what they hold. */
export const stockLevelKind = masterData('stockLevel', {
  group: 'Product',
  one: 'StockLevel',
  many: 'StockLevels',
  computed: {
    productName: column.text({ nullable: true }),
    /** Colour and size, or the pack. */
    variantName: column.text({ nullable: true }),
    gtin: column.code({ nullable: true }),
  },
  fields: {
    location: field.reference('location', { key: true, searched: true }),
    variant: field.reference('productVariant', { key: true, searched: true }),
    onHand: field.integer({ start: 0 }),
  },
})

/** Stock of one product at all locations, or of one location with all products (LOC-001, PRD-002). */
export const stockByLocation = pageList('Product/GetStockByLocation', {
  columns: {
    locationCode: column.code(),
    locationName: column.text(),
    variantCode: column.code(),
    productName: column.text(),
    color: column.text({ nullable: true }),
    size: column.text({ nullable: true }),
    onHand: column.integer(),
    reserved: column.integer(),
    free: column.integer(),
    updatedAt: column.instant(),
  },
  extra: { id: z.uuid() },
  scope: { productId: Uuid.nullable(), locationId: Uuid.nullable() },
  defaultSort: [
    { column: 'locationName', direction: 'asc' },
    { column: 'variantCode', direction: 'asc' },
  ],
  search: true,
})
