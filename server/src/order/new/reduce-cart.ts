import { sql } from 'kysely'
import { reduceCartToStock } from '@kervan/contract/order/cart'
import { handle } from '../../kit/http/handle.ts'
import { cartTouch, lockCart, readCart } from './cart.sql.ts'
import { coveredByStock } from './plan-orders.ts'
import { readPlanLines } from './plan-lines.ts'

/** Brings the lines that stock does not cover down to what it covers; what would be left under the minimum goes out. */
export default handle(reduceCartToStock, async ({ tx, actor, now }) => {
  await lockCart(tx, actor)
  const { lines, free } = await readPlanLines(tx, actor)
  const short = coveredByStock(lines, free).filter(({ line, quantity }) => quantity < line.quantity)
  const kept = short.filter(({ line, quantity }) => quantity >= Math.max(1, line.minimumQuantity))
  const out = short.filter((one) => !kept.includes(one))
  const mine = sql`c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId}`
  return readCart(
    tx,
    actor,
    sql`update cart_line c set quantity = k.quantity
      from unnest(${kept.map(({ line }) => line.id)}::uuid[], ${kept.map(({ quantity }) => quantity)}::int[]) as k(id, quantity)
      where ${mine} and c.id = k.id`.compile(tx),
    sql`delete from cart_line c where ${mine} and c.id = any(${out.map(({ line }) => line.id)}::uuid[])`.compile(
      tx,
    ),
    cartTouch(tx, actor, now),
  )
})
