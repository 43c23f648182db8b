import { hash, randomFillSync } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

let lastTime = 0
let counter = 0

// Asking for randomness costs more than all else of an id, so it is asked for a few hundred at a time. Used once.
const pool = Buffer.alloc(4096)
let used = pool.length

function randomIdBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + 16))
  used += 16
  return bytes
}

/**
 * A UUID of version 7: milliseconds first, so that ids made later sort later and indexes grow at their end. Ids made
 * by one process within one millisecond keep their order through a 12-bit counter.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastTime) {
    lastTime = now
    counter = randomIdBytes().readUInt16BE() & 0x3ff
  } else if (++counter > 0xfff) {
    lastTime += 1
    counter = 0
  }
  const bytes = randomIdBytes()
  bytes.writeUIntBE(lastTime, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * An id that follows from a text, as an expression of SQL: the same text makes the same id. Version and variant are set
 * (version 8), because the contract takes nothing else for an id.
 */
export function idFrom(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`
}

/** The same id as `idFrom` makes of this text. */
export function idOf(text: string): string {
  const hex = hash('md5', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The id of no record. In an outer join it stands for null, which distributed PostgreSQL does not plan there before 17. */
export const noId = '00000000-0000-0000-0000-000000000000'
