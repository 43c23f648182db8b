import type { RawBuilder } from 'kysely'
import { downloadManagedOrderPdf } from '@kervan/contract/order/order-management'
import { downloadOrderPdf } from '@kervan/contract/order/order-my'
import type { Side } from '@kervan/contract/order/states'
import type { SessionContext } from '../kit/context.ts'
import { handleDownloadOutside, type FileAnswer } from '../kit/http/handle.ts'
import { letterhead } from '../kit/paper/letterhead.ts'
import { drawInThread } from './draw-in-thread.ts'
import type { Drawing } from './draw-worker.ts'
import { presentOrder } from './present-order.ts'
import { orderScope, ownOrderScope } from './scope.ts'

// The order as a document to print and to send (ORD-019), for both sides. What is on it is read in the transaction, and it is
// drawn when that has ended: a long order takes seconds, in which nobody should wait for a connection.

async function prepare(
  context: SessionContext,
  scope: RawBuilder<unknown>[],
  code: string,
  side: Side,
): Promise<Drawing> {
  const { tx, actor, language } = context
  const order = await presentOrder(context, scope, code, side, { offers: false })
  return {
    order,
    paper: {
      language,
      timeZone: actor.company.timeZone,
      letterhead: await letterhead(tx, actor.company.id, language),
    },
  }
}

const draw = async (drawing: Drawing): Promise<FileAnswer> => ({
  name: `${drawing.order.orderCode}.pdf`,
  type: 'application/pdf',
  body: await drawInThread(drawing),
})

export const downloadOrderPdfHandler = handleDownloadOutside(
  downloadOrderPdf,
  (context) => prepare(context, ownOrderScope(context.actor), context.input.orderCode, 'owner'),
  draw,
)
export const downloadManagedOrderPdfHandler = handleDownloadOutside(
  downloadManagedOrderPdf,
  (context) => prepare(context, orderScope(context.actor), context.input.orderCode, 'manager'),
  draw,
)
