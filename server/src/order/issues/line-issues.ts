import { getManagedLineIssues, getMyLineIssues } from '@kervan/contract/order/goods-issues'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { lockOne } from '../decide-orders.ts'
import { orderScope, ownOrderScope } from '../scope.ts'

type Asked = SessionContext & { input: { orderCode: string; lineId: string } }

async function lineIssues(context: Asked, scope: ReturnType<typeof orderScope>) {
  const { tx, actor, input } = context
  const order = await lockOne(context, scope, input.orderCode, { lock: false })
  if (!order.lines.some(({ id }) => id === input.lineId))
    throw refusal('LineNotFound', { line: input.lineId })
  const rows = await tx
    .selectFrom('goods_issue')
    .select(['code', 'issued_quantity', 'issued_on', 'delivery_note', 'closes_line'])
    .where('company_id', '=', actor.company.id)
    .where('order_line_id', '=', input.lineId)
    .orderBy('issued_on')
    .orderBy('code')
    .execute()
  return {
    issues: rows.map((row) => ({
      code: row.code,
      quantity: row.issued_quantity,
      issuedOn: row.issued_on,
      deliveryNote: row.delivery_note,
      closesLine: row.closes_line,
    })),
  }
}

export const getManagedLineIssuesHandler = handle(getManagedLineIssues, (context) =>
  lineIssues(context, orderScope(context.actor)),
)
export const getMyLineIssuesHandler = handle(getMyLineIssues, (context) =>
  lineIssues(context, ownOrderScope(context.actor)),
)
