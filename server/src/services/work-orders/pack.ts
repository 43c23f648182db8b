import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

// Snapshots and answers of the engine as they are kept: plain values and typed arrays, as V8 writes them.

export const pack = (value: unknown): Buffer => gzipSync(serialize(value), { level: 1 })

/** Answers what `pack` was given; only for bytes that the portal itself has kept. */
export const unpack = <T>(bytes: Uint8Array): T => deserialize(gunzipSync(bytes)) as T
