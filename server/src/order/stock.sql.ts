import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { stockKey, suppliersOf } from '../company/company.api.ts'
import type { FreeStock } from './free-stock.ts'

// Stock by location: what the suppliers of a delivery location have left, and what orders hold of it.

type Sql = RawBuilder<unknown>

/** Free pieces of a variant at those suppliers. */
export function freePieces(company: number, variant: Sql, location: Sql): Sql {
  return sql`(${freeAt(company, variant, location)})`
}

/** The same as a query with one row. It says no more than a quantity may be, however many warehouses there are. */
function freeAt(company: number, variant: Sql, location: Sql): Sql {
  return sql`select least(coalesce(sum(greatest(0, s.on_hand - s.reserved)), 0), 999999999)::int as free from stock s
    where s.company_id = ${company} and s.variant_id = ${variant} and s.location_id = any(${suppliersOf(company, location)})`
}

export type StockRow = { variant_id: string; location_id: string; free: number }

export const freeStockOf = (rows: readonly StockRow[]): FreeStock =>
  new Map(rows.map((row) => [stockKey(row.variant_id, row.location_id), row.free]))

/** Free stock of variants at the locations that hold it for lines; locked in one order by everybody who changes it. */
export async function readFreeStock(
  tx: Tx,
  companyId: number,
  held: readonly { variantId: string; supplyLocationId: string | null }[],
  options: { lock: boolean },
): Promise<FreeStock> {
  const pairs = held.filter(({ supplyLocationId }) => supplyLocationId !== null)
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<StockRow>`
    select variant_id, location_id, on_hand - reserved as free from stock
    where company_id = ${companyId} and (variant_id, location_id) in (
      select * from unnest(${pairs.map((one) => one.variantId)}::uuid[], ${pairs.map((one) => one.supplyLocationId)}::uuid[]))
    order by variant_id, location_id ${options.lock ? sql`for update` : sql``}`.execute(tx)
  return freeStockOf(rows)
}

/**
 * What somebody wants, as a relation with `id`, `part`, `variant_id`, `location_id`, `shipment_method`, `delivery_date`,
 * `point_of_sale_id`, `quantity` and `external_product_code`: a cart, or what waits for being made into orders. Lines of
 * different parts never come into one order.
 */
export type Demand = Sql

export const cartDemand = (actor: Actor): Demand => sql`(
  select id, null::uuid as part, variant_id, location_id, shipment_method, delivery_date, point_of_sale_id, quantity, external_product_code
  from cart_line where company_id = ${actor.company.id} and membership_id = ${actor.membershipId})`

export type SuppliersRow = { location_id: string; suppliers: string[] }

/** Who supplies each delivery location of a demand, nearest first. */
export function suppliersFor(tx: Tx, actor: Actor, demand: Demand): CompiledQuery<SuppliersRow> {
  const { id: company } = actor.company
  return sql<SuppliersRow>`
    select c.location_id, ${suppliersOf(company, sql`c.location_id`)} as suppliers from (
      select distinct location_id from ${demand} d offset 0) c`.compile(tx)
}

/** The stock that a demand could be supplied from; locked in one order by everybody who takes from it. */
export function stockFor(
  tx: Tx,
  actor: Actor,
  demand: Demand,
  options: { lock: boolean },
): CompiledQuery<StockRow> {
  const company = actor.company.id
  return sql<StockRow>`
    select variant_id, location_id, on_hand - reserved as free from stock
    where company_id = ${company}
      and variant_id = any(array(select variant_id from ${demand} d))
      and location_id = any(array(select unnest(${suppliersOf(company, sql`c.location_id`)})
        from (select distinct location_id from ${demand} d offset 0) c))
    order by variant_id, location_id ${options.lock ? sql`for update` : sql``}`.compile(tx)
}

/** `reserve` is held more (or less) for orders, `issued` has left the location. */
export type Reservation = {
  variantId: string
  supplyLocationId: string | null
  reserve: number
  issued?: number
}

/** Adds to (or takes from) what stock holds for orders and what lies there. The table's CHECK is the last guard against holding too much. */
export async function reserveStock(
  tx: Tx,
  companyId: number,
  amounts: readonly Reservation[],
): Promise<void> {
  for (const query of stockReservation(tx, companyId, amounts)) await tx.executeQuery(query)
}

/** The statement behind `reserveStock`, none when nothing changes. */
export function stockReservation(
  tx: Tx,
  companyId: number,
  amounts: readonly Reservation[],
): CompiledQuery[] {
  const sums = new Map<
    string,
    { variantId: string; supplyLocationId: string; reserve: number; issued: number }
  >()
  for (const { variantId, supplyLocationId, reserve, issued = 0 } of amounts) {
    if (supplyLocationId === null) continue
    const key = stockKey(variantId, supplyLocationId)
    const sum = sums.get(key) ?? { reserve: 0, issued: 0 }
    sums.set(key, {
      variantId,
      supplyLocationId,
      reserve: sum.reserve + reserve,
      issued: sum.issued + issued,
    })
  }
  const changed = [...sums.values()].filter(({ reserve, issued }) => reserve !== 0 || issued !== 0)
  if (changed.length === 0) return []
  return [
    sql`
      update stock s set reserved = greatest(0, s.reserved + c.reserve), on_hand = greatest(0, s.on_hand - c.issued), updated_at = now()
      from unnest(${changed.map((one) => one.variantId)}::uuid[], ${changed.map((one) => one.supplyLocationId)}::uuid[],
        ${changed.map((one) => one.reserve)}::int[], ${changed.map((one) => one.issued)}::int[]) as c(variant_id, location_id, reserve, issued)
      where s.company_id = ${companyId} and s.variant_id = c.variant_id and s.location_id = c.location_id`.compile(
      tx,
    ),
  ]
}
