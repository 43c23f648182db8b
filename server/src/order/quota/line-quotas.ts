import { getManagedLineQuotas, getMyLineQuotas } from '@kervan/contract/order/quota-rules'
import { refusal } from '@kervan/contract/kit/refusals'
import { handle } from '../../kit/http/handle.ts'
import type { SessionContext } from '../../kit/context.ts'
import { lockOne } from '../decide-orders.ts'
import { orderScope, ownOrderScope } from '../scope.ts'
import { quotasOfLine } from './present.ts'

type Asked = SessionContext & { input: { orderCode: string; lineId: string } }

async function lineQuotas(context: Asked, scope: ReturnType<typeof orderScope>) {
  const { orderCode, lineId } = context.input
  const order = await lockOne(context, scope, orderCode, { lock: false })
  if (!order.lines.some(({ id }) => id === lineId)) throw refusal('LineNotFound', { line: lineId })
  return { quotas: await quotasOfLine(context, lineId) }
}

export const getManagedLineQuotasHandler = handle(getManagedLineQuotas, (context) =>
  lineQuotas(context, orderScope(context.actor)),
)
export const getMyLineQuotasHandler = handle(getMyLineQuotas, (context) =>
  lineQuotas(context, ownOrderScope(context.actor)),
)
