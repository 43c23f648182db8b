import { plainText } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { priceChangeKind } from '@kervan/contract/data/price-changes'
import type { RowOfKind } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { pricesVisible } from '../access/access.api.ts'

/** Price changes as they are announced (PCR-005, domain/pharma 4.3): refund requests are judged by them. */
export const priceChanges = serveMasterData(priceChangeKind, {
  table: 'price_change',
  recordType: 'priceChange',
  columns: { product: 'product_id' },
  references: { product: { table: 'product', keeps: 'id' } },
  computed: {
    productCode: {
      of: ({ company }) =>
        sql`(select p.code from product p where p.company_id = ${company.id} and p.id = t.product_id)`,
    },
    gtin: {
      of: ({ company }) =>
        sql`(select string_agg(v.gtin, ', ' order by v.sort_order, v.code) from product_variant v
          where v.company_id = ${company.id} and v.product_id = t.product_id and v.gtin <> '')`,
    },
    priceDifference: { of: () => sql`round(100 * (t.new_price / nullif(t.old_price, 0) - 1), 1)` },
  },
  scope: (actor) => scopeOfProducts(actor, sql`t.product_id`),
  pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
  rules: (_, rows) => rows.forEach(check),
})

/** The price changes at all, and purchases entitle to a refund before it does. */
function check({ after, addIssue }: RowOfKind<typeof priceChangeKind>): void {
  if (!after) return
  if (Number(after['oldPrice']) === Number(after['newPrice'])) addIssue('newPrice', 'SamePrice')
  if (plainText(after['entitlementDate']) > plainText(after['changeDate']))
    addIssue('entitlementDate', 'AfterChange')
}
