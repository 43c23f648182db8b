import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>

/**
 * One file of the archive. Its bytes are made as they are sent; only sizes and a checksum stay in memory. With `copied` they
 * are those of another archive, packed already, and go over as they are.
 */
export interface ZipSource {
  name: string
  bytes: Pieces
  copied?: { deflated: boolean; packed: number; size: number; crc: number }
}

const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
const STORED = 0
const DEFLATED = 8
const LARGEST = 0xffffffff
/** 1 January 1980: the files inside carry no time, so that equal content gives equal bytes. */
const NO_TIME = 0x00210000

/** A zip archive as a stream of bytes. Sizes follow each file, since nobody knows them before it is written. */
export async function* zip(sources: AsyncIterable<ZipSource>, stop: AbortSignal): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes, copied } of sources) {
    const start = offset
    const nameBytes = Buffer.from(name)
    const method = copied?.deflated === false ? STORED : DEFLATED
    const flags = copied ? UTF8 : UTF8 | SIZES_FOLLOW
    const count = copied ?? { crc: 0, size: 0, packed: 0 }
    const header = record(30, [
      [0, 0x04034b50],
      [4, 20, 2],
      [6, flags, 2],
      [8, method, 2],
      [10, NO_TIME],
      ...sizes(count, 14),
      [26, nameBytes.length, 2],
    ])
    yield Buffer.concat([header, nameBytes])

    if (copied) {
      for await (const piece of bytes) yield typeof piece === 'string' ? Buffer.from(piece) : piece
    } else {
      const deflate = addAbortSignal(stop, createDeflateRaw({ level: 3, chunkSize: 65_536 }))
      // What fails on either side comes out where the deflated bytes are read; who stops reading stops the source.
      pipeline(Readable.from(counted(bytes, count), { highWaterMark: 1 }), deflate, () => {})
      for await (const chunk of deflate) {
        count.packed += chunk.length
        yield chunk
      }
    }

    offset = start + 30 + nameBytes.length + count.packed + (copied ? 0 : 16)
    if (count.size > LARGEST || offset > LARGEST)
      throw new RangeError(`${name} does not fit a zip file without 64-bit records`)
    if (!copied) yield record(16, [[0, 0x08074b50], ...sizes(count, 4)])
    const made: Field[] = [
      [0, 0x02014b50],
      [4, 20, 2],
      [6, 20, 2],
      [8, flags, 2],
      [10, method, 2],
      [12, NO_TIME],
    ]
    const entry = record(46, [...made, ...sizes(count, 16), [28, nameBytes.length, 2], [42, start]])
    directory.push(entry, nameBytes)
  }
  const central = Buffer.concat(directory)
  const files = directory.length / 2
  yield Buffer.concat([
    central,
    record(22, [
      [0, 0x06054b50],
      [8, files, 2],
      [10, files, 2],
      [12, central.length],
      [16, offset],
    ]),
  ])
}

/** Offset, value, bytes (four unless told). */
type Field = [at: number, value: number, bytes?: number]

/** Checksum and sizes as they stand in each kind of header, one after the other. */
function sizes({ crc, packed, size }: { crc: number; packed: number; size: number }, at: number): Field[] {
  return [
    [at, crc],
    [at + 4, packed],
    [at + 8, size],
  ]
}

function record(length: number, fields: Field[]): Buffer {
  const buffer = Buffer.alloc(length)
  for (const [at, value, bytes = 4] of fields) buffer.writeUIntLE(value, at, bytes)
  return buffer
}

async function* counted(pieces: Pieces, count: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    count.crc = crc32(bytes, count.crc)
    count.size += bytes.length
    yield bytes
  }
}
