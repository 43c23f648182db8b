import type { Answer } from '@kervan/engine/snapshot'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

// Snapshots of the engine as they are kept: plain values and typed arrays, as V8 writes them. Answers are plain values, kept
// as JSON, so that equal answers are equal bytes.

export const pack = (value: unknown): Buffer => gzipSync(serialize(value), { level: 1 })

/** Answers what `pack` was given; only for bytes that the portal itself has kept. */
export const unpack = <T>(bytes: Uint8Array): T => deserialize(gunzipSync(bytes)) as T

export const packAnswer = (answer: Answer): Buffer => gzipSync(JSON.stringify(answer), { level: 1 })

/** Answers what `packAnswer` was given. */
export const unpackAnswer = (bytes: Uint8Array): Answer => JSON.parse(gunzipSync(bytes).toString()) as Answer
