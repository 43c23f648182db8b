import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { column } from '../kit/page.ts'

/** A change of a product's price with the day from which purchases entitle to a refund (PCR-005, domain/pharma 4.3). */
export const priceChangeKind = masterData('priceChange', {
  group: 'DataManagement',
  one: 'PriceChange',
  many: 'PriceChanges',
  order: 'changeDate',
  newestFirst: true,
  days: ['changeDate'],
  computed: {
    productCode: column.code({ nullable: true }),
    gtin: column.code({ nullable: true, sort: false }),
    /** By how much the new price differs from the old one, in per cent. */
    priceDifference: column.decimal({ nullable: true, price: true, places: 1 }),
  },
  approval: true,
  fields: {
    product: field.reference('product', { key: true }),
    changeDate: field.date({ key: true }),
    oldPrice: field.money({ price: true }),
    newPrice: field.money({ price: true }),
    entitlementDate: field.date(),
    note: field.text({ max: 300, optional: true, lines: 2, list: 'hidden' }),
  },
})
