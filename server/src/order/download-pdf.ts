import type { RawBuilder } from 'kysely'
import { downloadManagedOrderPdf } from '@kervan/contract/order/order-management'
import { downloadOrderPdf } from '@kervan/contract/order/order-my'
import type { Side } from '@kervan/contract/order/states'
import type { SessionContext } from '../kit/context.ts'
import { handleDownload, type FileAnswer } from '../kit/http/handle.ts'
import { orderPdf } from './order-pdf.ts'
import { presentOrder } from './present-order.ts'
import { orderScope, ownOrderScope } from './scope.ts'

// The order as a document to print and to send (ORD-019), for both sides.

async function answer(
  context: SessionContext,
  scope: RawBuilder<unknown>[],
  code: string,
  side: Side,
): Promise<FileAnswer> {
  const { tx, actor, language } = context
  const order = await presentOrder(context, scope, code, side)
  const { logo } = await tx
    .selectFrom('company')
    .select('logo')
    .where('id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  const { name: company, timeZone } = actor.company
  return {
    name: `${order.orderCode}.pdf`,
    type: 'application/pdf',
    body: await orderPdf(order, { language, timeZone, company, logo }),
  }
}

export const downloadOrderPdfHandler = handleDownload(downloadOrderPdf, (context) =>
  answer(context, ownOrderScope(context.actor), context.input.orderCode, 'owner'),
)
export const downloadManagedOrderPdfHandler = handleDownload(downloadManagedOrderPdf, (context) =>
  answer(context, orderScope(context.actor), context.input.orderCode, 'manager'),
)
