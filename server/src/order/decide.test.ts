import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineStates } from '@kervan/contract/order/words'
import { Exact } from './prices.ts'
import { decide, type DecidedLine, type DecidedOrder, type Decision } from './decide.ts'

const line = (over: Partial<DecidedLine> = {}): DecidedLine => ({
  id: over.id ?? 'a',
  lineCode: `SO-1-${over.id ?? 'a'}`,
  variantId: 'v',
  supplyLocationId: 'w',
  type: 'DirectlyOrder',
  state: 'Pending',
  packUnit: 12,
  demandQuantity: 48,
  poQuantity: 48,
  completedQuantity: 0,
  rejectReason: 'None',
  ...over,
})
const order = (...lines: DecidedLine[]): DecidedOrder => ({ code: 'SO-1', recordUserId: 'buyer', lines })
const manager = { membershipId: 'boss', who: 'manager' } as const
const owner = { membershipId: 'buyer', who: 'owner' } as const
const revise = (quantity: number): Decision => ({
  action: 'revise',
  quantities: new Map([['a', quantity]]),
  memo: null,
})
const code = (decision: ReturnType<typeof decide>) =>
  decision.refused
    ? decision.refused.code
    : decision.changes.map((change) => `${change.state} ${change.poQuantity} ${change.reserve}`)

describe('[ORD-010] deciding on lines', () => {
  it.each([
    ['approving keeps the quantity', line(), { action: 'approve' }, ['Approved 48 0']],
    [
      'rejecting gives stock back',
      line(),
      { action: 'reject', reason: 'OutOfStock', memo: null },
      ['Rejected 0 -48'],
    ],
    [
      'rejecting with Other needs a memo',
      line(),
      { action: 'reject', reason: 'Other', memo: ' ' },
      'MemoRequired',
    ],
    ['revising down gives stock back', line(), revise(36), ['Revised 36 -12']],
    [
      'revising up again takes it back',
      line({ state: 'Revised', poQuantity: 12 }),
      revise(24),
      ['Revised 24 12'],
    ],
    ['revising to no full pack', line(), revise(40), 'QuantityNotPack'],
    ['revising above the demand', line(), revise(60), 'QuantityAboveDemand'],
    ['revising to what it is', line(), revise(48), 'QuantityUnchanged'],
    [
      'reverting sets the demand back',
      line({ state: 'Revised', poQuantity: 12 }),
      { action: 'revert' },
      ['Pending 48 36'],
    ],
    [
      'reverting a rejection takes the stock again',
      line({ state: 'Rejected', poQuantity: 0 }),
      { action: 'revert' },
      ['Pending 48 48'],
    ],
    [
      'reverting what was delivered in part',
      line({ state: 'Approved', completedQuantity: 12 }),
      { action: 'revert' },
      'LineDelivered',
    ],
    ['approving twice', line({ state: 'Approved' }), { action: 'approve' }, 'MoveNotAllowed'],
    ['deciding on a backorder', line({ type: 'Backorder' }), { action: 'approve' }, 'BackorderLocked'],
  ] as [string, DecidedLine, Decision, string | string[]][])('%s', (_, one, decision, expected) => {
    expect(code(decide(order(one), ['a'], decision, manager, new Map([['v w', 1_000]])))).toEqual(expected)
  })

  it('nobody approves an own order', () => {
    expect(
      code(
        decide(
          order(line()),
          ['a'],
          { action: 'approve' },
          { membershipId: 'buyer', who: 'manager' },
          new Map(),
        ),
      ),
    ).toBe('OwnOrder')
  })

  it('one line that does not fit refuses all, so nothing is half done', () => {
    const mixed = order(line({ id: 'a' }), line({ id: 'b', state: 'Approved' }))
    expect(code(decide(mixed, ['a', 'b'], { action: 'approve' }, manager, new Map()))).toBe('MoveNotAllowed')
    expect(code(decide(mixed, null, { action: 'approve' }, manager, new Map()))).toEqual(['Approved 48 0'])
  })

  it('says when no line fits, and when a line is not of this order', () => {
    expect(
      code(decide(order(line({ state: 'Completed' })), null, { action: 'approve' }, manager, new Map())),
    ).toBe('NothingToDo')
    expect(code(decide(order(line()), ['x'], { action: 'approve' }, manager, new Map()))).toBe('LineNotFound')
  })

  it('takes scarce stock only once for two lines', () => {
    const two = order(
      line({ id: 'a', state: 'Rejected', poQuantity: 0 }),
      line({ id: 'b', state: 'Rejected', poQuantity: 0 }),
    )
    const refused = decide(two, ['a', 'b'], { action: 'revert' }, manager, new Map([['v w', 60]])).refused
    expect(refused).toMatchObject({
      code: 'StockShort',
      facts: { line: 'SO-1-b', wanted: 48, available: 12 },
    })
  })

  it('[ORD-011] the owner takes open lines back, a backorder too, and not what is decided', () => {
    const cancel = { action: 'cancel', memo: 'no longer needed' } as const
    expect(code(decide(order(line()), ['a'], cancel, owner, new Map()))).toEqual(['Cancelled 0 -48'])
    expect(code(decide(order(line({ type: 'Backorder' })), ['a'], cancel, owner, new Map()))).toEqual([
      'Cancelled 0 0',
    ])
    expect(code(decide(order(line({ state: 'Approved' })), ['a'], cancel, owner, new Map()))).toBe(
      'MoveNotAllowed',
    )
  })

  it('revising by a share stays in full packs, within the demand, and leaves at least a pack', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (percent, packUnit, packs) => {
          const demandQuantity = packUnit * packs
          const decision = decide(
            order(line({ packUnit, demandQuantity, poQuantity: demandQuantity })),
            null,
            { action: 'revise', percent, memo: null },
            manager,
            new Map(),
          )
          expect([undefined, 'NothingToDo']).toContain(decision.refused?.code)
          for (const change of decision.refused ? [] : decision.changes) {
            expect(change.poQuantity % packUnit).toBe(0)
            expect(change.poQuantity).toBeGreaterThanOrEqual(packUnit)
            expect(change.poQuantity).toBeLessThanOrEqual(demandQuantity)
          }
        },
      ),
    )
  })

  it('never takes more stock than is free, whatever is asked', () => {
    const some = fc.array(
      fc.record({ state: fc.constantFrom(...lineStates), packs: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 200 }), (lines, free) => {
        const stock = new Map([['v w', free]])
        const all = lines.map(({ state, packs }, at) =>
          line({
            id: String(at),
            state,
            demandQuantity: packs * 12,
            poQuantity: state === 'Rejected' ? 0 : 12,
          }),
        )
        decide(order(...all), null, { action: 'revert' }, manager, stock)
        expect(stock.get('v w')).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('[QTA-002] a quota that has too little left', () => {
  const rule = {
    code: 'Q',
    name: 'Month',
    actionType: 'Reject',
    valueType: 'Quantity',
    quotaValue: '60',
  } as const
  const books = () => ({
    held: new Map([
      [
        'a',
        [
          {
            counterId: 'c',
            seq: 1,
            amount: new Exact(0),
            unitPrice: '1',
            discountPercent: '0',
            rule,
          },
        ],
      ],
    ]),
    used: new Map([['c', new Exact(36)]]),
    hidesAmounts: false,
  })
  const rejected = order(line({ state: 'Rejected', poQuantity: 0 }))

  it('refuses the order and leaves stock and quota to the orders after it', () => {
    const free = new Map([['v w', 100]])
    const own = books()
    expect(decide(rejected, null, { action: 'revert' }, manager, free, own)).toMatchObject({
      refused: { code: 'QuotaExceeded', facts: { line: 'SO-1-a', rule: 'Month', asked: 48, left: 24 } },
    })
    expect(free).toEqual(new Map([['v w', 100]]))
    expect(own).toEqual(books())
  })

  it('[ORD-020] names no amounts to readers who see no prices', () => {
    const own = books()
    const held = own.held
      .get('a')!
      .map((one) => ({ ...one, rule: { ...rule, valueType: 'Monetary' as const } }))
    const hidden = { ...own, held: new Map([['a', held]]), hidesAmounts: true }
    const { refused } = decide(rejected, null, { action: 'revert' }, manager, new Map([['v w', 100]]), hidden)
    expect(refused).toMatchObject({ code: 'QuotaAmountExceeded', facts: { line: 'SO-1-a', rule: 'Month' } })
    expect(Object.keys(refused!.facts)).toEqual(['line', 'rule'])
  })
})
