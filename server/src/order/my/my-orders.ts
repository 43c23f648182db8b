import { sql } from 'kysely'
import {
  cancelAllPending,
  cancelOrder,
  deleteDocument,
  downloadDocument,
  getMyOrder,
  myPastOrders,
  myPendingOrders,
  reorder,
  uploadDocuments,
} from '@kervan/contract/order/order-my'
import { orderLineTable } from '@kervan/contract/order/states'
import { applicantWindowMonths, orderFileTypes } from '@kervan/contract/order/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../../kit/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import type { ListSql } from '../../kit/page.ts'
import { runSelection } from '../bulk.ts'
import { decide } from '../decide.ts'
import { describeDecision } from '../decision-events.ts'
import { keepFiles, openDocument } from '../documents.ts'
import { changedMeanwhile } from '../management/decide-order.ts'
import { addAgain } from '../new/add-again.ts'
import { exportOrders, orderList, readOrderPage } from '../order-list.ts'
import { lockOrders, saveDecisions, type LockedOrder } from '../order.sql.ts'
import { presentOrder } from '../present-order.ts'
import { ownOrderScope } from '../scope.ts'

type Window = { from: string; to: string }
const tabs = {
  pending: sql`not o.closed`,
  past: sql`o.closed`,
  /** Of the pending ones those with something left to take back; the others only wait for their delivery. */
  open: sql`not o.closed and exists (select from order_line l where l.company_id = o.company_id and l.order_id = o.id and l.state = any(${[...orderLineTable.moves.cancel.from]}::text[]))`,
}

function myOrders(actor: Actor, tab: keyof typeof tabs, window: Window): ListSql {
  return orderList(actor, ownOrderScope(actor), tabs[tab], window, applicantWindowMonths)
}

export const getMyPendingOrders = handle(myPendingOrders.page, (context) =>
  readOrderPage(context, myPendingOrders, myOrders(context.actor, 'pending', context.input), 'owner'),
)
export const exportMyPendingOrders = handleDownload(myPendingOrders.excel, async (context) =>
  exportOrders(context, myPendingOrders, myOrders(context.actor, 'pending', context.input), 'owner'),
)
export const getMyPastOrders = handle(myPastOrders.page, (context) =>
  readOrderPage(context, myPastOrders, myOrders(context.actor, 'past', context.input), 'owner'),
)
export const exportMyPastOrders = handleDownload(myPastOrders.excel, async (context) =>
  exportOrders(context, myPastOrders, myOrders(context.actor, 'past', context.input), 'owner'),
)

export const getMyOrderHandler = handle(getMyOrder, ({ input, tx, actor }) =>
  presentOrder(tx, actor, ownOrderScope(actor), input.orderCode, 'owner'),
)

export const cancelOrderHandler = handle(cancelOrder, async (context) => {
  const { input, tx, actor, now } = context
  const order = await lockOwn(context, input.orderCode)
  if (order.version !== input.version) throw await changedMeanwhile(context, order)
  const wish = { action: 'cancel', memo: input.memo } as const
  const decision = decide(
    order,
    input.lineIds ?? null,
    wish,
    { membershipId: actor.membershipId, who: 'owner' },
    new Map(),
  )
  if (decision.refused) throw decision.refused
  await saveDecisions(tx, actor, now, [
    { order, changes: decision.changes, ...describeDecision(order, decision.changes, wish) },
  ])
  return presentOrder(tx, actor, ownOrderScope(actor), order.code, 'owner')
})

export const cancelAllPendingHandler = handle(cancelAllPending, (context) => {
  const { actor, input } = context
  const wish = { action: 'cancel', memo: input.memo } as const
  return runSelection(
    context,
    myPendingOrders,
    (window) => myOrders(actor, 'open', window),
    ownOrderScope(actor),
    input,
    { wish, side: 'owner' },
  )
})

export const reorderHandler = handle(reorder, async (context) => {
  const order = await findOwn(context, context.input.orderCode)
  return addAgain(context, order.id)
})

export const uploadDocumentsHandler = handle(uploadDocuments, async (context) => {
  const { input, tx, actor, now, uploads } = context
  const order = await lockOwn(context, input.orderCode)
  const kept = await tx
    .selectFrom('order_document')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('order_id', '=', order.id)
    .execute()
  const fileIds = await keepFiles(context, uploads, kept.length, { types: orderFileTypes })
  await tx
    .insertInto('order_document')
    .values(
      fileIds.map((fileId) => ({
        company_id: actor.company.id,
        order_id: order.id,
        file_id: fileId,
        created_by: actor.membershipId,
        created_by_name: actor.name,
        created_at: now,
      })),
    )
    .execute()
  await record(tx, actor, now, {
    events: uploads.map((upload) => ({
      recordType: 'order',
      recordId: order.id,
      kind: 'order.documentAdded',
      facts: { name: upload.name },
    })),
    audit: [
      {
        operation: 'order.documentAdded',
        recordType: 'order',
        recordId: order.id,
        recordCode: order.code,
        after: { files: uploads.map((upload) => upload.name) },
      },
    ],
  })
  return presentOrder(tx, actor, ownOrderScope(actor), order.code, 'owner')
})

export const downloadDocumentHandler = handleDownload(downloadDocument, ({ input, services, tx, actor }) =>
  openDocument(tx, actor, services.files, ownOrderScope(actor), input),
)

/** Only who attached a document may take it away again. */
export const deleteDocumentHandler = handle(deleteDocument, async (context) => {
  const { input, tx, actor, now } = context
  const order = await lockOwn(context, input.orderCode)
  const { rows } = await sql<{ name: string }>`
    delete from order_document d using file f
    where d.company_id = ${actor.company.id} and d.order_id = ${order.id} and d.file_id = ${input.fileId} and d.created_by = ${actor.membershipId}
      and f.company_id = d.company_id and f.id = d.file_id
    returning f.name`.execute(tx)
  const file = rows[0]
  if (!file) throw deleteDocument.refuse('NotFound')
  await record(tx, actor, now, {
    events: [
      { recordType: 'order', recordId: order.id, kind: 'order.documentRemoved', facts: { name: file.name } },
    ],
    audit: [
      {
        operation: 'order.documentRemoved',
        recordType: 'order',
        recordId: order.id,
        recordCode: order.code,
        before: { file: file.name },
      },
    ],
  })
  return presentOrder(tx, actor, ownOrderScope(actor), order.code, 'owner')
})

async function lockOwn(context: SessionContext, code: string): Promise<LockedOrder> {
  const [order] = await lockOrders(context.tx, ownOrderScope(context.actor), { codes: [code] })
  if (!order) throw refusal('OrderNotFound')
  return order
}

async function findOwn(context: SessionContext, code: string): Promise<LockedOrder> {
  const [order] = await lockOrders(
    context.tx,
    ownOrderScope(context.actor),
    { codes: [code] },
    { lock: false },
  )
  if (!order) throw refusal('OrderNotFound')
  return order
}
