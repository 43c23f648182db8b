import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isSupplier } from '@kervan/contract/kit/location-types'
import {
  checkNetwork,
  cyclicEdges,
  levelsOf,
  obstacleBetween,
  pathBetween,
  type Edge,
  type Place,
} from './network.ts'

const place = (id: string, over: Partial<Place> = {}): Place => ({
  id,
  code: id.toUpperCase(),
  locationType: id.startsWith('w') ? 'PrimaryCompanyDistributionCenter' : 'PrimaryPointOfSales',
  status: 'Active',
  blacklisted: false,
  ...over,
})
/** `w>a` is a relation in use, `w-a` one that is not. */
const edge = (text: string): Edge & { id: string } => {
  const [supplierId = '', receiverId = ''] = text.split(/[>-]/)
  return { id: text, supplierId, receiverId, active: text.includes('>') }
}
const edges = (text: string) => text.split(' ').filter(Boolean).map(edge)

describe('[LOC-004] cycles of the replenishment network', () => {
  test.each([
    ['', ''],
    ['w>a a>b w>b', ''],
    ['a>b b>a', 'a>b b>a'],
    ['w>a a>b b>c c>a c>d', 'a>b b>c c>a'],
    ['a>b b-a', ''],
    ['a>b b>a c>d d>e e>c b>c', 'a>b b>a c>d d>e e>c'],
    ['a>a', 'a>a'],
  ])('%s: %s', (network, cyclic) => {
    expect(cyclicEdges(edges(network)).map(({ id }) => id)).toEqual(edges(cyclic).map(({ id }) => id))
  })

  it('a chain of 20,000 locations is looked through without running out of stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => edge(`n${at}>n${at + 1}`))
    expect(cyclicEdges(chain)).toEqual([])
    expect(cyclicEdges([...chain, edge('n20000>n0')])).toHaveLength(20_001)
  })

  const networks = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), { maxLength: 30 }).map((pairs) =>
    pairs.map(([from, to, active], at): Edge & { id: string } => ({
      id: String(at),
      supplierId: `n${from}`,
      receiverId: `n${to}`,
      active,
    })),
  )

  it('a relation lies on a cycle exactly where its receiver leads back to its supplier', () => {
    fc.assert(
      fc.property(networks, (network) => {
        const cyclic = new Set(cyclicEdges(network).map(({ id }) => id))
        for (const { id, supplierId, receiverId, active } of network)
          expect(cyclic.has(id)).toBe(active && pathBetween(network, receiverId, supplierId) !== null)
      }),
    )
  })

  it('without its cyclic relations a network has no cycle', () => {
    fc.assert(
      fc.property(networks, (network) => {
        const cyclic = cyclicEdges(network)
        expect(cyclicEdges(network.filter((one) => !cyclic.includes(one)))).toEqual([])
      }),
    )
  })
})

describe('[LOC-004] who is reached', () => {
  const places = ['w1', 'w2', 'a', 'b', 'c'].map((id) => place(id))
  test.each([
    ['w1>w2 w2>a a>b', { w1: 0, w2: 1, a: 2, b: 3 }],
    ['w1>a w1>b a>b', { w1: 0, w2: 0, a: 1, b: 1 }],
    ['a>b', { w1: 0, w2: 0 }],
    ['w1-a', { w1: 0, w2: 0 }],
    ['w1>w2 w2>w1 w2>a', { w1: 0, w2: 0, a: 1 }],
  ])('%s', (network, levels) => {
    expect(Object.fromEntries(levelsOf(places, edges(network)))).toEqual(levels)
  })

  it('the way from one location to another is the shortest', () => {
    expect(pathBetween(edges('w>a a>b b>c w>c'), 'w', 'c')).toEqual(['w', 'c'])
    expect(pathBetween(edges('w>a'), 'a', 'w')).toBeNull()
  })
})

describe('[LOC-004] who can supply whom', () => {
  const warehouse = place('w')
  const store = place('a')
  const other = place('b')
  test.each([
    ['a warehouse supplies a store', warehouse, store, 'WarehousesOnly', true, null],
    ['a store supplies another', store, other, 'WarehousesAndStores', true, null],
    ['nobody supplies itself', store, store, 'WarehousesAndStores', true, 'SameLocation'],
    ['stores do not supply', store, other, 'WarehousesOnly', true, 'StoreNotAllowed'],
    [
      'a virtual location does not',
      place('v', { locationType: 'AdvisorVirtualLocation' }),
      store,
      'WarehousesAndStores',
      true,
      'NoSupplier',
    ],
    [
      'a passive one does not',
      place('w', { status: 'Passive' }),
      store,
      'WarehousesOnly',
      true,
      'SupplierPassive',
    ],
    [
      'a blocked one does not',
      place('w', { blacklisted: true }),
      store,
      'WarehousesOnly',
      true,
      'SupplierBlacklisted',
    ],
    [
      'a passive one is not supplied',
      warehouse,
      place('a', { status: 'Passive' }),
      'WarehousesOnly',
      true,
      'ReceiverPassive',
    ],
    ['without a relation', warehouse, store, 'WarehousesOnly', false, 'NoRelation'],
  ] as const)('%s', (_, supplier, receiver, strategy, isRelated, obstacle) => {
    expect(obstacleBetween(supplier, receiver, strategy, isRelated)).toBe(obstacle)
  })

  test.each([
    ['PrimaryCompanyDistributionCenter', true],
    ['VendorDistributionCenter', true],
    ['BoutiquePointOfSales', true],
    ['OnlineStore', true],
    ['AdvisorVirtualLocation', false],
    ['CustomLocation', false],
    ['ExternalDataVendor', false],
  ])('%s: %s', (type, expected) => {
    expect(isSupplier(type)).toBe(expected)
  })
})

describe('[LOC-004] checks of a network', () => {
  it('tell each cycle once, with the way around', () => {
    const places = ['w', 'a', 'b', 'c'].map((id) => place(id))
    expect(checkNetwork(places, edges('w>a a>b b>c c>a'), 'WarehousesAndStores')).toEqual([
      { warning: 'Cycle', locationId: 'a', relationId: 'a>b', path: ['A', 'B', 'C', 'A'] },
    ])
  })

  it('tell who is supplied, but by nobody that a warehouse reaches', () => {
    const found = checkNetwork(
      ['w', 'a', 'b', 'c'].map((id) => place(id)),
      edges('a>b'),
      'WarehousesAndStores',
    )
    expect(found).toEqual([{ warning: 'NotReached', locationId: 'b', relationId: null, path: [] }])
  })

  it('tell relations that cannot work', () => {
    const places = [
      place('w', { status: 'Passive' }),
      place('a'),
      place('b'),
      place('c', { status: 'Passive' }),
    ]
    const found = checkNetwork(places, edges('w>a a>b w-c'), 'WarehousesOnly')
    expect(found.map(({ warning, relationId }) => [warning, relationId])).toEqual([
      ['SupplierPassive', 'w>a'],
      ['StoreNotAllowed', 'a>b'],
    ])
  })
})
