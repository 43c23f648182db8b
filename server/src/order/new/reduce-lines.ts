import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { cartTouch, readCart } from './cart.sql.ts'

type Reduced = { line: { id: string; quantity: number; minimumQuantity: number }; quantity: number }

/** Brings lines of the cart, which the caller has locked, down to fewer pieces; what would be left under the minimum goes out. */
export function reduceLines(
  context: Pick<SessionContext, 'tx' | 'actor' | 'language' | 'now'>,
  wanted: readonly Reduced[],
) {
  const { tx, actor, now } = context
  const fewer = wanted.filter(({ line, quantity }) => quantity < line.quantity)
  const kept = fewer.filter(({ line, quantity }) => quantity >= Math.max(1, line.minimumQuantity))
  const out = fewer.filter((one) => !kept.includes(one))
  const mine = sql`c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId}`
  return readCart(
    context,
    sql`update cart_line c set quantity = k.quantity
      from unnest(${kept.map(({ line }) => line.id)}::uuid[], ${kept.map(({ quantity }) => quantity)}::int[]) as k(id, quantity)
      where ${mine} and c.id = k.id`.compile(tx),
    sql`delete from cart_line c where ${mine} and c.id = any(${out.map(({ line }) => line.id)}::uuid[])`.compile(
      tx,
    ),
    cartTouch(tx, actor, now),
  )
}
