import { parentPort } from 'node:worker_threads'
import type { OrderView } from '@kervan/contract/order/order-view'
import { orderPdf, type Paper } from './order-pdf.ts'

// The thread in which orders are drawn on paper, one after the other.

/** What the thread is given for each paper; it answers with the bytes. */
export type Drawing = { order: OrderView; paper: Paper }

const port = parentPort!

async function draw({ order, paper }: Drawing): Promise<void> {
  const bytes = new Uint8Array(await orderPdf(order, paper))
  port.postMessage(bytes, [bytes.buffer])
}

// What goes wrong ends the thread, and with it the waiting of who asked.
port.on('message', (drawing: Drawing) => void draw(drawing))
