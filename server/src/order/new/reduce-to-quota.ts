import { refusal } from '@kervan/contract/kit/refusals'
import { reduceCartToQuota } from '@kervan/contract/order/cart'
import { handle } from '../../kit/http/handle.ts'
import { seesQuotas } from '../quota/present.ts'
import { leftByQuota } from '../quota/reduce.ts'
import { submitPlan } from '../quota/submit.ts'
import { lockCart } from './cart.sql.ts'
import { planFor, readPlanLines } from './plan-lines.ts'
import { reduceLines } from './reduce-lines.ts'

/** Brings the lines that exceed a quota down to what it leaves; what would be left under the minimum goes out. */
export default handle(reduceCartToQuota, async (context) => {
  const { tx, actor, now, input } = context
  if (!(await seesQuotas(tx, actor))) throw refusal('QuotaNotShown')
  await lockCart(tx, actor)
  const { lines, free, rules } = await readPlanLines(tx, actor)
  const plan = await planFor(tx, actor, now, lines, free)
  const { orders } = await submitPlan(tx, actor, now, plan, rules, { lock: false })
  const left = leftByQuota(
    orders.flatMap((order) => order.lines),
    input.exceeding,
  )
  return reduceLines(
    context,
    lines.map((line) => ({ line, quantity: left.get(line.id) ?? line.quantity })),
  )
})
