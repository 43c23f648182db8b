import type { FileHandle } from 'node:fs/promises'
import { codeOf } from '../error-code.ts'
import { damaged } from './refused.ts'
import { readRange } from './zip-reader.ts'

/** How the bytes of a text file stand for characters. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1254'

/**
 * Tells the encoding of a text file: by its byte order mark, else UTF-8 where every byte of it is, else the code page of
 * Turkish Windows, which Excel saves CSV in. The whole file is looked at, since its first letter past ASCII may be its last.
 * Throws WorkbookRefused for UTF-8 that ends in the middle of a character: half a file, not another encoding.
 */
export async function detectEncoding(file: FileHandle, size: number): Promise<TextEncoding> {
  const mark = Buffer.alloc(3)
  await file.read(mark, 0, 3, 0)
  const hex = mark.toString('hex')
  if (hex.startsWith('fffe')) return 'utf-16le'
  if (hex.startsWith('feff')) return 'utf-16be'
  if (hex === 'efbbbf') return 'utf-8'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of readRange(file, 0, size)) decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!isBadEncoding(error)) throw error
    return 'windows-1254'
  }
  try {
    decoder.decode()
  } catch (error) {
    if (!isBadEncoding(error)) throw error
    // A single byte at the end that could begin a character of UTF-8 is one letter of Windows-1254, if all else is ASCII.
    if (await isAsciiBefore(file, size - 3)) return 'windows-1254'
    throw damaged('Cut')
  }
  return 'utf-8'
}

/** The characters of a text file, as they are read; without the byte order mark. Throws WorkbookRefused where they are none. */
export async function* decodeText(
  file: FileHandle,
  size: number,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of readRange(file, 0, size)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (isBadEncoding(error)) throw damaged('Encoding')
    throw error
  }
}

async function isAsciiBefore(file: FileHandle, end: number): Promise<boolean> {
  for await (const chunk of readRange(file, 0, Math.max(0, end)))
    if (chunk.some((byte) => byte > 0x7f)) return false
  return true
}

function isBadEncoding(error: unknown): boolean {
  return codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA'
}
