import { inflateSync } from 'node:zlib'
import type { OrderView } from '@kervan/contract/order/order-view'
import { expect, it } from 'vitest'
import { orderPdf } from './order-pdf.ts'

const line = {
  lineNo: 1,
  productUniqueCode: 'SE-1',
  productName: 'Gardine',
  color: null,
  size: null,
  demandQuantity: 1_200,
  poQuantity: 1_200,
  completedQuantity: 616,
  state: 'Completed',
  unitPrice: '77.71',
  lineTotal: '93252.00',
}
const order = (over: { note?: string; productName?: string; total?: string } = {}) =>
  ({
    orderCode: 'SO-26-00717',
    customerName: 'Kızılırmak',
    customerUniqueCode: 'C-1',
    vendorName: 'Selvi',
    vendorUniqueCode: 'S',
    deliveryLocationName: 'Tekirdağ',
    deliveryLocationCode: '59-001',
    orderDate: '2026-11-27T08:07:00Z',
    deliveryDate: '2026-11-27',
    shipmentMethod: 'Road',
    shownState: 'Completed',
    note: over.note ?? null,
    total: over.total ?? '93252.00',
    demandTotal: '93252.00',
    subtotal: '93252.00',
    discount: '0',
    currency: 'TRY',
    lines: [{ ...line, productName: over.productName ?? line.productName }],
  }) as unknown as OrderView

/** The drawing of all pages: texts are numbers of glyphs there, with what the place of the next one is moved by. */
async function drawing(of: OrderView): Promise<string> {
  const pdf = await orderPdf(of, {
    language: 'de',
    timeZone: 'Europe/Berlin',
    letterhead: { company: 'Firma', lines: ['Ankara Cad. 1', '06100 Ankara'], logo: null },
  })
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([^]*?)\r?\nendstream/g)]
    .map(([, body = '']) => {
      const bytes = inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
      return bytes.includes(' TJ') ? bytes : ''
    })
    .join('\n')
}
const glyphsOf = (drawn: string) =>
  [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join(''),
  )

it('[ORD-019] on paper no letter is moved towards the one before it: a full stop behind a 7 stands by itself', async () => {
  const drawn = await drawing(order())
  const moves = [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, parts = '']) =>
    [...parts.matchAll(/> (-?[\d.]+)/g)].map(([, by]) => Number(by)),
  )
  expect(moves.length).toBeGreaterThan(20)
  expect(moves.filter((by) => by !== 0)).toEqual([])
})

it('[ORD-019] on paper what the font has no letter for is a question mark, and one line says what was delivered', async () => {
  const [asked, drawn] = [
    glyphsOf(await drawing(order({ note: '??' }))),
    glyphsOf(await drawing(order({ note: '漢字' }))),
  ]
  expect(drawn).toEqual(asked)
  // 616 stands nowhere else: four hexadecimal digits a glyph, the first and the last of them alike.
  expect(drawn.filter((hex) => hex.length === 12 && hex.slice(0, 4) === hex.slice(8))).toHaveLength(1)
})

it('[ORD-019] on paper a word that is wider than its column goes on in the next line', async () => {
  const count = async (productName: string) => glyphsOf(await drawing(order({ productName }))).length
  expect(await count('W'.repeat(120))).toBeGreaterThan((await count('W')) + 3)
})

it('[ORD-019] on paper an order of which nothing is due says what was ordered, and then the total', async () => {
  const [due, notDue] = [
    glyphsOf(await drawing(order())).length,
    glyphsOf(await drawing(order({ total: '0.00' }))).length,
  ]
  // One more word and its amount.
  expect(notDue - due).toBeGreaterThanOrEqual(2)
})
