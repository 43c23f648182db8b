import { sql } from 'kysely'
import { runBulkJob } from '../kit/lists/handle-bulk.ts'
import { part, type Part } from '../kit/parts.ts'
import { orderChecks } from './checks.ts'
import { rowsOf } from '../kit/records/retention.ts'
import { deputyLending } from './deputies/lending.ts'
import { ediJob } from './edi/edi-job.ts'
import { ediExchangeWork, ediFolder } from './edi/exchange.ts'
import { ediAnswers } from './edi/post-answer.ts'
import { explainedOrder, orderingOfLocation } from './explained.ts'
import { externalApprovalsWork } from './external/overdue.ts'
import { orderFinders } from './find-records.ts'
import { firstOrder } from './first-order.ts'
import { healthDeliveries } from './health/send.ts'
import { orderOfPack, returnOfPack } from './passport/pack.ts'
import { creditNotes } from './returns/credit.ts'
import { orderImport } from './new/import-job.ts'
import { notifyPlaced } from './orders-placed.ts'
import { orderingSession } from './order-settings.ts'
import { servedOrderReport } from './report/order-report.ts'
import { pendingOrdersWork } from './settings/pending-orders.ts'
import { orderUses } from './uses.ts'

export const parts: readonly Part[] = [
  part('firstStep', firstOrder),
  ...orderChecks.map((check) => part('check', check)),
  part('lending', deputyLending),
  part('session', orderingSession),
  part('job', { kind: 'order.import', ...orderImport }),
  part('job', { kind: 'order.edi', ...ediJob }),
  // Begun before the update: it fails, and its owner is told.
  part('job', { kind: 'order.bulk', run: runBulkJob([]) }),
  part('deliveries', healthDeliveries),
  part('deliveries', ediAnswers),
  part('deliveries', creditNotes),
  part('outbox', { outbox: 'ordersPlaced', deliver: notifyPlaced }),
  part('schedule', pendingOrdersWork),
  part('schedule', ediExchangeWork),
  part('schedule', externalApprovalsWork),
  part('dropFolder', ediFolder),
  ...orderFinders.map((finder) => part('finder', finder)),
  ...orderUses.map((use) => part('use', use)),
  part('packPassport', orderOfPack),
  part('packPassport', returnOfPack),
  part('explained', explainedOrder),
  part('explainedWay', { of: 'location', way: orderingOfLocation }),
  part('mails', {
    ordersPlaced: 'order/my-orders',
    ordersArrived: 'order/order-management',
    ordersCancelled: 'order/order-management',
    preOrdersArrived: 'order/pre-order-management',
    ordersApproved: 'order/my-orders',
    ordersRejected: 'order/my-orders',
    ordersRevised: 'order/my-orders',
    ordersReverted: 'order/my-orders',
  }),
  part('report', servedOrderReport),
  part('retention', {
    what: 'imports',
    days: 90,
    remove: rowsOf('order_import', (scope) => sql`r.uploaded_at < ${scope.before}`),
  }),
]
