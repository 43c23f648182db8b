import { describe, expect, it } from 'vitest'
import { drawStateTable, stateTable } from './state-table.ts'

const door = {
  name: 'door',
  states: ['Open', 'Shut', 'Gone'] as const,
  initial: 'Open' as const,
  final: ['Gone'] as const,
  moves: {
    shut: { from: ['Open'], to: 'Shut', who: ['guest'] },
    open: { from: ['Shut'], to: 'Open', who: ['guest', 'owner'] },
    remove: { from: ['Open', 'Shut'], to: 'Gone', who: ['owner'] },
  },
} as const

describe('a state table', () => {
  it('says where a move leads and who may make it', () => {
    const table = stateTable(door)
    expect(table.next('Open', 'shut')).toBe('Shut')
    expect(table.next('Shut', 'shut')).toBeNull()
    expect(table.actions('Shut', 'owner')).toEqual(['open', 'remove'])
    expect(table.actions('Shut', 'guest')).toEqual(['open'])
    expect(table.actions('Gone', 'owner')).toEqual([])
  })

  it.each([
    [
      'unknown state',
      { ...door, moves: { ...door.moves, burn: { from: ['Open'], to: 'Ash' as 'Gone', who: ['owner'] } } },
      'unknown state Ash',
    ],
    [
      'unreachable state',
      { ...door, states: ['Open', 'Shut', 'Gone', 'Lost'] as const, final: ['Gone', 'Lost'] as const },
      'nothing reaches Lost',
    ],
    ['dead end that is not final', { ...door, final: [] }, 'nothing leaves Gone'],
    [
      'move that nobody may make',
      { ...door, moves: { ...door.moves, shut: { from: ['Open'], to: 'Shut', who: [] } } },
      'nobody may move to Shut',
    ],
  ] as const)('does not load with an %s', (_, table, fault) => {
    expect(() => stateTable(table as never)).toThrow(fault)
  })

  it('draws itself', () => {
    const drawing = drawStateTable(stateTable(door))
    expect(drawing).toContain('[*] --> Open')
    expect(drawing).toContain('Shut --> Gone: remove (owner)')
    expect(drawing).toContain('Gone --> [*]')
  })
})
