import { describe, expect, it } from 'vitest'
import { lineBetween, placeNodes } from './layers.ts'

const relation = (supplierId: string, receiverId: string) => ({ supplierId, receiverId, active: true })

describe('[LOC-004] the picture of the network', () => {
  it('has a column for each step from the warehouses, and the unreached last', () => {
    const { placed, columns, unreached } = placeNodes(
      [
        { id: 'w', level: 0 },
        { id: 'a', level: 1 },
        { id: 'b', level: 2 },
        { id: 'x', level: null },
      ],
      [relation('w', 'a'), relation('a', 'b')],
    )
    expect(placed.map(({ id, column }) => [id, column])).toEqual([
      ['w', 0],
      ['a', 1],
      ['b', 2],
      ['x', 3],
    ])
    expect([columns, unreached]).toEqual([4, 3])
  })

  it('puts locations near to those that supply them', () => {
    const { placed } = placeNodes(
      [
        { id: 'w1', level: 0 },
        { id: 'w2', level: 0 },
        { id: 'a', level: 1 },
        { id: 'b', level: 1 },
      ],
      [relation('w2', 'a'), relation('w1', 'b')],
    )
    expect(placed.filter(({ column }) => column === 1).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('knows how far a line reaches, so that none is cut at the edge of the picture', () => {
    expect(lineBetween(176, 20, 264, 72)).toMatchObject({ left: 176, right: 264 })
    // Within the last column it swings out on both sides.
    expect(lineBetween(440, 20, 264, 72)).toMatchObject({ left: 176, right: 528 })
  })

  it('has nothing to draw without locations', () => {
    expect(placeNodes([], [])).toEqual({ placed: [], columns: 0, rows: 0, unreached: null })
  })
})
