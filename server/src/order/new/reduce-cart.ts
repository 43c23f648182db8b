import { reduceCartToStock } from '@kervan/contract/order/cart'
import { handle } from '../../kit/http/handle.ts'
import { lockCart } from './cart.sql.ts'
import { readPlanLines } from './plan-lines.ts'
import { coveredByStock } from '../plan-orders.ts'
import { reduceLines } from './reduce-lines.ts'

/** Brings the lines that stock does not cover down to what it covers; what would be left under the minimum goes out. */
export default handle(reduceCartToStock, async (context) => {
  const { tx, actor } = context
  await lockCart(tx, actor)
  const { lines, free } = await readPlanLines(tx, actor)
  return reduceLines(context, coveredByStock(lines, free))
})
