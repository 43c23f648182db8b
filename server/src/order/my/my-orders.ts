import { sql, type RawBuilder } from 'kysely'
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
import { applicantWindowMonths } from '@kervan/contract/order/words'
import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { dayIn } from '../../kit/clock.ts'
import { record } from '../../kit/records/audit.ts'
import { removeFiles } from '../../kit/records/files.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { handleDecision, handleDecisions, lockOne } from '../decide-orders.ts'
import { keepFiles, openDocument } from '../documents.ts'
import { addAgain, wantedOfOrder } from '../new/add-again.ts'
import { orderRow, orderSource } from '../order-list.ts'
import { presentOrder } from '../present-order.ts'
import { ownOrderScope } from '../scope.ts'

const pending = sql`not o.closed`
const past = sql`o.closed`

const own =
  (tab: RawBuilder<unknown>) =>
  ({ actor, now }: SessionContext, window: DayWindow) => {
    assertWithinReach(actor, now, window)
    return orderSource(actor, ownOrderScope(actor), tab, window, applicantWindowMonths)
  }
const row = orderRow('owner')

/** My Orders reach six months back (ORD-011). Throws `WindowTooEarly`. */
export function assertWithinReach(actor: Actor, now: Date, window: DayWindow): void {
  const from = addMonths(dayIn(actor.company.timeZone, now), -applicantWindowMonths)
  if (window.from < from) throw refusal('WindowTooEarly', { from })
}

export const myPendingOrderList = serveList(myPendingOrders, 'myOrders', own(pending), row)
export const myPastOrderList = serveList(myPastOrders, 'myOrders', own(past), row)

export const getMyOrderHandler = handle(getMyOrder, (context) =>
  presentOrder(context, ownOrderScope(context.actor), context.input.orderCode, 'owner'),
)

const owner = { side: 'owner', scope: ownOrderScope } as const

export const cancelOrderHandler = handleDecision(cancelOrder, owner, ({ memo, lineIds = null }) => ({
  decision: { action: 'cancel', memo },
  lineIds,
}))
export const cancelAllPendingHandler = handleDecisions(
  cancelAllPending,
  owner,
  () => myPendingOrderList,
  ({ memo }) => ({ action: 'cancel', memo }),
)

export const reorderHandler = handle(reorder, async (context) => {
  const order = await lockOne(context, ownOrderScope(context.actor), context.input.orderCode, { lock: false })
  const { added, leftOut } = await addAgain(context, wantedOfOrder(context.actor.company.id, order.id))
  return { added, leftOut }
})

export const uploadDocumentsHandler = handle(uploadDocuments, async (context) => {
  const { input, tx, actor, now, uploads } = context
  const order = await lockOne(context, ownOrderScope(actor), input.orderCode)
  const kept = await tx
    .selectFrom('order_document')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('order_id', '=', order.id)
    .execute()
  const fileIds = await keepFiles(context, uploads, kept.length)
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
  return presentOrder(context, ownOrderScope(actor), order.code, 'owner')
})

export const downloadDocumentHandler = handleDownload(downloadDocument, ({ input, services, tx, actor }) =>
  openDocument(tx, actor, services.files, ownOrderScope(actor), input),
)

/** Only who attached a document may take it away again. */
export const deleteDocumentHandler = handle(deleteDocument, async (context) => {
  const { input, tx, actor, now, services } = context
  const order = await lockOne(context, ownOrderScope(actor), input.orderCode)
  const { rows } = await sql<{ name: string }>`
    delete from order_document d using file f
    where d.company_id = ${actor.company.id} and d.order_id = ${order.id} and d.file_id = ${input.fileId} and d.created_by = ${actor.membershipId}
      and f.company_id = ${actor.company.id} and f.id = d.file_id
    returning f.name`.execute(tx)
  const file = rows[0]
  if (!file) throw deleteDocument.refuse('NotFound')
  await removeFiles(tx, services.jobs, actor.company.id, { ids: [input.fileId] })
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
  return presentOrder(context, ownOrderScope(actor), order.code, 'owner')
})
