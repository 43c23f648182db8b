import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ediHashOf } from './edi-order.ts'
import { readEdifact } from './edifact.ts'
import { bytesIn, fitting } from './edifact-characters.ts'
import { writeOrdrsp } from './edifact-ordrsp.ts'
import { readEdi } from './read.ts'

const question = readFileSync(join(import.meta.dirname, 'examples/orders-d96a.edi'), 'latin1')

/** What the answer to a question of this level says of a line, read by our own reader. */
function reasonIn(level: string, reason: string): string | undefined {
  const [order] = readEdi(bytesIn(level, question.replace('UNOC', level)))
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
        reason,
      },
    ],
  })
  const { syntax, messages } = readEdifact(bytes)
  expect(syntax[0]).toBe(level)
  return messages[0]?.segments.find(({ tag }) => tag === 'FTX')?.elements[3]?.join('')
}

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
        expect(reasonIn(by, `(${fitted})`)).toBe(`(${fitted})`)
      }),
      { numRuns: 200 },
    )
  })

  it('the same order in another character set is the same order', () => {
    const hashes = ['UNOC', 'UNOY'].map((level) =>
      readEdi(bytesIn(level, question.replace('UNOC', level))).map((order) =>
        ediHashOf(order).toString('hex'),
      ),
    )
    expect(hashes[0]).toEqual(hashes[1])
  })
})
