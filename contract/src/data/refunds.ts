import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'

// What refund requests are judged by (domain/pharma 4.1, 4.4).

/** The public discount that a product must have on a day, and the one that wholesalers are invoiced with, in percent. */
export const discountRateKind = masterData('discountRate', {
  group: 'DataManagement',
  one: 'DiscountRate',
  many: 'DiscountRates',
  order: 'validFrom',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    product: field.reference('product', { key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    requiredRate: field.decimal({ scale: 2, min: 0, max: 100, price: true }),
    appliedRate: field.decimal({ scale: 2, min: 0, max: 100, price: true }),
  },
})

/** The warehouses that pay refunds to a pharmacy: the payment locations among which it chooses. */
export const paymentLocationKind = masterData('paymentLocation', {
  group: 'DataManagement',
  one: 'PaymentLocation',
  many: 'PaymentLocations',
  fields: {
    pointOfSale: field.reference('location', { key: true }),
    warehouse: field.reference('location', { key: true }),
    note: field.text({ max: 200, optional: true }),
  },
})

/**
 * A slice of the margin that wholesalers add to the price from the manufacturer: `rate` percent on the part of the price
 * above `fromPrice`, up to the next slice (domain/pharma 4.1).
 */
export const wholesalerMarginKind = masterData('wholesalerMargin', {
  group: 'DataManagement',
  one: 'WholesalerMargin',
  many: 'WholesalerMargins',
  order: 'validFrom',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    slice: field.integer({ key: true, min: 1, max: 20 }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    fromPrice: field.money({ price: true }),
    marginRate: field.decimal({ scale: 2, min: 0, max: 100, price: true }),
  },
})

/** Tax and service charge of refunds in percent; on days without any, the ones of the refund settings hold (KIG-002). */
export const refundTermKind = masterData('refundTerm', {
  group: 'DataManagement',
  one: 'RefundTerm',
  many: 'RefundTerms',
  order: 'validFrom',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    taxRate: field.decimal({ scale: 2, min: 0, max: 99 }),
    serviceRate: field.decimal({ scale: 2, min: 0, max: 99 }),
  },
})
