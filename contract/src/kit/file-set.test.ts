import { describe, expect, it } from 'vitest'
import { sheetState, type SheetFacts } from './file-set.ts'

const change = { state: 'Succeeded', effective: 1, hasColumns: true, hasConsequences: false } as const
const facts: SheetFacts = { kind: 'product', hasProblem: false, change, waitsFor: [], isStale: false }

describe('[DAT-002] where a sheet of several files stands', () => {
  it.each([
    ['Unreadable', { kind: null, change: null, hasProblem: true }],
    ['LeftOut', { kind: null, change: null }],
    ['Ready', {}],
    ['Nothing', { change: { ...change, effective: 0 } }],
    ['Confirm', { change: { ...change, hasConsequences: true } }],
    ['Waits', { waitsFor: ['location'] }],
    ['Waits', { waitsFor: ['location'], change: { ...change, state: 'ValidationFailed' } }],
    ['Reading', { isStale: true, change: { ...change, state: 'ValidationFailed' } }],
    ['Faulty', { change: { ...change, state: 'ValidationFailed' } }],
    ['Stopped', { hasProblem: true }],
    ['AssignColumns', { change: { ...change, state: 'Invalid' } }],
    ['Unreadable', { change: { ...change, state: 'Invalid', hasColumns: false } }],
    ['WaitsApproval', { change: { ...change, state: 'Checked' } }],
    ['Active', { change: { ...change, state: 'Active' } }],
    ['Stopped', { change: { ...change, state: 'Active' }, hasProblem: true }],
    ['Cancelled', { change: { ...change, state: 'Rejected' } }],
  ] as const)('%s', (state, over) => {
    expect(sheetState({ ...facts, ...over })).toBe(state)
  })
})
