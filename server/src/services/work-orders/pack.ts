import { noSets } from '@kervan/engine/solve'
import type { Answer, Common, Shard } from '@kervan/engine/snapshot'
import { gunzipSync, gzipSync } from 'node:zlib'

// What the engine is given and answers, as it is kept. Equal values are equal bytes, because a run is known by the hash of
// its snapshot: V8's own form is not used, which writes a number in one of two ways by how it came about.

type Packed = Common | Shard
const typed = { Int32Array, Float64Array, Uint8Array } as const
type TypedName = keyof typeof typed
/** Stands in the JSON for an array of numbers whose bytes follow it. */
type Place = { typed: TypedName; length: number }

const nameOf = (value: unknown): TypedName | null =>
  value instanceof Int32Array
    ? 'Int32Array'
    : value instanceof Float64Array
      ? 'Float64Array'
      : value instanceof Uint8Array
        ? 'Uint8Array'
        : null
const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'typed' in value

/**
 * The bytes of a snapshot: plain values and typed arrays. They are the length of a JSON, that JSON, and the bytes of the
 * typed arrays in the order in which it names them, compressed.
 */
export function pack(value: Packed): Buffer {
  const arrays: Buffer[] = []
  const text = JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error(`a snapshot holds ${one}`)
    const name = nameOf(one)
    if (name === null) return one
    const { buffer, byteOffset, byteLength, length } = one as Int32Array | Float64Array | Uint8Array
    arrays.push(Buffer.from(buffer, byteOffset, byteLength))
    return { typed: name, length } satisfies Place
  })
  const json = Buffer.from(text)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(json.length)
  return gzipSync(Buffer.concat([head, json, ...arrays]), { level: 1 })
}

/** Answers what `pack` was given; only for bytes that the portal itself has kept. */
export function unpack<T extends Packed>(bytes: Uint8Array): T {
  const all = gunzipSync(bytes)
  let at = 4 + all.readUInt32LE(0)
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    if (!isPlace(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
    const made = new typed[value.typed](value.length)
    new Uint8Array(made.buffer).set(all.subarray(at, at + made.byteLength))
    at += made.byteLength
    return made
  }
  return fill(JSON.parse(all.toString('utf8', 4, at))) as T
}

export const packAnswer = (answer: Answer): Buffer => gzipSync(JSON.stringify(answer), { level: 1 })

/** Answers what `packAnswer` was given. */
export const unpackAnswer = (bytes: Uint8Array): Answer => ({
  // Answers of the release before have none.
  sets: noSets(),
  ...(JSON.parse(gunzipSync(bytes).toString()) as Omit<Answer, 'sets'> & Partial<Pick<Answer, 'sets'>>),
})
