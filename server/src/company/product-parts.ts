import { sql } from 'kysely'
import { getProductOverview, productSupply, variantsOfProduct } from '@kervan/contract/company/product-parts'
import type { OutputOf } from '@kervan/contract/kit/call'
import { isWarehouse, locationTypes } from '@kervan/contract/kit/location-types'
import { refusal } from '@kervan/contract/kit/refusals'
import { dayIn } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { folded } from '../kit/lists/fold.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { colorName } from './names.ts'
import { sizeName } from './pack-names.ts'
import { pictureOf } from './picture.sql.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { suppliersOf } from './supply-paths.ts'
import { pricesVisible } from '../access/access.api.ts'
import { stores } from './product-stock.ts'
import { locationInScope, seesLocation } from './scope.ts'

/** The colours and sizes of one product with their stock in the places that the reader sees (PRD-001). */
export const variantsOfProductList = serveList(
  variantsOfProduct,
  'kind.productVariant.many',
  ({ actor, language }, { productId }) => ({
    from: sql`product_variant v`,
    where: [
      sql`v.company_id = ${actor.company.id}`,
      sql`v.product_id = ${productId}`,
      ...scopeOfProducts(actor, sql`v.product_id`),
    ],
    id: sql`v.id`,
    columns: {
      code: sql`v.code`,
      color: colorName(actor.company.id, language, 'v.color'),
      size: sizeName(language, 'v.size'),
      gtin: sql`v.gtin`,
      listPrice: sql`v.list_price`,
      status: sql`v.status`,
      onHand: sql`coalesce((select sum(s.on_hand) from stock s
        where ${sql.join([sql`s.company_id = ${actor.company.id}`, sql`s.variant_id = v.id`, ...locationInScope(actor, sql`s.location_id`)], sql` and `)}), 0)::bigint`,
    },
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
  }),
)

const days = 90
const warehouses = locationTypes.filter(isWarehouse)

/** Throws `NotFound` for a product that this reader does not see. */
async function assertSeesProduct({ tx, actor }: SessionContext, id: string): Promise<void> {
  const { rows } = await sql`select from product p where ${sql.join(
    [sql`p.company_id = ${actor.company.id}`, sql`p.id = ${id}`, ...scopeOfProducts(actor, sql`p.id`)],
    sql` and `,
  )}`.execute(tx)
  if (rows.length === 0) throw refusal('NotFound')
}

type Overview = OutputOf<typeof getProductOverview>
type Found = Omit<Overview, 'currency' | 'lastOrderAt'> & { last: Date | null }

export const getProductOverviewHandler = handle(getProductOverview, async (context): Promise<Overview> => {
  const { tx, actor, input, now } = context
  await assertSeesProduct(context, input.productId)
  const { id: company, currency, timeZone, priceVisibility } = actor.company
  const since = new Date(now.getTime() - days * 86_400_000)
  const ofReader = <C extends ReturnType<typeof sql>>(column: C) =>
    sql.join([sql`true`, ...locationInScope(actor, column)], sql` and `)
  const { rows } = await sql<Found>`
    with variant as (
      select id, status, gtin from product_variant where company_id = ${company} and product_id = ${input.productId}),
    held as (
      select s.on_hand, s.reserved, l.type, l.id from stock s join location l on l.company_id = ${company} and l.id = s.location_id
      where s.company_id = ${company} and s.variant_id in (select id from variant) and s.on_hand > 0 and ${ofReader(sql`s.location_id`)}),
    ordered as (
      select o.id, o.order_date, n.demand_quantity from order_line n
        join sales_order o on o.company_id = ${company} and o.id = n.order_id
      where n.company_id = ${company} and n.variant_id in (select id from variant) and ${ofReader(sql`o.delivery_location_id`)}
        and o.order_date >= ${since})
    select ${pictureOf('p')} as picture, p.status, p.season, trim_scale(p.list_price)::text as "listPrice",
      (select jsonb_build_object('price', trim_scale(c.new_price)::text, 'from', to_char(c.change_date, 'YYYY-MM-DD')) from price_change c
        where c.company_id = ${company} and c.product_id = p.id and c.change_date > ${dayIn(timeZone, now)}::date
        order by c.change_date limit 1) as "nextPrice",
      (select count(*)::int from variant) as variants,
      (select count(*)::int from variant where status = 'Active') as "activeVariants",
      (select count(*)::int from variant where coalesce(gtin, '') = '') as "withoutBarcode",
      (select coalesce(sum(on_hand), 0)::float8 from held) as "onHand",
      (select coalesce(sum(greatest(0, on_hand - reserved)), 0)::float8 from held) as free,
      (select count(distinct id)::int from held where type = any(${warehouses}::text[])) as warehouses,
      (select count(distinct id)::int from held where type = any(${stores}::text[])) as "pointsOfSale",
      (select count(*)::int from shipping_block b where b.company_id = ${company} and b.product_id = p.id and ${ofReader(sql`b.location_id`)}) as restrictions,
      (select count(distinct id)::int from ordered) as orders,
      (select coalesce(sum(demand_quantity), 0)::float8 from ordered) as pieces,
      (select max(order_date) from ordered) as last
    from product p where p.company_id = ${company} and p.id = ${input.productId}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const { last, ...shown } = found
  return {
    ...shown,
    ...(!pricesVisible(priceVisibility, actor) && { listPrice: null, nextPrice: null }),
    currency,
    lastOrderAt: last?.toISOString() ?? null,
  }
})

/** Of each place the suppliers, nearest first, with what they have free of the product. */
export const productSupplyList = serveList(
  productSupply,
  'kind.productSupply.many',
  async (context, { productId }) => {
    await assertSeesProduct(context, productId)
    const { actor } = context
    const company = actor.company.id
    const seen = sql.join([sql`true`, ...locationInScope(actor, sql`s.location_id`)], sql` and `)
    return {
      from: sql`location t left join lateral (
          select (array_agg(h.location_id order by h.rank))[1] as first, (array_agg(h.free order by h.rank))[1] as free,
            count(*) as suppliers, sum(h.free) as in_all
          from (select s.location_id, o.rank, sum(s.on_hand - s.reserved) as free
            from unnest(${suppliersOf(company, sql`t.id`)}) with ordinality o(id, rank)
              join stock s on s.company_id = ${company} and s.location_id = o.id and s.on_hand > s.reserved
              join product_variant v on v.company_id = ${company} and v.id = s.variant_id and v.product_id = ${productId}
            where o.id <> t.id and ${seen}
            group by s.location_id, o.rank) h) x on true
        left join location w on w.company_id = ${company} and w.id = x.first`,
      where: [
        sql`t.company_id = ${company}`,
        sql`t.status = 'Active'`,
        sql`t.type = any(${stores}::text[])`,
        ...seesLocation(actor),
      ],
      id: sql`t.id`,
      key: sql`t.id`,
      columns: {
        receiverCode: sql`t.code`,
        receiverName: sql`t.name`,
        city: sql`t.city`,
        supplierCode: sql`w.code`,
        supplierName: sql`w.name`,
        free: sql`coalesce(x.free, 0)::bigint`,
        suppliers: sql`coalesce(x.suppliers, 0)::int`,
        freeInAll: sql`coalesce(x.in_all, 0)::bigint`,
      },
      search: folded(sql`concat_ws(' ', t.code, t.name, t.city, w.code, w.name)`),
    }
  },
)
