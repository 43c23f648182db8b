import { sql, type CompiledQuery } from 'kysely'
import type { CartSummary } from '@kervan/contract/order/cart'
import type { Channel, ShipmentMethod } from '@kervan/contract/order/words'
import { existing } from '@kervan/contract/kit/typed'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { compiledOnce } from '../../kit/database/compiled-once.ts'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { insertManyQueries } from '../../kit/database/insert-many.ts'
import { pictureOf, productName } from '../../company/company.api.ts'
import { orderedPack } from '../bundles.ts'
import { addTotals, totalsOf, type Totals } from '../prices.ts'
import { priceFor } from '../../access/access.api.ts'
import { unitPrice } from './catalogue.ts'
import { readUncovered } from './uncovered.sql.ts'
import { orderSettings } from '../order-settings.ts'

// The cart is one row a user with its lines; whoever changes it holds that row, so two tabs take turns (ORD-005).

export type CartHead = {
  version: number
  channel: Channel
  externalPoCode: string | null
  externalOrderDate: string | null
  externalContact: string | null
  medulaTransactionNo: string | null
  note: string | null
  savedAt: Date
}

/** Makes the cart where there is none, and locks it until the transaction ends. */
export async function lockCart(tx: Tx, actor: Actor): Promise<CartHead> {
  const [[head]] = await pipeline(tx, cartLock(actor))
  return presentHead(existing(head))
}

/** The question behind `lockCart`, for who has more to ask. */
export const cartLock = ({ company, membershipId }: Actor): CompiledQuery<HeadRow> =>
  cartUpsert({ companyId: company.id, membershipId })

const cartUpsert = compiledOnce(
  ({ companyId, membershipId }: { companyId: number; membershipId: string }, db) =>
    db
      .insertInto('cart')
      .values({ company_id: companyId, membership_id: membershipId })
      // Written as it is, because only a row that is written is locked and answered.
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'membership_id'])
          .doUpdateSet((set) => ({ version: set.ref('cart.version') })),
      )
      .returningAll()
      .compile(),
)

export type HeadRow = {
  version: number
  channel: Channel
  external_po_code: string | null
  external_order_date: string | null
  external_contact: string | null
  medula_no: string | null
  note: string | null
  saved_at: Date
}

export function presentHead(row: HeadRow): CartHead {
  return {
    version: row.version,
    channel: row.channel,
    externalPoCode: row.external_po_code,
    externalOrderDate: row.external_order_date,
    externalContact: row.external_contact,
    medulaTransactionNo: row.medula_no,
    note: row.note,
    savedAt: row.saved_at,
  }
}

/** Marks the cart as changed; `channel` only moves on to PortalBulk and back when it is emptied. */
export function cartTouch(
  tx: Tx,
  actor: Actor,
  now: Date,
  change: Partial<
    Pick<
      HeadRow,
      'channel' | 'external_po_code' | 'external_order_date' | 'external_contact' | 'medula_no' | 'note'
    >
  > = {},
): CompiledQuery {
  return tx
    .updateTable('cart')
    .set({ version: sql`version + 1`, saved_at: now, ...change })
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .compile()
}

/** Takes out what is in the cart: lines, files and what was said about them. */
export function cartClearing(tx: Tx, actor: Actor, now: Date): CompiledQuery {
  const mine = sql`company_id = ${actor.company.id} and membership_id = ${actor.membershipId}`
  return sql`
    with lines as (delete from cart_line where ${mine}), files as (delete from cart_file where ${mine})
    update cart set version = version + 1, saved_at = ${now}, channel = 'Portal', external_po_code = null, external_order_date = null, external_contact = null, medula_no = null, note = null where ${mine}`.compile(
    tx,
  )
}

type ProductSum = {
  product_id: string
  code: string
  name: string
  pack_unit: number
  variants: number
  quantity: number
  amount: string
  partner_discount: string
  pending: number
  lines: number
  codes: string[] | null
  picture: CartSummary['products'][number]['picture']
}

/**
 * The cart as the panel beside the products shows it, summed in the database: an import may have put 50,000 lines in.
 * `writes` go before it in the same round trip, so the answer shows what they did.
 */
export async function readCart(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  ...writes: readonly CompiledQuery[]
): Promise<CartSummary> {
  const company = actor.company.id
  const mine = sql`c.company_id = ${company} and c.membership_id = ${actor.membershipId}`
  const { backordersAllowed: takesBackorders, medulaActive } = await orderSettings(tx, actor.company)
  const short = sql`coalesce(s.uncovered, 0)`
  const ordered = takesBackorders ? sql`c.quantity` : sql`(c.quantity - ${short})`
  const uncovered = await readUncovered(tx, actor, ...writes)
  const [heads, sums, files] = await pipeline(
    tx,
    sql<HeadRow>`select c.* from cart c where ${mine}`.compile(tx),
    sql<ProductSum>`
        select p.id as product_id, p.code, ${productName(language)} as name, ${orderedPack(actor)} as pack_unit, count(distinct v.id) as variants, sum(c.quantity) as quantity, count(*) as lines,
          sum(${ordered} * ${unitPrice(actor)}) as amount, pa.discount_percent as partner_discount,
          sum(${short}) as pending, (array_agg(${pictureOf('p')}))[1] as picture,
          (array_agg(distinct c.external_product_code) filter (where c.external_product_code is not null))[1:3] as codes
        from cart_line c
          join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
          join product p on p.company_id = v.company_id and p.id = v.product_id
          join location l on l.company_id = c.company_id and l.id = c.location_id
          join partner pa on pa.company_id = l.company_id and pa.id = l.partner_id
          left join ${uncovered} s(id, uncovered) on s.id = c.id
          left join customer_price cp on cp.company_id = c.company_id and cp.variant_id = c.variant_id and cp.partner_id = l.partner_id
        where ${mine}
        group by p.id, p.code, ${productName(language)}, p.pack_unit, pa.discount_percent
        order by sum(c.quantity * ${unitPrice(actor)}) desc, p.code`.compile(tx),
    sql<CartSummary['files'][number]>`
        select f.id as "fileId", f.name, f.bytes, c.document_type as "documentType", c.reference_no as "referenceNo", c.document_date as "documentDate", c.memo from cart_file c join file f on f.company_id = c.company_id and f.id = c.file_id
        where ${mine} order by f.created_at`.compile(tx),
  )
  const cart = heads[0] ? presentHead(heads[0]) : null
  const byDiscount = Map.groupBy(sums, (row) => row.partner_discount)
  const totals = [...byDiscount].map(([discount, rows]) =>
    totalsOf(
      rows.map((row) => ({ quantity: 1, unitPrice: row.amount })),
      discount,
    ),
  )
  const products = mergeProducts(sums)
  const quantity = sum(sums, (row) => row.quantity)
  const pendingQuantity = sum(sums, (row) => row.pending)
  return {
    version: cart?.version ?? 0,
    productCount: products.length,
    lineCount: sum(sums, (row) => row.lines),
    quantity,
    pendingQuantity,
    orderedQuantity: quantity - (takesBackorders ? 0 : pendingQuantity),
    currency: actor.company.currency,
    ...showTotals(actor, addTotals(totals)),
    discountPercent: byDiscount.size === 1 ? ([...byDiscount.keys()][0] ?? '') : '',
    externalPoCode: cart?.externalPoCode ?? null,
    externalOrderDate: cart?.externalOrderDate ?? null,
    externalContact: cart?.externalContact ?? null,
    medulaTransactionNo: cart?.medulaTransactionNo ?? null,
    asksMedulaTransactionNo: medulaActive,
    note: cart?.note ?? null,
    savedAt: cart?.savedAt.toISOString() ?? null,
    files,
    products: products.slice(0, 200).map((row) => ({
      productId: row.product_id,
      productCode: row.code,
      productName: row.name,
      picture: row.picture,
      packUnit: row.pack_unit,
      variantCount: row.variants,
      quantity: row.quantity,
      pendingQuantity: row.pending,
      externalProductCodes: row.codes ?? [],
      total: priceFor(actor, totalsOf([{ quantity: 1, unitPrice: row.amount }], '0').subtotal),
    })),
  }
}

export function showTotals(actor: Actor, totals: Totals) {
  return {
    subtotal: priceFor(actor, totals.subtotal),
    discount: priceFor(actor, totals.discount),
    total: priceFor(actor, totals.total),
  }
}

/** A product ordered for customers with different discounts comes in several rows; the panel shows it once. */
function mergeProducts(rows: readonly ProductSum[]): ProductSum[] {
  return [...Map.groupBy(rows, (row) => row.product_id).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const amount = addTotals(
      same.map((row) => ({ subtotal: row.amount, discount: '0', total: '0' })),
    ).subtotal
    return {
      ...first,
      variants: Math.max(...same.map((row) => row.variants)),
      quantity: sum(same, (row) => row.quantity),
      pending: sum(same, (row) => row.pending),
      codes: [...new Set(same.flatMap((row) => row.codes ?? []))].slice(0, 3),
      amount,
    }
  })
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

/** A line to be put into the cart; the same variant for the same delivery is one line. */
export type NewCartLine = {
  id: string
  variantId: string
  locationId: string
  shipmentMethod: ShipmentMethod
  deliveryDate: string
  pointOfSaleId: string | null
  quantity: number
  externalProductCode: string | null
}

/** Sets the quantities of lines: one statement for each 5,000, none for none. */
export function cartLineWrites(actor: Actor, lines: readonly NewCartLine[]): CompiledQuery[] {
  return insertManyQueries(
    'cart_line',
    lines.map((line) => ({
      company_id: actor.company.id,
      id: line.id,
      membership_id: actor.membershipId,
      variant_id: line.variantId,
      location_id: line.locationId,
      shipment_method: line.shipmentMethod,
      delivery_date: line.deliveryDate,
      point_of_sale_id: line.pointOfSaleId,
      quantity: line.quantity,
      external_product_code: line.externalProductCode,
    })),
    'on conflict on constraint cart_line_once do update set quantity = excluded.quantity, external_product_code = coalesce(excluded.external_product_code, cart_line.external_product_code)',
  )
}

/**
 * The flow type of what is in the cart already; a cart has one (ORD-005). None when it is empty. What the question leaves
 * out is about to be set anew.
 */
export function flowInCart(
  tx: Tx,
  actor: Actor,
  exceptVariants: readonly string[] = [],
): CompiledQuery<{ flow_type: string }> {
  return sql<{ flow_type: string }>`
    select p.flow_type from cart_line c
      cross join lateral (select * from product_variant where company_id = ${actor.company.id} and id = c.variant_id offset 0) v
      cross join lateral (select * from product where company_id = ${actor.company.id} and id = v.product_id offset 0) p
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId} and c.variant_id <> all(${exceptVariants}::uuid[]) limit 1`.compile(
    tx,
  )
}

/** The answer to `flowInCart`, asked by itself. */
export async function flowTypeInCart(tx: Tx, actor: Actor): Promise<string | null> {
  const [rows] = await pipeline(tx, flowInCart(tx, actor))
  return rows[0]?.flow_type ?? null
}
