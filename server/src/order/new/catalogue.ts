import { sql } from 'kysely'
import { getOrderOptions, getProduct, orderableProducts } from '@kervan/contract/order/order-new'
import { shipmentMethods } from '@kervan/contract/order/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { addDays, dayIn, isWorkingDay } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { hiddenColumns, priceFor, pricesVisible } from '../prices.ts'
import { deliveryScope } from '../scope.ts'

// What can be ordered, and where to (ORD-001, ORD-003).

type ProductRow = RowOf<typeof orderableProducts>
type Found = {
  id: string
  code: string
  name: string
  category: string
  brand: string
  season: ProductRow['season']
  pack_unit: number
  minimum_quantity: number
  maximum_quantity: number
  flow_type: string
  list_price: string
  picture_shape: string
  picture_color: string
  variant_count: number
  stock: number
  in_cart: number
}

function productList(actor: Actor): ListSql {
  const company = actor.company.id
  const stock = sql`(select coalesce(sum(s.on_hand - s.reserved), 0)::bigint from product_variant v join stock s on s.company_id = v.company_id and s.variant_id = v.id
    where v.company_id = p.company_id and v.product_id = p.id)`
  return {
    select: sql`p.id, p.code, p.name, p.category, p.brand, p.season, p.pack_unit, p.minimum_quantity, p.maximum_quantity, p.flow_type, p.list_price,
      p.picture_shape, p.picture_color, ${stock} as stock,
      (select count(*) from product_variant v where v.company_id = p.company_id and v.product_id = p.id and v.status = 'Active') as variant_count,
      (select coalesce(sum(c.quantity), 0)::bigint from cart_line c join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
        where c.company_id = p.company_id and c.membership_id = ${actor.membershipId} and v.product_id = p.id) as in_cart`,
    from: sql`product p`,
    where: [sql`p.company_id = ${company}`, sql`p.status = 'Active'`],
    columns: {
      productCode: sql`p.code`,
      productName: sql`p.name`,
      category: sql`p.category`,
      brand: sql`p.brand`,
      season: sql`p.season`,
      packUnit: sql`p.pack_unit`,
      stock,
      listPrice: sql`p.list_price`,
    },
    hidden: hiddenColumns(actor, orderableProducts),
    id: sql`p.id`,
    search: sql`p.search_text`,
  }
}

function presentProduct(actor: Actor, row: Found): ProductRow {
  return {
    id: row.id,
    productCode: row.code,
    productName: row.name,
    category: row.category,
    brand: row.brand,
    season: row.season,
    packUnit: row.pack_unit,
    stock: row.stock,
    listPrice: priceFor(actor, row.list_price),
    currency: actor.company.currency,
    flowType: row.flow_type,
    variantCount: row.variant_count,
    minimumQuantity: row.minimum_quantity,
    maximumQuantity: row.maximum_quantity,
    picture: { shape: row.picture_shape, color: row.picture_color },
    inCart: row.in_cart,
  }
}

export const getProductsHandler = handle(orderableProducts.page, async ({ input, tx, actor, now }) => {
  const page = await readPage<Found>(tx, actor, orderableProducts, productList(actor), input)
  return {
    rows: page.rows.map((row) => presentProduct(actor, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportProductsHandler = handleDownload(orderableProducts.excel, async (context) =>
  exportRows<Found>(
    context,
    orderableProducts,
    productList(context.actor),
    context.input,
    'newOrder',
    (row) => presentProduct(context.actor, row),
  ),
)

export const getOrderOptionsHandler = handle(getOrderOptions, async ({ tx, actor, now }) => {
  const company = actor.company.id
  const [locations, pointsOfSale, categories, brands, lead] = await Promise.all([
    sql<{ id: string; code: string; name: string; city: string; district: string; group: string | null }>`
      select l.id, l.code, l.name, l.city, l.district, l.location_group as "group" from location l
      where ${sql.join(deliveryScope(actor), sql` and `)} order by l.name limit 2000`.execute(tx),
    sql<{ id: string; code: string; name: string; city: string }>`
      select l.id, l.code, l.name, l.city from location l
      where ${sql.join(deliveryScope(actor), sql` and `)} and l.type like '%PointOfSales' order by l.name limit 2000`.execute(
      tx,
    ),
    tx
      .selectFrom('product')
      .select('category')
      .distinct()
      .where('company_id', '=', company)
      .where('status', '=', 'Active')
      .orderBy('category')
      .execute(),
    tx
      .selectFrom('product')
      .select('brand')
      .distinct()
      .where('company_id', '=', company)
      .where('status', '=', 'Active')
      .orderBy('brand')
      .execute(),
    actor.partnerId
      ? tx
          .selectFrom('partner')
          .select('lead_time_days')
          .where('company_id', '=', company)
          .where('id', '=', actor.partnerId)
          .executeTakeFirst()
      : undefined,
  ])
  if (locations.rows.length === 0) throw getOrderOptions.refuse('NoLocationDefined')
  const today = dayIn(actor.company.timeZone, now)
  return {
    locations: locations.rows,
    pointsOfSale: pointsOfSale.rows,
    pointOfSaleRequired: pointOfSaleRequired(actor),
    shipmentMethods: [...shipmentMethods],
    categories: categories.map((row) => row.category),
    brands: brands.map((row) => row.brand),
    rounding: actor.company.rounding,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    currency: actor.company.currency,
    earliestDeliveryDate: today,
    proposedDeliveryDate: afterWorkingDays(today, lead?.lead_time_days ?? 2),
  }
})

/** Retailers order for a shop; manufacturers and distributors deliver to the place itself (ORD-003). */
export function pointOfSaleRequired(actor: Actor): boolean {
  return actor.company.relationType === 'Retailer'
}

function afterWorkingDays(day: string, count: number): string {
  let left = Math.max(1, count)
  let date = day
  while (left > 0) {
    date = addDays(date, 1)
    if (isWorkingDay(date)) left -= 1
  }
  return date
}

export const getProductHandler = handle(getProduct, async (context) => {
  const { input, tx, actor } = context
  const company = actor.company.id
  const product = await tx
    .selectFrom('product')
    .selectAll()
    .where('company_id', '=', company)
    .where('id', '=', input.productId)
    .where('status', '=', 'Active')
    .executeTakeFirst()
  if (!product) throw getProduct.refuse('NotFound')
  const [variants, blocked] = await Promise.all([
    readVariants(context, product.id),
    readBlocked(context, product.id),
  ])
  const colors = new Map(
    variants.flatMap((variant) =>
      variant.color ? [[variant.color, variant.color_hex ?? '#8c9197'] as const] : [],
    ),
  )
  return {
    id: product.id,
    productCode: product.code,
    productName: product.name,
    description: product.description,
    category: product.category,
    brand: product.brand,
    season: product.season,
    flowType: product.flow_type,
    packUnit: product.pack_unit,
    minimumQuantity: product.minimum_quantity,
    maximumQuantity: product.maximum_quantity,
    leadTimeDays: product.lead_time_days,
    listPrice: priceFor(actor, product.list_price),
    currency: actor.company.currency,
    picture: { shape: product.picture_shape, color: product.picture_color },
    colors: [...colors].map(([name, hex]) => ({ name, hex })),
    sizes: [...new Set(variants.flatMap((variant) => variant.size ?? []))],
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

async function readVariants({ tx, actor }: SessionContext, productId: string) {
  const { rows } = await sql<{
    id: string
    code: string
    color: string | null
    color_hex: string | null
    size: string | null
    gtin: string | null
    unit_price: string
    available: number
  }>`
    select v.id, v.code, v.color, v.color_hex, v.size, v.gtin, ${unitPrice(actor)} as unit_price, coalesce(s.on_hand - s.reserved, 0) as available
    from product_variant v
      join product p on p.company_id = v.company_id and p.id = v.product_id
      left join stock s on s.company_id = v.company_id and s.variant_id = v.id
      left join customer_price cp on cp.company_id = v.company_id and cp.variant_id = v.id and cp.partner_id = ${actor.partnerId}
    where v.company_id = ${actor.company.id} and v.product_id = ${productId} and v.status = 'Active'
    order by v.sort_order, v.code`.execute(tx)
  return rows
}

/** What a piece costs this customer: their own price where the company manages prices so, else the variant's or the product's. */
export function unitPrice(actor: Actor) {
  const list = sql`coalesce(v.list_price, p.list_price)`
  return actor.company.priceManagement === 'CustomerPrice' ? sql`coalesce(cp.unit_price, ${list})` : list
}

async function readBlocked({ tx, actor }: SessionContext, productId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from location l join shipping_block b on b.company_id = l.company_id and b.location_id = l.id
    where ${sql.join(deliveryScope(actor), sql` and `)} and b.product_id = ${productId}`.execute(tx)
  return rows.map((row) => row.id)
}
