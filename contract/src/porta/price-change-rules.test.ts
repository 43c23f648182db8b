import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceChangeReasons, suggest, type Moved, type RefundCase } from './price-change-rules.ts'

const [me, other, warehouse, otherWarehouse, payer] = [
  '8689999100018',
  '8689999100025',
  '8689999200015',
  '8689999200022',
  '8689999900007',
]
// The new price applies from 10 May, purchases entitle from 10 April, both at midnight in Istanbul (UTC+3).
const changedAt = '2026-05-09T21:00:00.000Z'
const entitledFrom = '2026-04-09T21:00:00.000Z'

let ids = 0
const move = (
  at: string,
  movement: string,
  fromGln: string | null,
  toGln: string | null,
  resultCode = '00000',
): Moved => ({ declarationId: String(++ids), declaredAt: at, movement, fromGln, toGln, resultCode })
const buy = (at: string, from = warehouse, to = me) => [
  move(at, 'Dispatch', from, to),
  move(at.replace('.000', '.500'), 'Receipt', from, to),
]
const sell = (at: string, to = payer, from = me) => move(at, 'Sale', from, to)

const asked = (movements: Moved[], over: Partial<RefundCase> = {}): RefundCase => ({
  movements,
  applicantGln: me,
  warehouseGln: warehouse,
  entitledFrom,
  changedAt,
  scope: 'Both',
  ...over,
})
const reasonsOf = (movements: Moved[], over?: Partial<RefundCase>) => {
  const { verdict, found } = suggest(asked(movements, over))
  return verdict === 'Reject' ? found.map(({ reason }) => reason) : verdict
}

const april = (day: number) => `2026-04-${day}T08:00:00.000Z`
const bought = april(20)
const afterwards = '2026-05-20T08:00:00.000Z'

describe('[PCR-003] [PCR-004] what the movements of a pack suggest', () => {
  it.each<[string, Moved[], string[] | string, Partial<RefundCase>?]>([
    ['bought in time and still in stock', buy(bought), 'Approve'],
    ['bought in time and sold to the payer afterwards', [...buy(bought), sell(afterwards)], 'Approve'],
    ['nothing known', [], 'NoEvidence'],
    ['only what ITS has refused', [move(bought, 'Receipt', warehouse, me, '10304')], 'NoEvidence'],
    ['bought before the entitlement date', buy('2026-04-01T08:00:00.000Z'), ['NA1']],
    ['sold before the change', [...buy(bought), sell('2026-05-01T08:00:00.000Z')], ['NA2']],
    ['bought after the change', buy(afterwards), ['NA3']],
    ['sold over the counter', [...buy(bought), sell(afterwards, '0000000000000')], ['NA4']],
    [
      'sold over the counter, the price only',
      [...buy(bought), sell(afterwards, '0000000000000')],
      'Approve',
      { scope: 'PriceChange' },
    ],
    [
      'the same where the company counts it',
      [...buy(bought), sell(afterwards, '0000000000000')],
      ['NA4'],
      { scope: 'PriceChange', handSaleForPrice: true },
    ],
    [
      'come by a transfer',
      [
        ...buy(bought, warehouse, other),
        move(april(21), 'Transfer', other, me),
        move(april(22), 'Receipt', other, me),
      ],
      ['NA5', 'NA7'],
    ],
    ['given to another pharmacy', [...buy(bought), move(april(21), 'Transfer', me, other)], ['NA5']],
    [
      'given to another pharmacy and back',
      [
        ...buy(bought),
        move(april(21), 'Transfer', me, other),
        move(april(22), 'Transfer', other, me),
        move(april(23), 'Receipt', other, me),
      ],
      'Approve',
    ],
    [
      'a transfer that was cancelled',
      [...buy(bought), move(april(21), 'Transfer', me, other), move(april(22), 'TransferCancel', me, other)],
      'Approve',
    ],
    ['bought by another pharmacy', buy(bought, warehouse, other), ['NA7']],
    ['sold by another pharmacy', [...buy(bought), sell(afterwards, payer, other)], ['NA7']],
    ['bought from another warehouse', buy(bought, otherWarehouse), 'Approve'],
    ['the same where it has to be the payer', buy(bought, otherWarehouse), ['NA7'], { sameWarehouse: true }],
    ['returned to a warehouse', [...buy(bought), move(april(25), 'Return', me, warehouse)], ['NA8']],
    [
      'returned and bought again before the change',
      [...buy(bought), move(april(25), 'Return', me, warehouse), ...buy('2026-05-01T08:00:00.000Z')],
      'Approve',
    ],
    [
      'returned and bought again after it',
      [...buy(bought), move(april(25), 'Return', me, warehouse), ...buy(afterwards)],
      ['NA8', 'NA3'],
    ],
    [
      'sold, cancelled and sold again',
      [
        ...buy(bought),
        sell('2026-05-01T08:00:00.000Z'),
        move('2026-05-02T08:00:00.000Z', 'SaleCancel', me, payer),
        sell(afterwards),
      ],
      'Approve',
    ],
    [
      'two purchases: the last one counts',
      [
        ...buy('2026-04-01T08:00:00.000Z'),
        move('2026-04-05T08:00:00.000Z', 'Return', me, warehouse),
        ...buy(bought),
      ],
      'Approve',
    ],
    [
      'too late and sold over the counter',
      [...buy(afterwards), sell('2026-05-21T08:00:00.000Z', '0000000000000')],
      ['NA3', 'NA4'],
    ],
  ])('%s', (_, movements, expected, over) => {
    expect(reasonsOf(movements, over)).toEqual(expected)
  })

  it.each([
    ['a purchase at the very entitlement date entitles', buy('2026-04-09T21:00:00.000Z'), 'Approve'],
    ['a second before it does not', [move('2026-04-09T20:59:59.000Z', 'Receipt', warehouse, me)], ['NA1']],
    [
      'the last second before the change in Istanbul entitles',
      [move('2026-05-09T20:59:59.000Z', 'Receipt', warehouse, me)],
      'Approve',
    ],
    [
      'a purchase at the very change comes too late',
      [move('2026-05-09T21:00:00.000Z', 'Receipt', warehouse, me)],
      ['NA3'],
    ],
    [
      'a sale at the very change is none before it',
      [...buy(bought), sell('2026-05-09T21:00:00.000Z')],
      'Approve',
    ],
    ['a sale a second before it is', [...buy(bought), sell('2026-05-09T20:59:59.000Z')], ['NA2']],
  ])('%s', (_, movements, expected) => {
    expect(reasonsOf(movements)).toEqual(expected)
  })

  it('names the declarations that prove each reason', () => {
    const [dispatch, receipt] = buy(afterwards)
    const sold = sell('2026-05-21T08:00:00.000Z', '0000000000000')
    expect(suggest(asked([dispatch, receipt, sold].filter((row) => row !== undefined)))).toEqual({
      verdict: 'Reject',
      found: [
        { reason: 'NA3', rows: [receipt?.declarationId] },
        { reason: 'NA4', rows: [sold.declarationId] },
      ],
    })
  })

  it('does not depend on the order in which rows arrive, and names rows of the pack only', () => {
    const anyMove = fc.record({
      at: fc.integer({ min: 0, max: 80 }),
      movement: fc.constantFrom(
        'Dispatch',
        'Receipt',
        'Return',
        'Transfer',
        'TransferCancel',
        'Sale',
        'SaleCancel',
      ),
      from: fc.constantFrom(me, other, warehouse),
      to: fc.constantFrom(me, other, warehouse, payer, '0000000000000'),
    })
    fc.assert(
      fc.property(fc.uniqueArray(anyMove, { selector: ({ at }) => at, maxLength: 9 }), (moves) => {
        const rows = moves.map(({ at, movement, from, to }) =>
          move(new Date(Date.UTC(2026, 3, 1) + at * 86_400_000).toISOString(), movement, from, to),
        )
        const said = suggest(asked(rows))
        expect(suggest(asked(rows.toReversed()))).toEqual(said)
        const order = said.found.map(({ reason }) => reason)
        expect(new Set(order).size).toBe(order.length)
        for (const { reason, rows: proof } of said.found) {
          expect(priceChangeReasons).toContain(reason)
          for (const id of proof) expect(rows.map(({ declarationId }) => declarationId)).toContain(id)
        }
      }),
    )
  })
})
