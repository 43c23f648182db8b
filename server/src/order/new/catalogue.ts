import { sql, type RawBuilder } from 'kysely'
import { getOrderOptions, getProduct, orderableProducts } from '@kervan/contract/order/order-new'
import { bySize } from '@kervan/contract/order/sizes'
import type { Refusal } from '@kervan/contract/kit/refusals'
import { shipmentMethods } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { noId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { orderedPack } from '../bundles.ts'
import { priceFor, pricesVisible } from '../../access/access.api.ts'
import {
  categoryCode,
  categoryName,
  colorName,
  pictureOf,
  productName,
  sizeName,
  suppliersOf,
} from '../../company/company.api.ts'
import { freePieces } from '../stock.sql.ts'
import { deliveryLocation, deliveryScope, orderScope, sellableScope } from '../scope.ts'
import { proposedDay } from './import-lookups.sql.ts'
import { sells } from './point-of-sale.ts'
import { orderSettings } from '../order-settings.ts'

// What can be ordered, and where to (ORD-001, ORD-003).

export const productList = serveList(
  orderableProducts,
  'newOrder',
  ({ actor, language }, { locationId }) => {
    const company = actor.company.id
    return {
      from: sql`product p`,
      where: sellableScope(actor),
      id: sql`p.id`,
      key: sql`p.id`,
      columns: {
        productCode: sql`p.code`,
        productName: productName(language),
        category: categoryName(language),
        categoryCode: categoryCode(company),
        brand: sql`p.brand`,
        season: sql`p.season`,
        packUnit: orderedPack(actor),
        stock: sql`(select coalesce(sum(greatest(0, s.on_hand - s.reserved)), 0)::bigint from product_variant v join stock s on s.company_id = v.company_id and s.variant_id = v.id
        where v.company_id = ${company} and v.product_id = p.id and s.location_id = any(${suppliersOf(company, deliveryLocation(actor, locationId))}))`,
        listPrice: sql`p.list_price`,
      },
      extra: {
        flowType: sql`p.flow_type`,
        minimumQuantity: sql`p.minimum_quantity`,
        maximumQuantity: sql`p.maximum_quantity`,
        variantCount: sql`(select count(*) from product_variant v where v.company_id = ${company} and v.product_id = p.id and v.status = 'Active')`,
        picture: pictureOf('p'),
        inCart: sql`(select coalesce(sum(c.quantity), 0)::bigint from cart_line c join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
        where c.company_id = ${company} and c.membership_id = ${actor.membershipId} and v.product_id = p.id)`,
      },
      search: sql`p.search_text`,
      searched: ['productCode', 'productName'],
      pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    }
  },
  (_, { actor }) => ({ currency: actor.company.currency }),
)

/** The categories or brands of what can be ordered, by name. */
async function groupsOf(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  name: RawBuilder<unknown>,
  code: RawBuilder<unknown> = name,
): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select distinct ${code} as code, ${name} as name from product p where ${sql.join(sellableScope(actor), sql` and `)} order by 2, 1`.execute(
    tx,
  )
  return rows
}

const topGroupDays = 120

/** The location groups that the reader's orders of the last 120 days went to most, as many as the company lets lead (ORD-021). */
async function readTopGroups(tx: Tx, actor: Actor, now: Date): Promise<string[]> {
  const company = actor.company.id
  const { topLocationGroups: limit } = await orderSettings(tx, actor.company)
  if (limit === 0) return []
  const { rows } = await sql<{ name: string }>`
    select l.location_group as name from sales_order o join location l on l.company_id = o.company_id and l.id = o.delivery_location_id
    where ${sql.join(orderScope(actor), sql` and `)} and l.company_id = ${company} and l.location_group is not null
      and o.order_date > ${now}::timestamptz - make_interval(days => ${topGroupDays})
    group by l.location_group order by count(*) desc, l.location_group limit ${limit}`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Where the last order that the caller placed went; null where there is none. */
async function readLastDelivery(tx: Tx, actor: Actor) {
  const last = await tx
    .selectFrom('sales_order')
    .select(['delivery_location_id as locationId', 'point_of_sale_id as pointOfSaleId'])
    .where('company_id', '=', actor.company.id)
    .where('record_user_id', '=', actor.membershipId)
    .orderBy('order_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

export const getOrderOptionsHandler = handle(getOrderOptions, async ({ tx, actor, language, now }) => {
  const company = actor.company.id
  const today = dayIn(actor.company.timeZone, now)
  const topGroups = await readTopGroups(tx, actor, now)
  const [locations, pointsOfSale, categories, brands, proposedDeliveryDate] = await Promise.all([
    sql<{
      id: string
      code: string
      name: string
      city: string
      district: string
      group: string | null
      customerId: string
    }>`
      select l.id, l.code, l.name, l.city, l.district, l.location_group as "group", l.partner_id as "customerId" from location l
      where ${sql.join(deliveryScope(actor), sql` and `)} order by array_position(${topGroups}::text[], l.location_group) nulls last, l.name limit 2000`.execute(
      tx,
    ),
    sql<{ id: string; code: string; name: string; city: string; customerId: string }>`
      select l.id, l.code, l.name, l.city, l.partner_id as "customerId" from location l
      where ${sql.join(deliveryScope(actor), sql` and `)} and ${sells('l')} order by l.name limit 2000`.execute(
      tx,
    ),
    groupsOf({ tx, actor }, categoryName(language), categoryCode(company)),
    groupsOf({ tx, actor }, sql`p.brand`),
    proposedDay(tx, actor, today),
  ])
  if (locations.rows.length === 0) throw await noPlace(tx, actor)
  return {
    locations: locations.rows,
    topGroups,
    pointsOfSale: pointsOfSale.rows,
    shipmentMethods: [...shipmentMethods],
    categories,
    brands: brands.map(({ name }) => name),
    rounding: (await orderSettings(tx, actor.company)).rounding,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    currency: actor.company.currency,
    earliestDeliveryDate: today,
    lastDelivery: await readLastDelivery(tx, actor),
    proposedDeliveryDate,
  }
})

/** Why there is no place to order for: none was given, or no orders are taken for the customer. */
async function noPlace(tx: Tx, actor: Actor): Promise<Refusal> {
  const { rows } = await sql<{ name: string }>`
    select c.name from location l join partner c on c.company_id = ${actor.company.id} and c.id = l.partner_id
    where ${sql.join(deliveryScope(actor, { closed: true }), sql` and `)} limit 1`.execute(tx)
  const [closed] = rows
  if (!closed) return getOrderOptions.refuse('NoLocationDefined')
  return getOrderOptions.refuse('CustomerClosed', { customer: closed.name })
}

export const getProductHandler = handle(getProduct, async (context) => {
  const { input, tx, actor, language } = context
  const product = await tx
    .selectFrom('product as p')
    .selectAll()
    .select([productName(language).as('shown_name'), categoryName(language).as('shown_category')])
    .where('p.id', '=', input.productId)
    .where(sql<boolean>`${sql.join(sellableScope(actor), sql` and `)}`)
    .executeTakeFirst()
  if (!product) throw getProduct.refuse('NotFound')
  const [variants, blocked, { packBundleAmount }] = await Promise.all([
    readVariants(context, product.id, input.locationId ?? null),
    readBlocked(context, product.id),
    orderSettings(tx, actor.company),
  ])
  const [listPrice, ...others] = new Set(variants.map(({ list_price }) => list_price))
  const colors = new Map(
    variants.flatMap((variant) =>
      variant.color ? [[variant.color, variant.color_hex ?? '#8c9197'] as const] : [],
    ),
  )
  return {
    id: product.id,
    productCode: product.code,
    productName: product.shown_name,
    description: product.description,
    category: product.shown_category,
    brand: product.brand,
    season: product.season,
    flowType: product.flow_type,
    packUnit: product.pack_unit * packBundleAmount,
    minimumQuantity: product.minimum_quantity,
    maximumQuantity: product.maximum_quantity,
    leadTimeDays: product.lead_time_days,
    listPrice: listPrice && others.length === 0 ? priceFor(actor, listPrice) : null,
    currency: actor.company.currency,
    picture: { shape: product.picture_shape, color: product.picture_color, photoId: product.picture_file_id },
    colors: [...colors].map(([name, hex]) => ({ name, hex })),
    sizes: [...new Set(variants.flatMap((variant) => variant.size ?? []))].toSorted(bySize),
    variants: variants.map((variant) => ({
      variantId: variant.id,
      color: variant.color,
      size: variant.size,
      variantCode: variant.code,
      gtin: variant.gtin,
      unitPrice: priceFor(actor, variant.unit_price),
      available: Math.max(0, variant.available),
    })),
    blockedLocationIds: blocked,
  }
})

async function readVariants(
  { tx, actor, language }: SessionContext,
  productId: string,
  locationId: string | null,
) {
  const { rows } = await sql<{
    id: string
    code: string
    written_color: string | null
    color: string | null
    color_hex: string | null
    size: string | null
    gtin: string | null
    list_price: string
    unit_price: string
    available: number
  }>`
    select v.id, v.code, v.color as written_color, ${colorName(actor.company.id, language, 'v.color')} as color, v.color_hex, ${sizeName(language, 'v.size')} as size, v.gtin, ${listPriceSql} as list_price, ${unitPrice(actor)} as unit_price, ${freePieces(actor.company.id, sql`v.id`, deliveryLocation(actor, locationId))} as available
    from product_variant v
      join product p on p.company_id = v.company_id and p.id = v.product_id
      ${ownPrices(actor)}
    where v.company_id = ${actor.company.id} and v.product_id = ${productId} and v.status = 'Active'
    order by v.sort_order, v.code`.execute(tx)
  return distinctColors(rows)
}

/** Two colours of a product that are called the same are told apart by the texts that their variants carry. */
function distinctColors<R extends { written_color: string | null; color: string | null }>(
  rows: readonly R[],
): R[] {
  const written = Map.groupBy(rows, ({ color }) => color)
  return rows.map((row) => {
    const same = new Set(written.get(row.color)?.map(({ written_color }) => written_color))
    return same.size > 1 ? { ...row, color: `${row.color} (${row.written_color})` } : row
  })
}

/** Joins `cp`, the price that the reader's customer has agreed for the variant `v`. */
export const ownPrices = (actor: Actor) =>
  sql`left join customer_price cp on cp.company_id = ${actor.company.id} and cp.variant_id = v.id and cp.partner_id = ${actor.partnerId ?? noId}`

const listPriceSql = sql`coalesce(v.list_price, p.list_price)`

/** What a piece costs this customer: their own price where the company manages prices so, else the variant's or the product's. */
export function unitPrice(actor: Actor) {
  return actor.company.priceManagement === 'CustomerPrice'
    ? sql`coalesce(cp.unit_price, ${listPriceSql})`
    : listPriceSql
}

async function readBlocked({ tx, actor }: SessionContext, productId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from location l join shipping_block b on b.company_id = l.company_id and b.location_id = l.id
    where ${sql.join(deliveryScope(actor), sql` and `)} and b.product_id = ${productId}`.execute(tx)
  return rows.map((row) => row.id)
}
