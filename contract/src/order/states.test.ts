import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawStateTable } from '../kit/state-table.ts'
import { actionsOnLine, completedRatio, deriveOrderState, orderLineTable } from './states.ts'
import { lineStates, type LineState } from './words.ts'

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

describe('[ORD-010] the actions on a line', () => {
  it('are never offered to a manager on a backorder', () => {
    for (const state of lineStates) expect(actionsOnLine({ state, type: 'Backorder' }, 'manager')).toEqual([])
  })

  it.each([
    ['Pending', ['approve', 'reject', 'revise'], ['cancel']],
    ['Revised', ['approve', 'reject', 'revise', 'revert'], ['cancel']],
    ['Approved', ['revert'], []],
    ['Rejected', ['revert'], []],
    ['Cancelled', [], []],
    ['Completed', [], []],
    ['WaitingExternalApproval', [], []],
  ] as [LineState, string[], string[]][])('on a %s line', (state, manager, owner) => {
    expect(actionsOnLine({ state, type: 'DirectlyOrder' }, 'manager')).toEqual(manager)
    expect(actionsOnLine({ state, type: 'DirectlyOrder' }, 'owner')).toEqual(owner)
  })
})

describe('the manual', () => {
  it('draws the table as it is', () => {
    const manual = readFileSync(new URL('../../../docs/areas/order.md', import.meta.url), 'utf8')
    expect(manual).toContain(drawStateTable(orderLineTable))
  })
})
