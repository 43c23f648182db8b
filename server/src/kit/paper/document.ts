import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'

// Documents on paper: A4 with a head, facts, a table that goes on over pages under its header, totals, page numbers. Who draws
// does it in a thread: a long table takes seconds of a core.

const require = createRequire(import.meta.url)
const font = (path: string) => require.resolve(`@expo-google-fonts/inter/${path}.ttf`)
const fonts = {
  text: font('400Regular/Inter_400Regular'),
  strong: font('600SemiBold/Inter_600SemiBold'),
}

const margin = 42
const colors = { text: '#151a1f', quiet: '#676c73', line: '#d6d9dd', head: '#f3f4f6' }
const footRoom = 36
const padding = 3

export type Doc = InstanceType<typeof PdfDocument>
/** A column of a table: its share of the width, in points of an upright page. */
export type PaperColumn = { label: string; width: number; right: boolean }
/** Of any kind of picture; null where the company has none. */
export type Logo = Uint8Array | null

/** An empty document; `bytes` are those of the whole once it is ended. */
export async function openDocument(about: {
  title: string
  author: string
  language: string
  landscape?: boolean
}): Promise<{ doc: Doc; bytes: Promise<Buffer> }> {
  // Loaded by the first document: no start waits for it.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    layout: about.landscape ? 'landscape' : 'portrait',
    margin,
    bufferPages: true,
    lang: about.language,
    info: { Title: about.title, Author: about.author },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const bytes = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  doc.registerFont('text', fonts.text).registerFont('strong', fonts.strong)
  for (const face of ['strong', 'text']) prepare(doc.font(face))
  return { doc, bytes }
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

async function pngOf(logo: NonNullable<Logo>): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(logo, { density: 192 }).resize({ height: 96 }).png().toBuffer()
}

/** Logo, company and what it says of itself, and below them the title. */
export async function drawHead(
  doc: Doc,
  { company, lines, logo, title }: { company: string; lines: readonly string[]; logo: Logo; title: string },
): Promise<void> {
  // A logo that cannot be drawn is no reason to have no paper.
  const picture = logo && (await pngOf(logo).catch(() => null))
  if (picture) doc.image(picture, margin, margin, { fit: [160, 32] })
  const half = innerWidth(doc) / 2
  doc.fillColor(colors.text).font('strong').fontSize(11)
  doc.text(company, margin + half, margin, { width: half, align: 'right' })
  doc.fillColor(colors.quiet).font('text').fontSize(8)
  for (const line of lines) doc.text(line, margin + half, doc.y + 1, { width: half, align: 'right' })
  doc
    .fillColor(colors.text)
    .font('strong')
    .fontSize(18)
    .text(title, margin, Math.max(margin + 52, doc.y + 8))
}

/** Facts with their labels, two beside each other; those without a value are left out. */
export function drawFacts(doc: Doc, facts: readonly (readonly [string, string | null])[]): void {
  const half = innerWidth(doc) / 2
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

/** The rows under their header, which each page repeats. Widths are stretched to that of the page. */
export function drawTable(doc: Doc, given: readonly PaperColumn[], rows: Iterable<readonly string[]>): void {
  const stretch = innerWidth(doc) / given.reduce((sum, { width }) => sum + width, 0)
  const columns = given.map((column) => ({ ...column, width: column.width * stretch }))
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
  // Rows say the same again and again, and measuring a text takes as long as writing it.
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
  for (const values of rows) {
    const height = heightOf(values, 'text')
    if (doc.y + height > bottom(doc)) {
      doc.addPage()
      doc.fontSize(7.5)
      header()
    }
    write(values, 'text', height)
  }
}

/** Sums below the table, on the right; the last one stands out. */
export function drawTotals(doc: Doc, rows: readonly (readonly [string, string])[]): void {
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
    doc.text(label, left, top, { width: 130 })
    doc.text(value, left + 130, top, { width: width - 130 - padding, align: 'right' })
    doc.y = top + 15
  })
}

/** What the document is at the foot of each page, and its number. */
export function drawPageNumbers(doc: Doc, left: string, page: (number: number, of: number) => string): void {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    // Below the margin text would begin a new page.
    doc.page.margins.bottom = 0
    const top = doc.page.height - margin
    doc.font('text').fontSize(8).fillColor(colors.quiet)
    doc.text(left, margin, top, { lineBreak: false })
    doc.text(page(at + 1, count), margin, top, { width: innerWidth(doc), align: 'right', lineBreak: false })
  }
}
