import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { cartTouch, readCart } from './cart.sql.ts'

type Reduced = { line: { id: string; quantity: number; minimumQuantity: number }; quantity: number }

/** Brings lines of the cart, which the caller has locked, down to fewer pieces; what would be left under the minimum goes out. */
export function reduceLines(tx: Tx, actor: Actor, now: Date, wanted: readonly Reduced[]) {
  const fewer = wanted.filter(({ line, quantity }) => quantity < line.quantity)
  const kept = fewer.filter(({ line, quantity }) => quantity >= Math.max(1, line.minimumQuantity))
  const out = fewer.filter((one) => !kept.includes(one))
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
}
