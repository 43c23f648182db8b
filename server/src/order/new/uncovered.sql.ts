import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { orderedPack } from '../bundles.ts'
import { cartDemand, freeStockOf, stockFor, suppliersFor } from '../stock.sql.ts'
import { coveredByStock } from '../plan-orders.ts'

// What stock does not cover of a cart, by the rule of placing, for whoever shows a cart without planning its orders.

type Row = { id: string; variant_id: string; location_id: string; quantity: number; pack_unit: number }

/**
 * The cart's lines that stock does not cover whole, as a relation with `id` and `uncovered`. `writes` go before it in the
 * same round trip.
 */
export async function readUncovered(
  tx: Tx,
  actor: Actor,
  ...writes: readonly CompiledQuery[]
): Promise<RawBuilder<unknown>> {
  const demand = cartDemand(actor)
  const [, [rows, suppliers, stock]] = await Promise.all([
    pipeline(tx, ...writes),
    pipeline(
      tx,
      // In the order of the plan, in which stock is given out.
      sql<Row>`
        select c.id, c.variant_id, c.location_id, c.quantity, ${orderedPack(actor)} as pack_unit from ${demand} c
          join product_variant v on v.company_id = ${actor.company.id} and v.id = c.variant_id
          join product p on p.company_id = v.company_id and p.id = v.product_id
          join location l on l.company_id = v.company_id and l.id = c.location_id
        order by c.delivery_date, l.code, p.name, v.sort_order, c.id`.compile(tx),
      suppliersFor(tx, actor, demand),
      stockFor(tx, actor, demand, { lock: false }),
    ),
  ])
  const known = new Map(suppliers.map((row) => [row.location_id, row.suppliers]))
  const lines = rows.map((row) => ({
    id: row.id,
    variantId: row.variant_id,
    quantity: row.quantity,
    packUnit: row.pack_unit,
    suppliers: known.get(row.location_id) ?? [],
  }))
  const short = coveredByStock(lines, freeStockOf(stock)).flatMap(({ line, quantity }) =>
    quantity < line.quantity ? [{ id: line.id, uncovered: line.quantity - quantity }] : [],
  )
  return sql`unnest(${short.map(({ id }) => id)}::uuid[], ${short.map((one) => one.uncovered)}::int[])`
}
