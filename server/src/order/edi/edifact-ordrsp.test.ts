import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EdiFault } from '../edi-fault.ts'
import { ediHashOf } from './edi-order.ts'
import { readEdifact } from './edifact.ts'
import { bytesIn, fitting } from './edifact-characters.ts'
import { writeOrdrsp } from './edifact-ordrsp.ts'
import { readEdi } from './read.ts'

const question = readFileSync(join(import.meta.dirname, 'examples/orders-d96a.edi'), 'latin1')

/** The answer to a question of this level, which refuses a line for this reason, read by our own reader. */
function answerIn(level: string, reason: string, asked = question) {
  const order = readEdi(bytesIn(level, asked.replace('UNOC', level)))[0]?.order
  if (!order) throw new Error('no order was read')
  const bytes = writeOrdrsp(order, {
    number: '0123456789ab-1',
    date: '2026-11-27',
    time: '093005',
    verdict: 'Refused',
    seller: { code: 'SELVI', name: 'Selvi İlaç' },
    notes: [],
    lines: [
      {
        lineNumber: '1',
        verdict: 'Refused',
        gtin: null,
        sellerCode: null,
        buyerCode: null,
        description: null,
        quantity: 0,
        deliveryDate: null,
        place: null,
        notes: [reason],
      },
    ],
  })
  const [read] = readEdifact(bytes)
  if (!read || read instanceof EdiFault) throw new Error('the answer is no interchange')
  const { syntax, messages } = read
  expect(syntax[0]).toBe(level)
  const elementsOf = (wanted: string) => messages[0]?.segments.find(({ tag }) => tag === wanted)?.elements
  return { text: bytes.toString('latin1'), elementsOf, texts: elementsOf('FTX')?.[3] }
}
const reasonIn = (level: string, reason: string) => answerIn(level, reason).texts?.join('')

describe('[ORD-023] an answer of EDIFACT is written in the character set in which it was asked', () => {
  it.each([
    ['UNOY', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”'],
    ['UNOK', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”', 'Şifa Eczanesi, Ağrı: 5 EUR - "weiß"'],
    ['UNOC', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”', 'Sifa Eczanesi, Agri: 5 EUR - "weiß"'],
    ['UNOB', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”', 'Sifa Eczanesi, Agri: 5 EUR - "weiss"'],
    ['UNOA', 'Şifa Eczanesi, Ağrı: 5 € – “weiß”', 'SIFA ECZANESI, AGRI: 5 EUR - "WEISS"'],
    ['UNOC', 'Аптека 7', '...... 7'],
  ])('%s: %s', (level, reason, expected) => {
    expect(reasonIn(level, reason)).toBe(expected)
  })

  it('and whatever it is to say fits, and is read again as it was written', () => {
    const level = fc.constantFrom('UNOA', 'UNOB', 'UNOC', 'UNOD', 'UNOE', 'UNOF', 'UNOK', 'UNOY')
    fc.assert(
      fc.property(level, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (by, text) => {
        const fitted = fitting(by, text)
        expect(fitting(by, fitted)).toBe(fitted)
        // Longer ones are taken apart where a space stands.
        fc.pre(Array.from(fitted).length <= 68)
        expect(reasonIn(by, `(${text})`)).toBe(by === 'UNOA' ? `(${fitted.toUpperCase()})` : `(${fitted})`)
      }),
      { numRuns: 200 },
    )
  })

  it('and what grows by it stays within the 70 characters of a text', () => {
    const { texts } = answerIn('UNOC', '€'.repeat(70))
    expect(texts?.map((text) => text.length)).toEqual([70, 70, 70])
    expect(texts?.join('')).toBe('EUR'.repeat(70))
  })

  it('a sign of two halves is not cut in the middle', () => {
    expect(reasonIn('UNOY', `${'x'.repeat(69)}${'😀'.repeat(40)}`)).toBe(
      `${'x'.repeat(69)}${'😀'.repeat(40)}`,
    )
  })

  it('of UNOA names the order as its sender wrote it', () => {
    const { elementsOf } = answerIn('UNOA', 'No.', question.replace('PO-2026-0815', 'po-2026-0815'))
    expect(elementsOf('RFF')).toEqual([['ON', 'po-2026-0815']])
  })

  it.each([
    ['UNOC:3', 'UNOC:3', '261127:0930'],
    ['UNOA:1', 'UNOA:1', '261127:0930'],
    ['UNOY:4', 'UNOY:4', '20261127:0930'],
    ['UNOC:x', 'UNOC:3', '261127:0930'],
  ])('of the syntax %s says %s and is dated %s', (asked, syntax, date) => {
    const { text } = answerIn(asked.slice(0, 4), 'No.', question.replace(/UNOC:./, asked))
    expect(text).toMatch(new RegExp(`UNB\\+${syntax}\\+[^+]+\\+[^+]+\\+${date}\\+`))
  })

  it('the same order in another character set is the same order', () => {
    const hashes = ['UNOC', 'UNOY'].map((level) =>
      readEdi(bytesIn(level, question.replace('UNOC', level))).map(
        ({ order }) => order && ediHashOf(order).toString('hex'),
      ),
    )
    expect(hashes[0]).toEqual(hashes[1])
  })
})
