import type { OrderView } from '@kervan/contract/order/order-view'
import { answerEach } from '../kit/work/in-thread.ts'
import { orderPdf, type Paper } from './order-pdf.ts'

// The thread in which orders are drawn on paper, one after the other.

/** What the thread is given for each paper; it answers with the bytes. */
export type Drawing = { order: OrderView; paper: Paper }

answerEach(
  async ({ order, paper }: Drawing) => new Uint8Array(await orderPdf(order, paper)),
  ({ buffer }) => [buffer],
)
