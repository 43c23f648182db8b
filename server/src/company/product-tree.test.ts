import { describe, expect, it } from 'vitest'
import { treeFaults } from './product-tree.ts'

const tree = (...edges: string[]) =>
  edges.map((edge) => {
    const [code = '', parent] = edge.split('<')
    return { code, parent: parent ?? null }
  })

describe('[PRD-001] the tree of product nodes', () => {
  it.each([
    ['one level', tree('A', 'B'), 1, []],
    ['three levels of three', tree('A', 'B<A', 'C<B'), 3, []],
    ['too deep', tree('A', 'B<A', 'C<B'), 2, [['C', 'GroupTooDeep', 'C B A']]],
    ['above itself', tree('A<A'), 6, [['A', 'GroupCycle', 'A A']]],
    [
      'a circle of two, and what hangs on it is not blamed',
      tree('A<B', 'B<A', 'C<A'),
      6,
      [
        ['A', 'GroupCycle', 'A B A'],
        ['B', 'GroupCycle', 'B A B'],
      ],
    ],
    ['a parent that is not there ends the way', tree('A<X'), 2, []],
  ] as const)('%s', (_, nodes, limit, expected) => {
    expect(treeFaults(nodes, limit).map(({ code, fault, path }) => [code, fault, path.join(' ')])).toEqual(
      expected,
    )
  })
})
