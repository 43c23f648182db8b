import { notifyHealthInsurance, notifyHealthInsuranceOrders } from '@kervan/contract/order/health-insurance'
import { refusal } from '@kervan/contract/kit/refusals'
import type { HealthState } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { BulkContext } from '../../kit/lists/handle-bulk.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { lockOne } from '../decide-orders.ts'
import { closedOrderList, pendingOrderList } from './lists.ts'
import { lockOrders, type LockedOrder } from '../order.sql.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope } from '../scope.ts'
import { healthStateOf, mayNotify, refusedToNotify } from '../health/present.ts'
import { notifiable } from '../health/requests.ts'
import { healthDeliveries } from '../health/send.ts'
import { orderSettings } from '../order-settings.ts'

type Context = Pick<BulkContext, 'tx' | 'actor' | 'services' | 'now'>

/** Orders are locked as for a decision, so nobody approves or takes back a line meanwhile. */
export const notifyHealthInsuranceHandler = handle(notifyHealthInsurance, async (context) => {
  const { tx, actor, input } = context
  const order = await lockOne(context, orderScope(actor), input.orderCode)
  const asked = input.lineIds && new Set(input.lineIds)
  const unknown = input.lineIds?.find((id) => !order.lines.some((line) => line.id === id))
  if (unknown !== undefined) throw refusal('LineNotFound', { line: unknown })
  const before = (await numbersOf(context, [order.id])).get(order.id) ?? null
  const { medulaTransactionNo = before } = input
  const states = await statesOf(context, [order.id])
  const settings = await orderSettings(tx, actor.company)
  if (medulaTransactionNo !== before) {
    if (!settings.medulaActive) throw refusal('MedulaNotActive')
    if (order.lines.some(({ id }) => states.get(id)?.state === 'Notified'))
      throw refusal('MedulaNumberUsed', { order: order.code })
    await sql`update sales_order set medula_no = ${medulaTransactionNo} where company_id = ${actor.company.id} and id = ${order.id}`.execute(
      tx,
    )
  }
  const lines = asked ? order.lines.filter(({ id }) => asked.has(id)) : order.lines
  const refused = refusedToNotify(order.code, medulaTransactionNo, lines, states, settings)
  if (refused) throw refused
  const lineIds = lines.filter((line) => mayNotify(line, states.get(line.id))).map(({ id }) => id)
  await askAgain(context, [{ order, lineIds, before, number: medulaTransactionNo }])
  return presentOrder(context, orderScope(actor), order.code, 'manager')
})

export const notifyHealthInsuranceOrdersHandler = handleBulk<
  typeof notifyHealthInsuranceOrders,
  LockedOrder,
  Asked
>(notifyHealthInsuranceOrders, {
  list: ({ tab }) => (tab === 'closed' ? closedOrderList : pendingOrderList),
  limit: 50_000,
  job: { atOnce: 1_000, chunk: 250 },
  notFound: () => refusal('OrderNotFound'),
  load: ({ tx, actor }, ids, lock) =>
    lockOrders(tx, actor.company.id, orderScope(actor), { ids: [...ids] }, lock),
  async judge(context, orders) {
    const ids = orders.map(({ id }) => id)
    const numbers = await numbersOf(context, ids)
    const states = await statesOf(context, ids)
    const settings = await orderSettings(context.tx, context.actor.company)
    return (order) => {
      const number = numbers.get(order.id) ?? null
      const refused = refusedToNotify(order.code, number, order.lines, states, settings)
      if (refused) return refused
      const lineIds = order.lines.filter((line) => mayNotify(line, states.get(line.id))).map(({ id }) => id)
      return pass({ order, lineIds, before: number, number }, lineIds.length)
    }
  },
  apply: (context, passing) =>
    askAgain(
      context,
      passing.map(({ plan }) => plan),
    ),
})

async function numbersOf(
  { tx, actor }: Context,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('sales_order')
    .select(['id', 'medula_no'])
    .where('company_id', '=', actor.company.id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.medula_no]))
}

async function statesOf(
  { tx, actor }: Context,
  ids: readonly string[],
): Promise<Map<string, { state: HealthState }>> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['key', 'state'])
    .where('company_id', '=', actor.company.id)
    .where('kind', '=', healthDeliveries.kind)
    .where(sql<boolean>`record_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ key, state }) => [key, { state: healthStateOf[state] }]))
}

type Asked = { order: LockedOrder; lineIds: string[]; before: string | null; number: string | null }

/** Makes the lines due now and puts them into the queue. What has been notified meanwhile stays as it is. */
async function askAgain({ tx, actor, services, now }: Context, asked: readonly Asked[]): Promise<void> {
  const companyId = actor.company.id
  const lineIds = asked.flatMap((one) => one.lineIds)
  const found = notifiable(companyId, lineIds)
  await healthDeliveries.requestFound(tx, services, { companyId, now }, found, 'failed')
  await record(tx, actor, now, {
    events: asked.map(({ order, lineIds }) => ({
      recordType: 'order',
      recordId: order.id,
      kind: 'order.medulaRequested',
      facts: { count: lineIds.length },
    })),
    audit: asked.map(({ order, lineIds, before, number }) => ({
      operation: 'order.medulaRequested',
      recordType: 'order',
      recordId: order.id,
      recordCode: order.code,
      ...(before !== number && { before: { medulaTransactionNo: before } }),
      after: {
        lines: lineIds.length,
        ...(before !== number && { medulaTransactionNo: number }),
      },
    })),
  })
}
