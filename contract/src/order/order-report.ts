import { report } from '../kit/report.ts'
import { channels, lineStates, lineTypes, seasons, shipmentMethods, shownOrderStates } from './words.ts'

/** The Order Report (ORD-018): orders of at most six months, by what the reader chooses. */
export const orderReport = report('Report/GetOrderReport', {
  months: 6,
  dimensions: {
    month: { kind: 'time' },
    week: { kind: 'time' },
    day: { kind: 'time' },
    customer: { kind: 'text' },
    deliveryLocation: { kind: 'text' },
    city: { kind: 'text' },
    product: { kind: 'text' },
    category: { kind: 'text' },
    brand: { kind: 'text' },
    season: { kind: 'choice', words: 'season', values: seasons },
    orderState: { kind: 'choice', words: 'order', values: shownOrderStates },
    lineState: { kind: 'choice', words: 'line', values: lineStates },
    type: { kind: 'choice', words: 'lineType', values: lineTypes },
    shipmentMethod: { kind: 'choice', words: 'shipment', values: shipmentMethods },
    channel: { kind: 'choice', words: 'channel', values: channels },
  },
  measures: {
    orders: { kind: 'integer' },
    lines: { kind: 'integer' },
    demandQuantity: { kind: 'integer' },
    quantity: { kind: 'integer' },
    completedQuantity: { kind: 'integer' },
    rejectedQuantity: { kind: 'integer' },
    completedRatio: { kind: 'percent' },
    netAmount: { kind: 'money', price: true },
  },
})
export const { figures: getOrderReport, excel: getOrderReportExcel } = orderReport
