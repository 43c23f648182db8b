import type { FileHandle } from 'node:fs/promises'
import { codeOf } from '../error-code.ts'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ExcelLimits } from './limits.ts'
import { damaged, WorkbookRefused } from './refused.ts'

/** One file in the archive, as its central directory describes it and its local header confirms. */
export interface ZipPart {
  name: string
  deflated: boolean
  packed: number
  size: number
  crc: number
  /** Where its data starts in the file. */
  start: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const ENCRYPTED = 0x0001
const SIZES_FOLLOW = 0x0008
const PIECE = 65_536

/**
 * The parts of a zip file, read from its central directory. Everything a hostile file can say is checked before a byte
 * is inflated: sizes, ratio, number of parts, local headers that tell another story, data that lies in two parts at once.
 */
export async function readDirectory(
  file: FileHandle,
  fileSize: number,
  limits: ExcelLimits,
): Promise<ZipPart[]> {
  const end = await findEnd(file, fileSize)
  if (end.entries > limits.parts)
    throw new WorkbookRefused('ExcelTooLarge', { limit: 'parts', parts: end.entries, allowed: limits.parts })
  const directory = await readAt(file, end.start, end.size)

  const found: { part: ZipPart; flags: number; method: number; header: number }[] = []
  let at = 0
  for (let i = 0; i < end.entries; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw damaged('Directory')
    const flags = directory.readUInt16LE(at + 8)
    const method = directory.readUInt16LE(at + 10)
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const next = extraEnd + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw damaged('Directory')
    const [size, packed, header] = wide(directory.subarray(nameEnd, extraEnd), [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ])
    const part = {
      name: partName(directory.toString('utf8', at + 46, nameEnd)),
      deflated: method === 8,
      packed,
      size,
      crc: directory.readUInt32LE(at + 16),
      start: 0,
    }
    found.push({ part, flags, method, header })
    at = next
  }

  refuseBombs(
    found.map(({ part }) => part),
    limits,
  )

  found.sort((a, b) => a.header - b.header)
  let free = 0
  for (const { part, flags, method, header } of found) {
    if (flags & ENCRYPTED) throw new WorkbookRefused('ExcelEncrypted')
    if (method !== 0 && method !== 8) throw damaged('Compression', { part: part.name })
    if (method === 0 && part.size !== part.packed) throw damaged('Size', { part: part.name })
    if (header < free) throw damaged('Overlap', { part: part.name })
    part.start = await checkLocalHeader(file, header, part, flags, method)
    free = part.start + part.packed
    if (free > end.start) throw damaged('Overlap', { part: part.name })
  }
  return found.map(({ part }) => part).filter((part) => !part.name.endsWith('/'))
}

/** The bytes of one part. What comes out is counted: a part that inflates to anything but its declared size is refused. */
export async function* inflatePart(file: FileHandle, part: ZipPart): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > part.size) throw damaged('Size', { part: part.name })
    crc = crc32(chunk, crc)
    return chunk
  }
  try {
    const packed = readRange(file, part.start, part.packed)
    if (part.deflated) {
      const inflate = createInflateRaw({ chunkSize: PIECE })
      // What fails on either side comes out where the inflated bytes are read.
      pipeline(packed, inflate, () => {})
      for await (const chunk of inflate) yield take(chunk)
    } else {
      for await (const chunk of packed) yield take(chunk)
    }
  } catch (error) {
    if (codeOf(error).startsWith('Z_')) throw damaged('Compression', { part: part.name })
    throw error
  }
  if (size !== part.size) throw damaged('Size', { part: part.name })
  if (crc !== part.crc) throw damaged('Checksum', { part: part.name })
}

async function findEnd(
  file: FileHandle,
  fileSize: number,
): Promise<{ entries: number; size: number; start: number }> {
  const tail = await readAt(file, Math.max(0, fileSize - 22 - 65_535), Math.min(fileSize, 22 + 65_535))
  const tailStart = fileSize - tail.length
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) continue
    let entries = tail.readUInt16LE(at + 10)
    let size = tail.readUInt32LE(at + 12)
    let start = tail.readUInt32LE(at + 16)
    let follows = tailStart + at
    if (at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR64) {
      follows = safe(tail.readBigUInt64LE(at - 20 + 8))
      if (follows + 56 > tailStart + at) throw damaged('Directory')
      const wideEnd = await readAt(file, follows, 56)
      if (wideEnd.readUInt32LE(0) !== END64) throw damaged('Directory')
      entries = safe(wideEnd.readBigUInt64LE(32))
      size = safe(wideEnd.readBigUInt64LE(40))
      start = safe(wideEnd.readBigUInt64LE(48))
    }
    // The directory has to be where the file says and no larger than its entries can be.
    if (start + size !== follows || size > 65_536 + entries * 1_024) throw damaged('Directory')
    return { entries, size, start }
  }
  throw damaged('Cut')
}

function refuseBombs(parts: ZipPart[], limits: ExcelLimits): void {
  const names = new Set<string>()
  let total = 0
  for (const part of parts) {
    const name = part.name.toLowerCase()
    if (names.has(name)) throw damaged('Name', { part: part.name })
    names.add(name)
    total += part.size
    if (part.size > limits.ratioExemptBytes && part.size > part.packed * limits.ratio) {
      throw new WorkbookRefused('ExcelTooLarge', {
        limit: 'ratio',
        part: part.name,
        unpackedBytes: part.size,
        packedBytes: part.packed,
      })
    }
  }
  if (total > limits.unpackedBytes)
    throw new WorkbookRefused('ExcelTooLarge', {
      limit: 'unpacked',
      unpackedBytes: total,
      allowed: limits.unpackedBytes,
    })
}

async function checkLocalHeader(
  file: FileHandle,
  header: number,
  part: ZipPart,
  flags: number,
  method: number,
): Promise<number> {
  const fixed = await readAt(file, header, 30)
  if (fixed.readUInt32LE(0) !== LOCAL) throw damaged('Directory', { part: part.name })
  const nameLength = fixed.readUInt16LE(26)
  const start = header + 30 + nameLength + fixed.readUInt16LE(28)
  const rest = await readAt(file, header + 30, start - header - 30)
  const localFlags = fixed.readUInt16LE(6)
  if (localFlags & ENCRYPTED) throw new WorkbookRefused('ExcelEncrypted')
  const [size, packed] = wide(rest.subarray(nameLength), [fixed.readUInt32LE(22), fixed.readUInt32LE(18)])
  const agrees =
    partName(rest.toString('utf8', 0, nameLength)) === part.name &&
    fixed.readUInt16LE(8) === method &&
    (localFlags & SIZES_FOLLOW) === (flags & SIZES_FOLLOW) &&
    ((localFlags & SIZES_FOLLOW) !== 0 || (size === part.size && packed === part.packed))
  if (!agrees) throw damaged('Directory', { part: part.name })
  return start
}

/** Some writers separate folders by a backslash. Nothing is ever written under these names, yet no workbook has reason to climb. */
function partName(raw: string): string {
  const name = raw.replaceAll('\\', '/')
  if (name.startsWith('/') || name.includes('\0') || /^[a-z]:/i.test(name) || name.split('/').includes('..'))
    throw damaged('Name', { part: raw.slice(0, 100) })
  return name
}

/** Fields that do not fit 32 bits stand in the zip64 extra field, in order, only those that overflowed. */
function wide<T extends number[]>(extra: Buffer, fields: [...T]): [...T] {
  if (!fields.includes(0xffffffff)) return fields
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1 && end <= extra.length) {
      let next = at + 4
      return fields.map((field) => {
        if (field !== 0xffffffff) return field
        if (next + 8 > end) throw damaged('Directory')
        next += 8
        return safe(extra.readBigUInt64LE(next - 8))
      }) as [...T]
    }
    at = end
  }
  return fields
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('Directory')
  return Number(value)
}

export async function* readRange(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; done += PIECE)
    yield await readAt(file, start + done, Math.min(PIECE, length - done))
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead !== length) throw damaged('Cut')
  return buffer
}
