import { Refusal } from '@kervan/contract/kit/refusals'
import { revisePreApprovalOrder } from '@kervan/contract/order/pre-approval'
import type { PreApprovalState } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { orderedPack } from '../bundles.ts'
import { notifyOwners } from '../decision-events.ts'
import { totalsOf } from '../prices.ts'
import { onBlacklist } from '../scope.ts'
import { judgeAction, preOrderScope } from './offer.ts'
import { presentPreOrder } from './present-pre-order.ts'
import { reviseLines, type RevisableLine } from './revise.ts'

type Head = {
  code: string
  version: number
  state: PreApprovalState
  recordUserId: string
  customerId: string
  total: string
  blacklist: boolean
  discountPercent: string
  quantity: number
}
type Line = RevisableLine & { unitPrice: string }

/** Lowers quantities of a pre-approval order before it is decided on (ORD-012); what was asked for stays beside them. */
export default handle(revisePreApprovalOrder, async (context) => {
  const { tx, actor, now, input, services } = context
  const { preOrderId: id, version, memo = null } = input
  const company = actor.company.id
  const { rows } = await sql<Head>`
    select o.code, o.version, o.state, o.record_user_id as "recordUserId", o.customer_id as "customerId", o.total, ${onBlacklist(company, 'ps')} as blacklist, o.discount_percent as "discountPercent", o.quantity
    from pre_order o left join location ps on ps.company_id = ${company} and ps.id = o.point_of_sale_id
    where ${sql.join(preOrderScope(actor, 'manager'), sql` and `)} and o.id = ${id} for update of o`.execute(
    tx,
  )
  const [order] = rows
  if (!order) throw revisePreApprovalOrder.refuse('NotFound')
  const judged = judgeAction(actor, 'manager', 'revise', order)
  if (judged instanceof Refusal) throw judged
  if (order.version !== version) throw await changedMeanwhile(context, 'preOrder', id)
  const { rows: lines } = await sql<Line>`
    select l.id, ${order.code} || '-' || l.line_no as "lineCode", l.quantity, coalesce(l.asked_quantity, l.quantity) as asked, l.unit_price as "unitPrice",
      ${orderedPack(actor)} as pack, p.minimum_quantity as minimum, p.maximum_quantity as maximum
    from pre_order_line l join product_variant v on v.company_id = l.company_id and v.id = l.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
    where l.company_id = ${company} and l.pre_order_id = ${id} order by l.line_no`.execute(tx)
  const revised = reviseLines(order.code, lines, input.lines)
  if (revised.refused) throw revised.refused
  const { changed } = revised
  const after = lines.map((line) => ({ ...line, quantity: changed.get(line.id) ?? line.quantity }))
  const quantity = after.reduce((sum, line) => sum + line.quantity, 0)
  const totals = totalsOf(after, order.discountPercent)
  await sql`
    update pre_order_line l set asked_quantity = coalesce(l.asked_quantity, l.quantity), quantity = c.quantity
    from unnest(${[...changed.keys()]}::uuid[], ${[...changed.values()]}::int[]) as c(id, quantity)
    where l.company_id = ${company} and l.id = c.id`.execute(tx)
  await sql`
    update pre_order set version = version + 1, quantity = ${quantity}, line_count = ${after.filter((line) => line.quantity > 0).length},
      subtotal = ${totals.subtotal}, discount = ${totals.discount}, total = ${totals.total}
    where company_id = ${company} and id = ${id}`.execute(tx)
  const told = { code: order.code, recordUserId: order.recordUserId, lines: changed.size }
  await notifyOwners(tx, services.jobs, actor, now, 'preOrder.revised', [told], { memo })
  await record(tx, actor, now, {
    events: [
      {
        recordType: 'preOrder',
        recordId: id,
        kind: 'preOrder.revised',
        facts: { from: order.quantity, to: quantity, memo, behalf: judged.behalf?.name ?? null },
      },
    ],
    audit: [
      {
        operation: 'preOrder.revised',
        recordType: 'preOrder',
        recordId: id,
        recordCode: order.code,
        before: { quantity: order.quantity },
        after: {
          quantity,
          lines: changed.size,
          ...(memo && { memo }),
          ...(judged.behalf && { onBehalfOf: judged.behalf.name }),
        },
      },
    ],
  })
  return presentPreOrder(context, 'manager', id)
})
