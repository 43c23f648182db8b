import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawStateTable } from '../kit/state-table.ts'
import {
  completedRatio,
  deriveOrderState,
  lineActions,
  orderLineTable,
  refusedOnLine,
  refusedOnOrder,
} from './states.ts'
import { lineStates, type LineState, type LineType, type RejectReason } from './words.ts'

const of = (...states: LineState[]) => deriveOrderState(states.map((state) => ({ state })))

describe('[ORD-013] the state of an order follows from its lines', () => {
  it.each([
    [['Pending'], 'Request'],
    [['Pending', 'Cancelled', 'Rejected'], 'Request'],
    [['Pending', 'Revised'], 'Revised'],
    [['Revised', 'Approved'], 'Processing'],
    [['Pending', 'Completed'], 'Processing'],
    [['Approved'], 'Processing'],
    [['Approved', 'Rejected'], 'Processing'],
    [['Completed', 'Rejected', 'Cancelled'], 'Completed'],
    [['Rejected', 'Cancelled'], 'Rejected'],
    [['Cancelled'], 'Rejected'],
    [['WaitingExternalApproval', 'Approved', 'Pending'], 'WaitingExternalApproval'],
  ] as [LineState[], string][])('%s → %s', (states, order) => {
    expect(of(...states)).toBe(order)
  })

  it('does not depend on the order of the lines', () => {
    const states = fc.array(fc.constantFrom(...lineStates), { minLength: 1, maxLength: 8 })
    fc.assert(fc.property(states, (some) => of(...some) === of(...some.toReversed())))
  })

  it('is closed exactly when every line is final', () => {
    const states = fc.array(fc.constantFrom(...lineStates), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        states,
        (some) =>
          ['Completed', 'Rejected'].includes(of(...some)) ===
          some.every((state) => orderLineTable.final.includes(state)),
      ),
    )
  })
})

describe('[ORD-013] the completed ratio', () => {
  it.each([
    ['nothing delivered', [['Approved', 10, 0]], 0],
    ['half', [['Approved', 10, 5]], 50],
    ['all but one piece of many', [['Approved', 1_000, 999]], 99],
    [
      'rejected and cancelled lines left out',
      [
        ['Completed', 10, 10],
        ['Rejected', 0, 0],
        ['Cancelled', 40, 0],
      ],
      100,
    ],
    ['nothing promised', [['Rejected', 0, 0]], 0],
  ] as [string, [LineState, number, number][], number][])('%s', (_, lines, ratio) => {
    expect(
      completedRatio(
        lines.map(([state, poQuantity, completedQuantity]) => ({ state, poQuantity, completedQuantity })),
      ),
    ).toBe(ratio)
  })
})

describe('[ORD-010] the decisions on a line', () => {
  const line = (state: LineState, over = {}) => ({
    lineCode: 'SO-1-1',
    state,
    type: 'DirectlyOrder' as LineType,
    completedQuantity: 0,
    rejectReason: 'None' as RejectReason,
    ...over,
  })
  const open = (one: ReturnType<typeof line>, side: 'manager' | 'owner', isOwn = false) =>
    lineActions.filter((action) => refusedOnLine(action, { isOwn }, one, side) === null)

  it('are never open to a manager on a backorder', () => {
    for (const state of lineStates) expect(open(line(state, { type: 'Backorder' }), 'manager')).toEqual([])
  })

  it('are not to approve what one has ordered, nor to revert what is delivered', () => {
    expect(open(line('Pending'), 'manager', true)).toEqual(['reject', 'revise', 'sendExternal'])
    expect(open(line('Approved', { completedQuantity: 12 }), 'manager')).toEqual([])
  })

  it.each([
    ['Pending', ['approve', 'reject', 'revise', 'sendExternal'], ['cancel']],
    ['Revised', ['approve', 'reject', 'revise', 'revert', 'sendExternal'], ['cancel']],
    ['Approved', ['revert'], []],
    ['Rejected', ['revert'], []],
    ['Cancelled', [], []],
    ['Completed', [], []],
    ['WaitingExternalApproval', ['revert', 'acceptExternal', 'refuseExternal'], ['cancel']],
  ] as [LineState, string[], string[]][])('on a %s line', (state, manager, owner) => {
    expect(open(line(state), 'manager')).toEqual(manager)
    expect(open(line(state), 'owner')).toEqual(owner)
  })

  it.each([
    ['open on one line', [line('Completed'), line('Pending')], 'approve', false, undefined],
    ['of one who ordered', [line('Pending')], 'approve', true, { code: 'OwnOrder' }],
    [
      'of states that do not allow it',
      [line('Completed'), line('Rejected'), line('Completed')],
      'approve',
      false,
      { code: 'NothingToDo', facts: { states: ['Completed', 'Rejected'] } },
    ],
    [
      'that no quota has rejected',
      [line('Rejected', { rejectReason: 'OutOfStock' }), line('Pending')],
      'overrideQuota',
      false,
      { code: 'NotRejectedByQuota', facts: { line: 'SO-1' } },
    ],
    [
      'that a quota has rejected',
      [line('Rejected', { rejectReason: 'QuotaExceeded' }), line('Pending')],
      'overrideQuota',
      false,
      undefined,
    ],
    [
      'of one who ordered beyond a quota',
      [line('Rejected', { rejectReason: 'QuotaExceeded' })],
      'overrideQuota',
      true,
      { code: 'OwnOrder' },
    ],
    [
      'of what is delivered',
      [line('Approved', { completedQuantity: 12 }), line('Approved', { completedQuantity: 24 })],
      'revert',
      false,
      { code: 'LineDelivered', facts: { line: 'SO-1', delivered: 36 } },
    ],
  ] as const)('on an order: %s', (_, lines, action, isOwn, expected) => {
    const refused = refusedOnOrder(action, { code: 'SO-1', isOwn, lines }, 'manager')
    if (expected) expect(refused).toMatchObject(expected)
    else expect(refused).toBeNull()
  })
})

describe('the manual', () => {
  it('draws the table as it is', () => {
    const manual = readFileSync(new URL('../../../docs/areas/order.md', import.meta.url), 'utf8')
    expect(manual).toContain(drawStateTable(orderLineTable))
  })
})
