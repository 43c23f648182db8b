import { swapSubstitute } from '@kervan/contract/services/work-orders'
import { refusal } from '@kervan/contract/kit/refusals'
import { workOrderTable } from '@kervan/contract/services/work-order-states'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { refusedOnWorkOrder } from './list.ts'
import { takePair } from './override.ts'
import { loadWorkOrder } from './record.ts'
import { substitutesOf } from './substitutes.ts'

// A planner has something else go instead of the product of a work order (ENG-003).

export const swapSubstituteHandler = handle(swapSubstitute, async (context) => {
  const { tx, actor, now, input } = context
  const { substituteCode, reason, note } = input
  if (reason === 'Other' && !note?.trim()) throw refusal('ReasonMemoRequired')
  await takePair(context, await loadWorkOrder(context, input.workOrderId))
  const order = await loadWorkOrder(context, input.workOrderId, { lock: true })
  if (order.version !== input.version) throw refusal('TransferAmountChanged')
  const refused = refusedOnWorkOrder('override', order)
  if (refused) throw refused
  if (substituteCode !== null) {
    const chosen = (await substitutesOf(context, order)).find(({ code }) => code === substituteCode)
    if (!chosen) throw refusal('NotASubstitute', { product: substituteCode })
    if (chosen.available < order.amount)
      throw refusal('InsufficientWarehouseStock', { available: chosen.available })
  }
  const { to } = workOrderTable.moves.override
  const substitutes = substituteCode === null ? [] : [substituteCode]
  await sql`
    update work_order o set substitution = ${substituteCode !== null}, substitutes = ${substitutes}::text[], state = ${to}, version = o.version + 1,
      override_reason = ${reason}, override_note = ${note}, overridden_by = ${actor.name}, overridden_at = ${now}, changed_at = ${now}, changed_by = ${actor.name}
    where o.company_id = ${actor.company.id} and o.id = ${order.id}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'workOrder.substituted',
        recordType: 'workOrder',
        recordId: order.id,
        recordCode: order.code,
        before: { workOrderState: order.state, substituteProduct: order.substitutes[0] ?? null },
        after: { workOrderState: to, substituteProduct: substituteCode, overrideReason: reason, memo: note },
      },
    ],
  })
  return { done: true as const }
})
