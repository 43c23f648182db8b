import type { Shard, Sku } from '@kervan/engine/snapshot'
import { expect, it } from 'vitest'
import { pack, unpack } from './pack.ts'

const sku = (margin: number): Sku =>
  ({
    code: 'Ş-1',
    margin,
    alike: ['A', 'B'],
    endsIn: null,
    isFirst: false,
    place: Int32Array.of(1, -2),
    flags: Uint8Array.of(64),
    serviceLevel: Float64Array.of(0.95, 0.5),
    soldPair: new Int32Array(0),
  }) as unknown as Sku
const shard = (margin: number): Shard => ({ skus: [sku(margin), sku(2.5)] })

it('a snapshot comes back as it was given, typed arrays among it', () => {
  expect(unpack<Shard>(pack(shard(3)))).toEqual(shard(3))
})

it('[ENG-001] equal values are equal bytes, however their numbers came about', () => {
  // The same number, once as an integer and once as what is left of a fraction.
  const half = Number('1.5')
  expect(pack(shard(3)).equals(pack(shard(half + half)))).toBe(true)
  expect(pack(shard(3)).equals(pack(shard(4)))).toBe(false)
})

it('a number that is none is no snapshot', () => {
  expect(() => pack(shard(Number.NaN))).toThrow('a snapshot holds NaN')
})
