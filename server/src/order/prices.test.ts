import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTotals, lineTotal, netAmounts, totalsOf } from './prices.ts'

describe('totals are exact', () => {
  it.each([
    [
      'the sum that a double gets wrong',
      [
        [1, '0.1'],
        [1, '0.2'],
      ],
      '0',
      ['0.30', '0.00', '0.30'],
    ],
    ['half a cent rounds up', [[1, '1.005']], '0', ['1.01', '0.00', '1.01']],
    ['a discount of 8 %', [[352, '418.00']], '8', ['147136.00', '11770.88', '135365.12']],
    ['no lines', [], '50', ['0.00', '0.00', '0.00']],
    [
      'more digits than a double has',
      [[999_999_999, '99999999.9999']],
      '0',
      ['99999999899900000.00', '0.00', '99999999899900000.00'],
    ],
  ] as [string, [number, string][], string, string[]][])(
    '%s',
    (_, lines, discount, [subtotal, less, total]) => {
      const totals = totalsOf(
        lines.map(([quantity, unitPrice]) => ({ quantity, unitPrice })),
        discount,
      )
      expect(totals).toEqual({ subtotal, discount: less, total })
    },
  )

  it('subtotal less discount is the total, whatever the lines', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 0, max: 10_000 }),
      unitPrice: fc.integer({ min: 0, max: 10 ** 8 }).map((cents) => (cents / 10_000).toFixed(4)),
    })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.integer({ min: 0, max: 10_000 }),
        (lines, discount) => {
          const { subtotal, discount: less, total } = totalsOf(lines, (discount / 100).toFixed(2))
          const cents = (text: string) => BigInt(text.replace('.', ''))
          expect(cents(subtotal) - cents(less)).toBe(cents(total))
        },
      ),
    )
  })

  it('[ORD-018] shares of the discount are whole cents that add up to the total, each within a cent of its own', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 0, max: 10_000 }),
      unitPrice: fc.integer({ min: 0, max: 10 ** 7 }).map((cents) => (cents / 10_000).toFixed(4)),
    })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.integer({ min: 0, max: 10_000 }).map((percent) => (percent / 100).toFixed(2)),
        (lines, discount) => {
          const cents = (text: string) => BigInt(text.replace('.', ''))
          const net = netAmounts(lines, discount)
          expect(net.reduce((sum, one) => sum + cents(one), 0n)).toBe(cents(totalsOf(lines, discount).total))
          for (const [at, { quantity, unitPrice }] of lines.entries()) {
            const exact = (quantity * Number(unitPrice) * (100 - Number(discount))) / 100
            expect(Math.abs(Number(net[at]) - exact)).toBeLessThan(0.0201)
            if (quantity === 0) expect(net[at]).toBe('0.00')
          }
        },
      ),
    )
  })

  it('[ORD-018] the cents left over go to the largest remainders, of equal ones to the first', () => {
    const thirds = [1, 2, 3].map(() => ({ quantity: 1, unitPrice: '0.3333' }))
    expect(netAmounts(thirds, '0')).toEqual(['0.34', '0.33', '0.33'])
    const lines = [
      { quantity: 1, unitPrice: '10.01' },
      { quantity: 1, unitPrice: '10.05' },
    ]
    // 9.009 and 9.045, together 18.05: the second has the smaller remainder.
    expect([totalsOf(lines, '10').total, netAmounts(lines, '10')]).toEqual(['18.05', ['9.01', '9.04']])
  })

  it('adds totals and lines', () => {
    expect(
      addTotals([
        totalsOf([{ quantity: 3, unitPrice: '0.10' }], '0'),
        totalsOf([{ quantity: 1, unitPrice: '0.20' }], '0'),
      ]).total,
    ).toBe('0.50')
    expect(lineTotal(3, '33.3333')).toBe('100.00')
  })
})
