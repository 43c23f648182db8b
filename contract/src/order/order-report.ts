import { z } from 'zod'
import { column, pageList } from '../kit/page.ts'
import { figureScopeOf, report } from '../kit/report.ts'
import { DateOnly } from '../kit/values.ts'
import { channels, lineStates, lineTypes, shipmentMethods, shownOrderStates } from './words.ts'
import { seasons } from './seasons.ts'

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
export const { figures: getOrderReport, excel: getOrderReportExcel, pdf: getOrderReportPdf } = orderReport

export const FigureScope = figureScopeOf(orderReport.dimensions)
export type FigureScope = z.infer<typeof FigureScope>

/** Where an order is shown in Order Management. */
export const orderPlaces = ['toDecide', 'inFulfilment', 'closed', 'external'] as const

/**
 * The orders behind a figure of the report: the same days, filters and rows of the reader's scope. Pieces, lines and
 * amounts are of those lines of an order that the figure counts, so that each column comes to its figure.
 */
export const orderReportOrders = pageList('Report/GetOrderReportOrders', {
  columns: {
    orderCode: column.code(),
    customerName: column.text(),
    orderDate: column.instant(),
    deliveryLocationName: column.text(),
    deliveryDate: column.date(),
    shownState: column.choice(shownOrderStates, { words: 'order' }),
    lineCount: column.integer(),
    demandQuantity: column.integer(),
    confirmedQuantity: column.integer(),
    completedQuantity: column.integer(),
    rejectedQuantity: column.integer(),
    total: column.decimal({ nullable: true, price: true }),
  },
  extra: { id: z.uuid(), currency: z.string(), place: z.enum(orderPlaces) },
  scope: { from: DateOnly, to: DateOnly, only: FigureScope },
  defaultSort: [{ column: 'orderDate', direction: 'desc' }],
  search: true,
  summed: {
    sums: [
      'lineCount',
      'demandQuantity',
      'confirmedQuantity',
      'completedQuantity',
      'rejectedQuantity',
      'total',
    ],
    groups: {},
  },
  sharesPermission: { page: 'GetOrderReport', excel: 'GetOrderReport' },
  refusals: ['WindowTooWide'],
})
