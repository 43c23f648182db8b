import { getCartQuotas } from '@kervan/contract/order/order-new'
import { handle } from '../../kit/http/handle.ts'
import { quotasOfPlan, seesQuotas } from '../quota/present.ts'
import { submitPlan } from '../quota/submit.ts'
import { cartDemand } from '../stock.sql.ts'
import { planFor, readPlanLines } from './plan-lines.ts'
import { orderSettings } from '../order-settings.ts'

const shownQuotas = 50

/** The quotas of the review, for the cart beside the products (QTA-003). */
export default handle(getCartQuotas, async ({ tx, actor, now, language }) => {
  const { quotaActive } = await orderSettings(tx, actor.company)
  if (!quotaActive || !(await seesQuotas(tx, actor))) return { quotas: [], total: 0 }
  const { lines, free, rules } = await readPlanLines(tx, actor, cartDemand(actor), { lock: false, language })
  const plan = await planFor(tx, actor, now, lines, free)
  const { orders } = await submitPlan(tx, actor, now, plan, rules, { lock: false })
  const quotas = quotasOfPlan(actor, orders).map((quota) => {
    const { lineIds: _lineIds, ...facts } = quota
    return facts
  })
  return { quotas: quotas.slice(0, shownQuotas), total: quotas.length }
})
