import {
  discountRateKind,
  paymentLocationKind,
  refundTermKind,
  wholesalerMarginKind,
} from '@kervan/contract/data/refunds'
import { sql } from 'kysely'
import { pricesVisible } from '../access/access.api.ts'
import type { RowOfKind } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { scopeOfLocations, scopeOfProducts } from '../kit/records/scope.ts'

/** Rates of the public discount, from when to when (domain/pharma 4.1): requests are judged and amounts reckoned by them. */
export const discountRates = serveMasterData(discountRateKind, {
  table: 'discount_rate',
  recordType: 'discountRate',
  columns: { product: 'product_id' },
  references: { product: { table: 'product', keeps: 'id' } },
  scope: (actor) => scopeOfProducts(actor, sql`t.product_id`),
  pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
})

/** What wholesalers add to the manufacturer's price, by slices of it. */
export const wholesalerMargins = serveMasterData(wholesalerMarginKind, {
  table: 'wholesaler_margin',
  recordType: 'wholesalerMargin',
  pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
})

/** Tax and service charge of refunds, from when to when (KIG-002). */
export const refundTerms = serveMasterData(refundTermKind, { table: 'refund_term', recordType: 'refundTerm' })

/** Which warehouses pay which pharmacy (DSC-004). */
export const paymentLocations = serveMasterData(paymentLocationKind, {
  table: 'payment_location',
  recordType: 'paymentLocation',
  columns: { pointOfSale: 'point_of_sale_id', warehouse: 'warehouse_id' },
  references: {
    pointOfSale: { table: 'location', keeps: 'id' },
    warehouse: { table: 'location', keeps: 'id' },
  },
  scope: (actor) => scopeOfLocations(actor, sql`t.point_of_sale_id`),
  rules: (_, rows) => rows.forEach(check),
})

function check({ after, addIssue }: RowOfKind<typeof paymentLocationKind>): void {
  if (after && after.pointOfSale === after.warehouse) addIssue('warehouse', 'SameLocation')
}
