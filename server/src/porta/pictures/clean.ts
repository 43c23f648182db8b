import { megabytesOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { typeOf } from '../../kit/http/uploads.ts'
import { drawAnew } from '../../kit/records/pictures.ts'
import { editorOf } from './editor.ts'

// Pictures that people send with requests (DSC-006): nothing of the file that was sent is kept but what is seen.

export const pictureLimits = { bytes: 3 * 1024 * 1024, pixels: 40_000_000 }

export type CleanPicture = {
  bytes: Buffer
  contentType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  sha256: Buffer
  /** The program that has left its mark in the file that was sent. */
  editedWith: string | null
  /** What it looks like, for `likeness`. */
  hash: string
}

/**
 * A JPEG, PNG or WebP drawn anew, without what else was in the file. Throws `FileTooLarge`, `FileTypeNotAllowed` for what
 * is none by its content or cannot be decoded, and `PictureTooManyPixels` before it is decoded.
 */
export async function cleanPicture(name: string, sent: Uint8Array): Promise<CleanPicture> {
  if (sent.length > pictureLimits.bytes)
    throw refusal('FileTooLarge', { name, limit: megabytesOf(pictureLimits.bytes) })
  const type = typeOf(Buffer.from(sent.subarray(0, 4_100)))
  const allowed = 'JPG, PNG, WebP'
  if (type !== 'image/jpeg' && type !== 'image/png' && type !== 'image/webp')
    throw refusal('FileTypeNotAllowed', { name, allowed })
  const draw = (format: 'jpeg' | 'png') =>
    drawAnew({ name, body: sent }, { format, allowed, mostPixels: pictureLimits.pixels })
  // Text in screenshots stays as it is; a photograph would become many times larger.
  const lossless = type === 'image/jpeg' ? null : await draw('png')
  const drawn = lossless && lossless.body.length <= pictureLimits.bytes ? lossless : await draw('jpeg')
  return {
    bytes: drawn.body,
    contentType: drawn.type,
    width: drawn.width,
    height: drawn.height,
    sha256: drawn.sha256,
    editedWith: editorOf(sent),
    hash: await hashOf(drawn.body),
  }
}

const side = 32

/** For each of 32 × 32 places whether it is brighter than the one to its right, as hexadecimal digits. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const { default: sharp } = await import('sharp')
  const cells = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(side + 1, side, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const bits = Array.from({ length: side * side }, (_, at) => {
    const place = Math.floor(at / side) * (side + 1) + (at % side)
    return cells[place]! > cells[place + 1]! ? 1 : 0
  })
  return Array.from({ length: bits.length / 4 }, (_, at) =>
    Number.parseInt(bits.slice(at * 4, at * 4 + 4).join(''), 2).toString(16),
  ).join('')
}

/**
 * How much two pictures look alike by their hashes, 0 to 1. Screenshots of one program do so whatever stands in them, so it
 * says something only beside the values that were read.
 */
export function likeness(one: string, other: string): number {
  let different = 0
  for (let at = 0; at < one.length; at++) {
    const differing = Number.parseInt(one[at]!, 16) ^ Number.parseInt(other[at] ?? '0', 16)
    for (let bit = differing; bit > 0; bit &= bit - 1) different++
  }
  return 1 - different / (one.length * 4)
}
