import { z } from 'zod'
import { column } from '../kit/page.ts'
import { DateOnly } from '../kit/values.ts'
import { OrderActions } from './order-view.ts'
import { channels, healthStates, lineTypes, orderStates, shownOrderStates, shipmentMethods } from './words.ts'

/** The columns of every list of orders: Order Management and My Orders show the same facts of the same record. */
export const orderColumns = {
  orderCode: column.code(),
  customerName: column.text(),
  customerUniqueCode: column.code(),
  externalPoCode: column.code({ nullable: true }),
  externalOrderDate: column.date({ nullable: true }),
  externalContact: column.text({ nullable: true }),
  vendorName: column.text(),
  vendorUniqueCode: column.code(),
  orderDate: column.instant(),
  deliveryDate: column.date(),
  deliveryLocationName: column.text(),
  deliveryLocationCode: column.code(),
  shipmentMethod: column.choice(shipmentMethods, { words: 'shipment' }),
  type: column.choice(lineTypes, { words: 'lineType' }),
  channel: column.choice(channels, { words: 'channel' }),
  lineCount: column.integer(),
  /** Open lines that stock does not cover, as it stands now; null once the order is closed. */
  shortLines: column.integer({ sort: false, filter: false, nullable: true }),
  /** Lines that exceed a quota and wait for a decision; null once the order is closed (QTA-002). */
  exceededLines: column.integer({ nullable: true, sort: false }),
  /** Whether one of its open lines exceeds a quota, for a chip that filters (QTA-002). */
  overQuota: column.flag({ sort: false }),
  /** What was asked for; it stays when lines are rejected or cancelled. */
  demandQuantity: column.integer({ sort: false, filter: false }),
  /** What is to be delivered of it (PO quantity). */
  confirmedQuantity: column.integer(),
  /** Null where prices are hidden from the reader (ORD-020). */
  total: column.decimal({ nullable: true, price: true }),
  /** What was ordered would cost, less the discount of the order; it stays when lines are rejected or cancelled. */
  demandTotal: column.decimal({ sort: false, filter: false, nullable: true, price: true }),
  completedRatio: column.integer(),
  /** `state`, but Cancelled where every line is cancelled: what people read, filter and export (decision 0004). */
  shownState: column.choice(shownOrderStates, { words: 'order' }),
  /** What is worst among the notifications of its lines to the health insurance; null where there is none (ORD-015). */
  medulaState: column.choice(healthStates, { nullable: true, words: 'healthInsurance', sort: false }),
  lastEventDate: column.instant(),
  recordUser: column.text(),
  mainOrderCode: column.code({ nullable: true }),
}

export const orderRowExtra = {
  id: z.uuid(),
  version: z.int(),
  state: z.enum(orderStates),
  currency: z.string(),
  /** Somebody outside has not answered in time (ORD-010). */
  externalOverdue: z.boolean(),
  actions: OrderActions,
}

/** Lists of orders are asked for a window of order dates, both ends included (ORD-010, ORD-011, ORD-025). */
export const orderWindow = { from: DateOnly, to: DateOnly }
