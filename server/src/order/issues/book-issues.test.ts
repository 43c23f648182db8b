import { describe, expect, it } from 'vitest'
import type { LineState } from '@kervan/contract/order/words'
import type { DecidedLine } from '../decide.ts'
import { Exact } from '../prices.ts'
import { noBooks } from '../quota/rebook.ts'
import { bookIssues, type Issued } from './book-issues.ts'

const line = (over: Partial<DecidedLine> = {}): DecidedLine => ({
  id: over.id ?? 'a',
  lineCode: `SO-1-${over.id ?? 'a'}`,
  variantId: 'v',
  supplyLocationId: 'w',
  type: 'DirectlyOrder',
  state: 'Approved',
  packUnit: 1,
  demandQuantity: 60,
  poQuantity: 60,
  completedQuantity: 0,
  rejectReason: 'None',
  ...over,
})
const order = (...lines: DecidedLine[]) => ({ code: 'SO-1', recordUserId: 'buyer', lines })
const book = (lines: DecidedLine[], issued: Record<string, Issued>, books = noBooks) =>
  bookIssues(order(...lines), new Map(Object.entries(issued)), books)
const said = (outcome: ReturnType<typeof bookIssues>) =>
  outcome instanceof Error
    ? outcome.code
    : outcome.changes.map(
        ({ state, completedQuantity, reserve, issued }) =>
          `${state} ${completedQuantity} ${reserve} ${issued}`,
      )

describe('[ORD-009] goods issues', () => {
  it.each<[string, Partial<DecidedLine>, Issued, string | string[]]>([
    ['a part leaves the line open', {}, { quantity: 40, closes: false }, ['Approved 40 -40 40']],
    [
      'the next part is what it adds to the first',
      { completedQuantity: 40 },
      { quantity: 50, closes: false },
      ['Approved 50 -10 10'],
    ],
    [
      'all of it completes the line',
      { completedQuantity: 40 },
      { quantity: 60, closes: false },
      ['Completed 60 -20 20'],
    ],
    [
      'closing it short frees the stock of what will not come',
      { completedQuantity: 10 },
      { quantity: 40, closes: true },
      ['Completed 40 -50 30'],
    ],
    [
      'a correction brings pieces back',
      { completedQuantity: 40 },
      { quantity: 30, closes: false },
      ['Approved 30 10 -10'],
    ],
    ['the same once more is nothing', { completedQuantity: 40 }, { quantity: 40, closes: false }, []],
    ['more than was ordered is refused', {}, { quantity: 61, closes: false }, 'GoodsIssueAboveOrdered'],
    ['nothing at all cannot be closed', {}, { quantity: 0, closes: true }, 'GoodsIssueEmpty'],
    [
      'a backorder holds no stock',
      { type: 'Backorder', supplyLocationId: null },
      { quantity: 60, closes: false },
      ['Completed 60 0 0'],
    ],
  ])('%s', (_, over, issued, expected) => {
    const outcome = said(book([line(over)], { a: issued }))
    expect(Array.isArray(outcome) ? outcome.map((one) => one.replaceAll('-0', '0')) : outcome).toEqual(
      expected,
    )
  })

  it.each<LineState>(['Pending', 'Revised', 'WaitingExternalApproval', 'Completed', 'Rejected', 'Cancelled'])(
    'a line that is %s gets none',
    (state) => {
      expect(said(book([line({ state })], { a: { quantity: 1, closes: false } }))).toBe('GoodsIssueState')
    },
  )

  it('[ORD-013] says when the order is done: no line waits for anything', () => {
    const rejected = line({ id: 'c', state: 'Rejected', poQuantity: 0 })
    const one = book([line(), line({ id: 'b' }), rejected], { a: { quantity: 60, closes: false } })
    expect(one).toMatchObject({ completed: false })
    const both = { a: { quantity: 60, closes: false }, b: { quantity: 1, closes: true } }
    expect(book([line(), line({ id: 'b' }), rejected], both)).toMatchObject({ completed: true })
  })

  it('[QTA-002] gives the quota back what will not come, and nothing where all of it came', () => {
    const held = {
      counterId: 'c',
      seq: 1,
      amount: new Exact(60),
      unitPrice: '1',
      discountPercent: '0',
      rule: {
        code: 'Q',
        name: 'Month',
        actionType: 'Reject',
        valueType: 'Quantity',
        quotaValue: '100',
      } as const,
    }
    const books = () => ({
      held: new Map([['a', [held]]]),
      used: new Map([['c', new Exact(60)]]),
      hidesAmounts: false,
    })
    const entries = (issued: Issued) => {
      const outcome = book([line()], { a: issued }, books())
      return outcome instanceof Error
        ? outcome.code
        : outcome.quota.entries.map(({ amount }) => amount.toNumber())
    }
    expect(entries({ quantity: 40, closes: true })).toEqual([-20])
    expect(entries({ quantity: 60, closes: false })).toEqual([])
    expect(entries({ quantity: 40, closes: false })).toEqual([])
  })
})
