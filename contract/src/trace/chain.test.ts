import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainOf, type TraceMovement } from './chain.ts'

const [maker, warehouse, pharmacy, other] = [
  '8699999000003',
  '8689999200015',
  '8689999100018',
  '8689999100025',
]
let ids = 0
const move = (
  day: number,
  movement: string,
  fromGln: string | null,
  toGln: string | null = null,
  resultCode = '00000',
): TraceMovement => ({
  declarationId: String(++ids),
  at: new Date(Date.UTC(2026, 0, day, 9)).toISOString(),
  movement,
  fromGln,
  toGln,
  resultCode,
})
const at = (day: number) => new Date(Date.UTC(2026, 0, day, 9)).toISOString()

describe('[TRC-003] the chain of custody', () => {
  it('of a pack that was made, shipped, received and sold names each stay', () => {
    const rows = [
      move(1, 'Production', maker),
      move(2, 'Dispatch', maker, warehouse),
      move(4, 'Receipt', maker, warehouse),
      move(6, 'Dispatch', warehouse, pharmacy),
      move(7, 'Receipt', warehouse, pharmacy),
      move(9, 'Sale', pharmacy, '8689999900007'),
    ]
    expect(chainOf(rows)).toEqual({
      state: 'Consumed',
      ownerGln: pharmacy,
      pendingGln: null,
      stays: [
        { gln: maker, from: at(1), to: at(4) },
        { gln: warehouse, from: at(4), to: at(7) },
        { gln: pharmacy, from: at(7), to: at(9) },
      ],
      contradictions: [],
    })
  })

  it.each<[string, TraceMovement[], object]>([
    [
      'made and not shipped',
      [move(1, 'Production', maker)],
      { state: 'InCentralWarehouse', ownerGln: maker },
    ],
    [
      'shipped and not received',
      [move(1, 'Production', maker), move(2, 'Dispatch', maker, warehouse)],
      { state: 'InTransit', ownerGln: maker, pendingGln: warehouse },
    ],
    [
      'known from its dispatch on',
      [move(2, 'Dispatch', maker, warehouse), move(3, 'Receipt', maker, warehouse)],
      { state: 'ReadyToSell', ownerGln: warehouse },
    ],
    [
      'shipping cancelled',
      [move(1, 'Production', maker), move(2, 'Dispatch', maker, warehouse), move(3, 'DispatchCancel', maker)],
      { state: 'ReadyToSell', pendingGln: null },
    ],
    [
      'sale cancelled',
      [move(1, 'Receipt', null, pharmacy), move(2, 'Sale', pharmacy), move(3, 'SaleCancel', pharmacy)],
      { state: 'ReadyToSell', ownerGln: pharmacy },
    ],
    ['deactivated', [move(1, 'Production', maker), move(2, 'Deactivation', maker)], { state: 'DeActivated' }],
    ['exported', [move(1, 'Production', maker), move(2, 'Export', maker)], { state: 'Exported' }],
    [
      'consumed by a hospital',
      [move(1, 'Production', maker), move(2, 'Consumption', maker)],
      { state: 'Consumed' },
    ],
    ['unknown', [], { state: 'Other', stays: [] }],
    [
      'a refused movement changes nothing',
      [move(1, 'Production', maker), move(2, 'Sale', maker, null, '10304')],
      { state: 'InCentralWarehouse' },
    ],
  ])('%s', (_, rows, expected) => {
    expect(chainOf(rows)).toMatchObject(expected)
  })

  it('names what does not fit and draws it all the same', () => {
    const rows = [
      move(1, 'Production', maker),
      move(2, 'Receipt', maker, warehouse),
      move(3, 'Dispatch', other, pharmacy),
      move(4, 'Receipt', other, pharmacy),
      move(5, 'Sale', pharmacy),
      move(6, 'Dispatch', pharmacy, other),
    ]
    expect(chainOf(rows)).toMatchObject({
      contradictions: [
        { kind: 'ReceiptWithoutDispatch', declarationId: rows[1]?.declarationId },
        { kind: 'MovedByOther', declarationId: rows[2]?.declarationId },
        { kind: 'AfterTheEnd', declarationId: rows[5]?.declarationId },
      ],
    })
  })

  it('does not depend on the order in which movements are known; its stays follow each other', () => {
    const anyMove = fc.record({
      day: fc.integer({ min: 1, max: 60 }),
      movement: fc.constantFrom(
        'Production',
        'Dispatch',
        'Receipt',
        'Return',
        'Transfer',
        'DispatchCancel',
        'Sale',
        'SaleCancel',
        'Export',
      ),
      from: fc.constantFrom(maker, warehouse, pharmacy, null),
      to: fc.constantFrom(maker, warehouse, pharmacy, null),
    })
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 12 }), fc.integer(), (moves, turn) => {
        const rows = moves.map(({ day, movement, from, to }) => move(day, movement, from, to))
        const chain = chainOf(rows)
        const by = turn % Math.max(rows.length, 1)
        expect(chainOf([...rows.slice(by), ...rows.slice(0, by)])).toEqual(chain)
        chain.stays.forEach((stay, index) => {
          const next = chain.stays[index + 1]
          if (next) expect(stay.to !== null && stay.to <= next.from).toBe(true)
        })
      }),
    )
  })
})
