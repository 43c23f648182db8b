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
    expect(table.moves.shut.to).toBe('Shut')
    expect(table.allows('shut', 'Open', 'guest')).toBe(true)
    expect(table.allows('shut', 'Shut', 'guest')).toBe(false)
    expect(table.allows('remove', 'Shut', 'owner')).toBe(true)
    expect(table.allows('remove', 'Shut', 'guest')).toBe(false)
    expect(table.allows('remove', 'Gone', 'owner')).toBe(false)
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

  it('of a move with several targets is told which, and takes no other', () => {
    const lift = stateTable({
      name: 'lift',
      states: ['Ground', 'First', 'Second'],
      initial: 'Ground',
      final: [],
      moves: {
        up: { from: ['Ground'], to: ['First', 'Second'], who: ['guest'] },
        down: { from: ['First', 'Second'], to: 'Ground', who: ['guest'] },
      },
    })
    expect(lift.targets('up')).toEqual(['First', 'Second'])
    expect(lift.after('up', 'Ground', 'Second')).toBe('Second')
    expect(lift.after('down', 'Second')).toBe('Ground')
    expect(() => lift.after('up', 'Ground', 'Ground')).toThrow('up does not lead from Ground to Ground')
    expect(() => lift.after('up', 'First', 'Second')).toThrow('up does not lead from First to Second')
    // @ts-expect-error one of several has to be chosen
    expect(() => lift.after('up', 'Ground')).toThrow('one of several')
    expect(drawStateTable(lift)).toContain('Ground --> Second: up (guest)')
  })

  it('draws itself', () => {
    const drawing = drawStateTable(stateTable(door))
    expect(drawing).toContain('[*] --> Open')
    expect(drawing).toContain('Shut --> Gone: remove (owner)')
    expect(drawing).toContain('Gone --> [*]')
  })
})
