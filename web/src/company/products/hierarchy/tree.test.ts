import { describe, expect, it } from 'vitest'
import { keyOfTree, treeOf, visibleItems, withBelow } from './tree.ts'

const node = (id: string, parentId: string | null, products: number) => ({
  id,
  code: id,
  name: id,
  parentId,
  products,
})
const top = treeOf({
  nodes: [node('A', null, 1), node('B', null, 0), node('A1', 'A', 2), node('A2', 'A', 4)],
})

describe('[PRD-001] the hierarchy as a tree', () => {
  it('counts products with those of the nodes below', () => {
    expect(top.map(({ id, all, depth }) => [id, all, depth])).toEqual([
      ['A', 7, 1],
      ['B', 0, 1],
    ])
    expect(withBelow(top[0]!).map(({ id }) => id)).toEqual(['A', 'A1', 'A2'])
  })

  it.each([
    ['ArrowDown', [], 'A', { go: 'B' }],
    ['ArrowDown', ['A'], 'A', { go: 'A1' }],
    ['ArrowUp', ['A'], 'B', { go: 'A2' }],
    ['ArrowUp', [], 'A', null],
    ['ArrowRight', [], 'A', { toggle: 'A' }],
    ['ArrowRight', ['A'], 'A', { go: 'A1' }],
    ['ArrowRight', [], 'B', null],
    ['ArrowLeft', ['A'], 'A2', { go: 'A' }],
    ['ArrowLeft', ['A'], 'A', { toggle: 'A' }],
    ['ArrowLeft', [], 'B', null],
    ['Home', ['A'], 'B', { go: 'A' }],
    ['End', ['A'], 'A', { go: 'B' }],
    ['x', ['A'], 'A', null],
  ] as const)('%s with %j open at %s', (key, opened, at, expected) => {
    const open = new Set<string>(opened)
    const shown = visibleItems(top, open)
    expect(
      keyOfTree(
        key,
        shown,
        shown.findIndex(({ item }) => item.id === at),
        open,
      ),
    ).toEqual(expected)
  })
})
