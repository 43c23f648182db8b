import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'

/** Products that cannot be shipped to a location (LOC-001): no cold store, no permit, no room. Orders refuse them. */
export const shippingBlockKind = masterData('shippingBlock', {
  group: 'LocationManagement',
  one: 'ShippingBlock',
  many: 'ShippingBlocks',
  fields: {
    location: field.reference('location', { key: true, searched: true }),
    product: field.reference('product', { key: true, searched: true }),
    note: field.text({ max: 200, optional: true, searched: true }),
  },
})
