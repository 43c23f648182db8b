import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import type { Language } from '@kervan/contract/kit/values'
import { translate } from '../kit/messages.ts'

// An order on paper (ORD-019), in the reader's language. It is made of the record that the reader sees, so that it
// holds no price that the reader may not see.

const require = createRequire(import.meta.url)
const font = (path: string) => require.resolve(`@expo-google-fonts/inter/${path}.ttf`)
const fonts = {
  text: font('400Regular/Inter_400Regular'),
  strong: font('600SemiBold/Inter_600SemiBold'),
}

const margin = 42
const colors = { text: '#151a1f', quiet: '#676c73', line: '#d6d9dd', head: '#f3f4f6' }
const footRoom = 36

export type Paper = {
  language: Language
  timeZone: string
  company: string
  /** Of any kind of picture; null where the company has none. */
  logo: Uint8Array | null
}

type Column = {
  label: string
  width: number
  right: boolean
  value: (line: OrderLineView) => string
}
type Doc = InstanceType<typeof PdfDocument>

/** The order as an A4 document: head, lines with their header on each page, totals, page numbers. */
export async function orderPdf(order: OrderView, paper: Paper): Promise<Buffer> {
  const { language } = paper
  const word = (key: string) => translate(language, `order.pdf.${key}`)
  // Loaded by the first document: no start waits for it.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: language,
    info: { Title: `${word('title')} ${order.orderCode}`, Author: paper.company },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  doc.registerFont('text', fonts.text).registerFont('strong', fonts.strong)
  for (const face of ['strong', 'text']) prepare(doc.font(face))
  await writeHead(doc, order, paper, word)
  writeLines(doc, order, columnsOf(order, paper, word))
  writeTotals(doc, order, paper, word)
  writePageNumbers(doc, order, paper)
  doc.end()
  return ended
}

/** Of the library that reads the font, what is used here. */
type Font = {
  layout: (text: string, features?: object) => object
  hasGlyphForCodePoint: (code: number) => boolean
}

/**
 * Prepares the font that is chosen. Its kerning comes out too strong in this library, so that the full stop behind a 7
 * lies under the next digit: dates are read only without it. Letters that the font lacks, each a box of its own, are
 * drawn as question marks.
 */
function prepare(doc: Doc): void {
  const { font } = (doc as unknown as { _font: { font: Font } })._font
  const layout = font.layout.bind(font)
  const drawn = (text: string) =>
    Array.from(text, (letter) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?')).join(
      '',
    )
  font.layout = (text) => layout(drawn(text), { kern: false })
}

const innerWidth = (doc: Doc) => doc.page.width - 2 * margin
const bottom = (doc: Doc) => doc.page.height - margin - footRoom

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

async function pngOf(logo: NonNullable<Paper['logo']>): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(logo, { density: 192 }).resize({ height: 96 }).png().toBuffer()
}

async function writeHead(
  doc: Doc,
  order: OrderView,
  paper: Paper,
  word: (key: string) => string,
): Promise<void> {
  const { language, logo } = paper
  const { day, moment } = formats(paper)
  // A logo that cannot be drawn is no reason to have no order on paper.
  const picture = logo && (await pngOf(logo).catch(() => null))
  if (picture) doc.image(picture, margin, margin, { fit: [160, 32] })
  const half = innerWidth(doc) / 2
  doc.fillColor(colors.text).font('strong').fontSize(11)
  doc.text(paper.company, margin + half, margin, { width: half, align: 'right' })
  doc
    .font('strong')
    .fontSize(18)
    .text(`${word('title')} ${order.orderCode}`, margin, margin + 52)
  const state = translate(language, `state.order.${order.shownState}`)
  const facts: [string, string | null][] = [
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
  const shown = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
  let top = doc.y + 10
  for (let at = 0; at < shown.length; at += 2) {
    const pair = shown.slice(at, at + 2)
    let below = top
    pair.forEach(([label, value], side) => {
      const left = margin + side * half
      doc
        .font('text')
        .fontSize(8)
        .fillColor(colors.quiet)
        .text(label, left, top, { width: half - 12 })
      doc
        .fontSize(9.5)
        .fillColor(colors.text)
        .text(value, left, doc.y + 1, { width: half - 12 })
      below = Math.max(below, doc.y)
    })
    top = below + 6
  }
  doc.y = top + 6
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

const padding = 3

function writeLines(doc: Doc, order: OrderView, columns: readonly Column[]): void {
  doc.fontSize(7.5)
  const write = (values: readonly string[], face: 'text' | 'strong', height: number) => {
    const top = doc.y
    if (face === 'strong') doc.rect(margin, top, innerWidth(doc), height).fill(colors.head)
    let left = margin
    columns.forEach(({ width, right }, at) => {
      doc
        .font(face)
        .fillColor(face === 'strong' ? colors.quiet : colors.text)
        .text(values[at] ?? '', left + padding, top + padding, {
          width: width - 2 * padding,
          align: right ? 'right' : 'left',
        })
      left += width
    })
    doc.y = top + height
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + innerWidth(doc), doc.y)
      .lineWidth(0.5)
      .stroke(colors.line)
  }
  // Lines say the same again and again, and measuring a text takes as long as writing it.
  const known = new Map<string, number>()
  const heightOf = (values: readonly string[], face: 'text' | 'strong') => {
    doc.font(face)
    const heights = columns.map(({ width }, at) => {
      const key = `${face} ${width} ${values[at]}`
      const height = known.get(key) ?? doc.heightOfString(values[at] ?? '', { width: width - 2 * padding })
      known.set(key, height)
      return height
    })
    return Math.max(...heights) + 2 * padding
  }
  const labels = columns.map(({ label }) => label)
  const header = () => write(labels, 'strong', heightOf(labels, 'strong'))
  header()
  for (const line of order.lines) {
    const values = columns.map(({ value }) => value(line))
    const height = heightOf(values, 'text')
    if (doc.y + height > bottom(doc)) {
      doc.addPage()
      doc.fontSize(7.5)
      header()
    }
    write(values, 'text', height)
  }
}

function writeTotals(doc: Doc, order: OrderView, paper: Paper, word: (key: string) => string): void {
  const { money, number } = formats(paper)
  const pieces = order.lines.reduce((sum, { poQuantity }) => sum + poQuantity, 0)
  const rows: [string, string][] = [[word('pieces'), number(pieces)]]
  if (order.subtotal !== null) rows.push([word('subtotal'), money(order.subtotal, order.currency)])
  if (order.discount !== null && Number(order.discount) !== 0)
    rows.push([word('discount'), money(`-${order.discount}`, order.currency)])
  if (order.total !== null) rows.push([word('total'), money(order.total, order.currency)])
  if (doc.y + 12 + rows.length * 15 > bottom(doc)) doc.addPage()
  doc.y += 10
  const width = 220
  const left = margin + innerWidth(doc) - width
  rows.forEach(([label, value], at) => {
    const top = doc.y
    const isTotal = at === rows.length - 1
    doc
      .font(isTotal ? 'strong' : 'text')
      .fontSize(isTotal ? 10.5 : 9)
      .fillColor(colors.text)
    doc.text(label, left, top, { width: 110 })
    doc.text(value, left + 110, top, { width: width - 110 - padding, align: 'right' })
    doc.y = top + 15
  })
}

function writePageNumbers(doc: Doc, order: OrderView, { language, company }: Paper): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    // Below the margin text would begin a new page.
    doc.page.margins.bottom = 0
    const top = doc.page.height - margin
    doc.font('text').fontSize(8).fillColor(colors.quiet)
    doc.text(`${company} · ${order.orderCode}`, margin, top, { lineBreak: false })
    const words = translate(language, 'order.pdf.page', { page: page + 1, pages: count })
    doc.text(words, margin, top, { width: innerWidth(doc), align: 'right', lineBreak: false })
  }
}
