import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of the archive. Its bytes are made as they are sent; only sizes and a checksum stay in memory. */
export interface ZipSource {
  name: string
  bytes: Iterable<string> | AsyncIterable<string>
}

const FOLLOWS_UTF8 = 0x0808
const DEFLATED = 8
const LARGEST = 0xffffffff
/** 1 January 1980: the files inside carry no time, so that equal content gives equal bytes. */
const NO_TIME = 0x00210000

/** A zip archive as a stream of bytes. Sizes follow each file, since nobody knows them before it is written. */
export async function* zip(sources: AsyncIterable<ZipSource>, stop: AbortSignal): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of sources) {
    const start = offset
    const nameBytes = Buffer.from(name)
    const header = record(30, [
      [0, 0x04034b50],
      [4, 20, 2],
      [6, FOLLOWS_UTF8, 2],
      [8, DEFLATED, 2],
      [10, NO_TIME],
      [26, nameBytes.length, 2],
    ])
    yield Buffer.concat([header, nameBytes])

    const count = { crc: 0, size: 0, packed: 0 }
    const deflate = addAbortSignal(stop, createDeflateRaw({ level: 3, chunkSize: 65_536 }))
    // What fails on either side comes out where the deflated bytes are read; who stops reading stops the source.
    pipeline(Readable.from(counted(bytes, count), { highWaterMark: 1 }), deflate, () => {})
    for await (const chunk of deflate) {
      count.packed += chunk.length
      yield chunk
    }

    offset = start + 30 + nameBytes.length + count.packed + 16
    if (count.size > LARGEST || offset > LARGEST)
      throw new RangeError(`${name} does not fit a zip file without 64-bit records`)
    const sizes: Field[] = [
      [16, count.crc],
      [20, count.packed],
      [24, count.size],
    ]
    yield record(16, [[0, 0x08074b50], ...sizes.map(([at, value]): Field => [at - 12, value])])
    const made: Field[] = [
      [0, 0x02014b50],
      [4, 20, 2],
      [6, 20, 2],
      [8, FOLLOWS_UTF8, 2],
      [10, DEFLATED, 2],
      [12, NO_TIME],
    ]
    const entry = record(46, [...made, ...sizes, [28, nameBytes.length, 2], [42, start]])
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

function record(length: number, fields: Field[]): Buffer {
  const buffer = Buffer.alloc(length)
  for (const [at, value, bytes = 4] of fields) buffer.writeUIntLE(value, at, bytes)
  return buffer
}

async function* counted(
  pieces: Iterable<string> | AsyncIterable<string>,
  count: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    count.crc = crc32(bytes, count.crc)
    count.size += bytes.length
    yield bytes
  }
}
