import { isNotDue, type OrderLineView, type OrderView } from '@kervan/contract/order/order-view'
import type { Language } from '@kervan/contract/kit/values'
import { translate } from '../kit/messages.ts'
import {
  drawFacts,
  drawHead,
  drawPageNumbers,
  drawTable,
  drawTotals,
  openDocument,
  type Doc,
  type PaperColumn,
} from '../kit/paper/document.ts'
import type { Letterhead } from '../kit/paper/letterhead.ts'

// An order on paper (ORD-019), in the reader's language. It is made of the record that the reader sees, so that it
// holds no price that the reader may not see.

export type Paper = {
  language: Language
  timeZone: string
  letterhead: Letterhead
}

type Column = PaperColumn & { value: (line: OrderLineView) => string }

/** The order as an A4 document: head, lines with their header on each page, totals, page numbers. */
export async function orderPdf(order: OrderView, paper: Paper): Promise<Buffer> {
  const { language, letterhead } = paper
  const { company } = letterhead
  const word = (key: string) => translate(language, `order.pdf.${key}`)
  const title = `${word('title')} ${order.orderCode}`
  const { doc, bytes } = await openDocument({ title, author: company, language })
  await drawHead(doc, { ...letterhead, title })
  drawFacts(doc, factsOf(order, paper, word))
  const columns = columnsOf(order, paper, word)
  drawTable(
    doc,
    columns,
    order.lines.values().map((line) => columns.map(({ value }) => value(line))),
  )
  writeTotals(doc, order, paper, word)
  drawPageNumbers(doc, `${company} · ${order.orderCode}`, (page, pages) =>
    translate(language, 'kit.paper.page', { page, pages }),
  )
  doc.end()
  return bytes
}

/** Each format is made once: making it takes longer than the writing of hundreds of values. */
const formats = ({ language, timeZone }: Paper) => {
  const numbers = new Intl.NumberFormat(language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountIn = (currency: string) => {
    const made =
      amounts.get(currency) ??
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    amounts.set(currency, made)
    return made
  }
  return {
    number: (value: number) => numbers.format(value),
    money: (value: string, currency: string) => amountIn(currency).format(value as `${number}`),
    day: (iso: string) => days.format(new Date(iso)),
    moment: (iso: string) => moments.format(new Date(iso)),
  }
}

function factsOf(order: OrderView, paper: Paper, word: (key: string) => string): [string, string | null][] {
  const { language } = paper
  const { day, moment } = formats(paper)
  const state = translate(language, `state.order.${order.shownState}`)
  return [
    [word('customer'), `${order.customerName} (${order.customerUniqueCode})`],
    [word('supplier'), `${order.vendorName} (${order.vendorUniqueCode})`],
    [word('location'), `${order.deliveryLocationName} (${order.deliveryLocationCode})`],
    [word('pointOfSale'), order.pointOfSaleName],
    [word('orderDate'), moment(order.orderDate)],
    [word('deliveryDate'), day(order.deliveryDate)],
    [word('shipment'), translate(language, `state.shipment.${order.shipmentMethod}`)],
    [word('state'), state],
    [word('externalPo'), order.externalPoCode],
    [word('externalDate'), order.externalOrderDate && day(order.externalOrderDate)],
    [word('contact'), order.externalContact],
    [word('mainOrder'), order.mainOrderCode],
    [word('note'), order.note],
  ]
}

function columnsOf(order: OrderView, paper: Paper, word: (key: string) => string): Column[] {
  const { number, money } = formats(paper)
  const hasPrices = order.total !== null
  const amount = (value: string | null) => (value === null ? '' : money(value, order.currency))
  const columns: Omit<Column, 'width'>[] = [
    { label: '#', right: true, value: ({ lineNo }) => number(lineNo) },
    { label: word('code'), right: false, value: ({ productUniqueCode }) => productUniqueCode },
    {
      label: word('product'),
      right: false,
      value: ({ productName, color, size }) =>
        [productName, [color, size].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    },
    { label: word('ordered'), right: true, value: ({ demandQuantity }) => number(demandQuantity) },
    { label: word('confirmed'), right: true, value: ({ poQuantity }) => number(poQuantity) },
    { label: word('delivered'), right: true, value: ({ completedQuantity }) => number(completedQuantity) },
    {
      label: word('lineState'),
      right: false,
      value: ({ state }) => translate(paper.language, `state.line.${state}`),
    },
    ...(hasPrices
      ? [
          {
            label: word('price'),
            right: true,
            value: (line: OrderLineView) => amount(line.unitPrice),
          },
          {
            label: word('amount'),
            right: true,
            value: (line: OrderLineView) => amount(line.lineTotal),
          },
        ]
      : []),
  ]
  const widths = hasPrices ? [22, 76, 99, 43, 45, 45, 65, 56, 60] : [24, 104, 152, 54, 56, 56, 65]
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? 0 }))
}

function writeTotals(doc: Doc, order: OrderView, paper: Paper, word: (key: string) => string): void {
  const { money, number } = formats(paper)
  const pieces = order.lines.reduce((sum, { poQuantity }) => sum + poQuantity, 0)
  const rows: [string, string][] = [[word('pieces'), number(pieces)]]
  if (order.subtotal !== null) rows.push([word('subtotal'), money(order.subtotal, order.currency)])
  if (order.discount !== null && Number(order.discount) !== 0)
    rows.push([word('discount'), money(`-${order.discount}`, order.currency)])
  if (isNotDue(order)) rows.push([word('demandTotal'), money(order.demandTotal ?? '0', order.currency)])
  if (order.total !== null) rows.push([word('total'), money(order.total, order.currency)])
  drawTotals(doc, rows)
}
