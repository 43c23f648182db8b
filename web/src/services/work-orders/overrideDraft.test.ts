import type { OverrideSheet } from '@kervan/contract/services/work-order-override'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, freeOf, hasProblem, judge, setsOf, withSets } from './overrideDraft.ts'

const cell = (no: number, variantCode: string, amount: number, locked: string | null = null) => ({
  workOrderId: `0000000${no}-0000-4000-8000-000000000000`,
  version: 3,
  workOrderCode: `WO-${no}`,
  workOrderState: 'Proposed' as const,
  variantCode,
  amount,
  proposedAmount: amount,
  stock: 0,
  lastWeek: 1,
  lastFourWeeks: 4,
  season: 20,
  locked,
})
const sheet: OverrideSheet = {
  runCode: 'SR-1',
  serviceDate: '2026-11-27',
  productCode: 'P-1',
  productName: 'Shirt',
  variants: [
    { code: 'P-1-S', label: 'S', pack: 1 },
    { code: 'P-1-M', label: 'M', pack: 2 },
  ],
  senders: [
    {
      code: 'W',
      name: 'Warehouse',
      free: [
        { variantCode: 'P-1-S', free: 5 },
        { variantCode: 'P-1-M', free: 0 },
      ],
    },
  ],
  lines: [
    {
      senderCode: 'W',
      recipientCode: 'A',
      recipientName: 'A',
      cells: [cell(1, 'P-1-S', 2), cell(2, 'P-1-M', 4)],
      blanks: [],
    },
    {
      senderCode: 'W',
      recipientCode: 'C',
      recipientName: 'C',
      cells: [cell(5, 'P-1-S', 1)],
      blanks: [{ variantCode: 'P-1-M', stock: 0, lastWeek: 2, lastFourWeeks: 6, season: 9 }],
    },
    {
      senderCode: 'W',
      recipientCode: 'B',
      recipientName: 'B',
      cells: [cell(3, 'P-1-S', 1), cell(4, 'P-1-M', 4, 'Transferred')],
      blanks: [],
    },
  ],
}
const [first, third, second] = sheet.lines
const id = (no: number) => `0000000${no}-0000-4000-8000-000000000000`

describe('[WRK-003] what is typed into the sheet of overrides', () => {
  it.each([
    ['', 1, 0, null],
    ['6', 2, 6, null],
    ['5', 2, null, 'packs'],
    ['-1', 1, null, 'negative'],
    ['2.5', 1, null, 'number'],
    ['x', 1, null, 'number'],
  ])('%s in packs of %i is %s, %s', (text, pack, amount, problem) => {
    expect(judge(text, pack)).toEqual({ amount, problem })
  })

  it('is a change where the amount becomes another one', () => {
    const draft = new Map([
      [id(1), '2'],
      [id(2), '6'],
      [id(3), '-1'],
    ])
    expect(changesOf(sheet, draft)).toEqual({
      amounts: [{ workOrderId: id(2), version: 3, amount: 6 }],
      added: [],
    })
    expect(hasProblem(sheet, draft)).toBe(true)
    expect(hasProblem(sheet, new Map())).toBe(false)
  })

  it('is taken from what the sender has left, and what is taken back is there again', () => {
    expect(freeOf(sheet, new Map(), 'W', 'P-1-S')).toBe(5)
    expect(freeOf(sheet, new Map([[id(1), '8']]), 'W', 'P-1-S')).toBe(-1)
    expect(freeOf(sheet, new Map([[id(2), '0']]), 'W', 'P-1-M')).toBe(4)
    expect(freeOf(sheet, new Map(), 'W', 'P-9')).toBeNull()
  })

  it('by scale set gives each size its packs, and counts them back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (sets) => {
        const draft = withSets(sheet, new Map(), first!, String(sets))
        expect(setsOf(sheet, draft, first!)).toBe(sets)
        expect(draft.get(id(2))).toBe(String(sets * 2))
      }),
    )
    expect(setsOf(sheet, new Map(), second!)).toBeNull()
    expect([...withSets(sheet, new Map(), second!, '3')]).toEqual([[id(3), '3']])
  })

  it('gives an amount to a size that has no work order, in its packs and of what the sender has', () => {
    const place = 'W C P-1-M'
    expect(changesOf(sheet, new Map([[place, '4']]))).toEqual({
      amounts: [],
      added: [{ senderCode: 'W', recipientCode: 'C', variantCode: 'P-1-M', amount: 4 }],
    })
    expect(changesOf(sheet, new Map([[place, '0']])).added).toEqual([])
    expect(hasProblem(sheet, new Map([[place, '3']]))).toBe(true)
    expect(freeOf(sheet, new Map([[place, '4']]), 'W', 'P-1-M')).toBe(-4)
    // A scale set is of the sizes that have a work order.
    expect([...withSets(sheet, new Map(), third!, '2')]).toEqual([[id(5), '2']])
  })
})
