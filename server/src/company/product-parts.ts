import { sql } from 'kysely'
import { variantsOfProduct } from '@kervan/contract/company/product-parts'
import { serveList } from '../kit/lists/serve-list.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { pricesVisible } from '../order/order.api.ts'

/** The colours and sizes of one product with their stock (PRD-001). */
export const variantsOfProductList = serveList(
  variantsOfProduct,
  'kind.productVariant.many',
  ({ actor }, { productId }) => ({
    from: sql`product_variant v`,
    where: [
      sql`v.company_id = ${actor.company.id}`,
      sql`v.product_id = ${productId}`,
      ...scopeOfProducts(actor, sql`v.product_id`),
    ],
    id: sql`v.id`,
    columns: {
      code: sql`v.code`,
      color: sql`v.color`,
      size: sql`v.size`,
      gtin: sql`v.gtin`,
      listPrice: sql`v.list_price`,
      status: sql`v.status`,
      onHand: sql`coalesce((select sum(s.on_hand) from stock s where s.company_id = ${actor.company.id} and s.variant_id = v.id), 0)::bigint`,
    },
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
  }),
)
