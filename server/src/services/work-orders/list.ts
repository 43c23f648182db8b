import {
  approveWorkOrders,
  discardWorkOrders,
  overrideWorkOrder,
  transferWorkOrders,
  workOrders,
} from '@kervan/contract/services/work-orders'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { workOrderTable, type WorkOrderAction } from '@kervan/contract/services/work-order-states'
import type { ProjectDomain, WorkOrderState, WorkOrderType } from '@kervan/contract/services/words'
import { sql, type RawBuilder } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { offer } from '../../kit/records/offer.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { productName } from '../../company/company.api.ts'
import { assertWindow } from '../window.ts'

// Work orders as they are listed (WRK-001), and what may be done with them.

/** Published work orders of the company; for who sees the whole of it. */
export const workOrderScope = (actor: Actor): RawBuilder<unknown>[] => [
  sql`o.company_id = ${actor.company.id}`,
  sql`o.published_at is not null`,
  ...wholeCompanyOnly(actor),
]

export type Ruled = {
  code: string
  state: WorkOrderState
  type: WorkOrderType
  amount: number
  domain: ProjectDomain
}

/** Types that are proposals only and never go to the ERP (domain/advisor 1.4). */
const onlyProposed: ReadonlySet<WorkOrderType> = new Set(['PerformanceBasedProductConsolidation'])

/** Why this cannot be done with a work order; null when it can. */
export function refusedOnWorkOrder(action: WorkOrderAction, order: Ruled): Refusal | null {
  const { code, state, type, amount, domain } = order
  if (!workOrderTable.allows(action, state, 'planner'))
    return refusal('WorkOrderState', { workOrder: code, workOrderState: state })
  if (action !== 'transfer') return null
  const problem =
    domain !== 'Production'
      ? 'NotProduction'
      : onlyProposed.has(type)
        ? 'OnlyProposed'
        : amount === 0
          ? 'NoAmount'
          : null
  return problem && refusal('WorkOrderNotTransferable', { workOrder: code, workOrderProblem: problem })
}

const calls = {
  override: overrideWorkOrder,
  approve: approveWorkOrders,
  discard: discardWorkOrders,
  transfer: transferWorkOrders,
} as const

export const actionsOf = (context: SessionContext, order: Ruled) =>
  offer(context, calls, (action) => refusedOnWorkOrder(action, order))

export const workOrderList = serveList(
  workOrders,
  'workOrderManagement',
  ({ actor, language }, { from, to }: DayWindow) => {
    assertWindow({ from, to })
    const company = actor.company.id
    return {
      from: sql`work_order o join service_run u on u.company_id = ${company} and u.id = o.run_id
        join product_variant v on v.company_id = ${company} and v.id = o.variant_id join product p on p.company_id = ${company} and p.id = v.product_id
        join location s on s.company_id = ${company} and s.id = o.sender_id join location r on r.company_id = ${company} and r.id = o.recipient_id`,
      where: [...workOrderScope(actor), sql`o.service_date between ${from}::date and ${to}::date`],
      id: sql`o.id`,
      key: sql`o.id`,
      code: sql`o.code`,
      createdAt: sql`o.published_at`,
      pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
      columns: {
        workOrderCode: sql`o.code`,
        serviceDate: sql`o.service_date`,
        workOrderType: sql`o.type`,
        workOrderState: sql`o.state`,
        productCode: sql`v.code`,
        productName: productName(language),
        senderCode: sql`s.code`,
        senderName: sql`s.name`,
        recipientCode: sql`r.code`,
        recipientName: sql`r.name`,
        amount: sql`o.amount`,
        proposedAmount: sql`o.proposed`,
        netGain: sql`o.net`,
        erpNotified: sql`(o.state in ('Transferred', 'TransferredNotSynced'))`,
        substitution: sql`o.substitution`,
        substituteProducts: sql`nullif(array_to_string(o.substitutes, ', '), '')`,
        revisedTotal: sql`o.revised_total`,
        revisedPrice: sql`o.revised_price`,
        responseMessage: sql`o.response_message`,
        failureNote: sql`o.failure_note`,
        runCode: sql`u.code`,
      },
      extra: { version: sql`o.version` },
      facts: { domain: sql<ProjectDomain>`u.domain` },
      search: sql`o.search_text`,
      searched: ['workOrderCode'],
    }
  },
  (row, context) => ({
    actions: actionsOf(context, {
      code: row.workOrderCode,
      state: row.workOrderState,
      type: row.workOrderType,
      amount: row.amount,
      domain: row.domain,
    }),
  }),
)
