import { createHash } from 'node:crypto'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Upload } from '../http/uploads.ts'

const pixelLimit = 24_000_000 // D27

type Drawn = { name: string; type: string; body: Buffer; sha256: Buffer }
type Drawing = {
  format: 'png' | 'jpeg'
  /** Longest side in pixels. */
  size: number
  /** `cover` cuts a square out of it; `inside` keeps its sides and never enlarges it. */
  fit: 'cover' | 'inside'
  /** As people call the types that are taken. */
  allowed: string
}

/**
 * Decodes a picture and draws it anew: what was hidden in the file, location and camera included, stays behind (USR-008).
 * Throws `FileTypeNotAllowed` for what is no picture.
 */
export async function drawAnew(upload: Upload, { format, size, fit, allowed }: Drawing): Promise<Drawn> {
  // Loaded by the first picture: no start waits for it.
  const { default: sharp } = await import('sharp')
  const body = await sharp(upload.path, { limitInputPixels: pixelLimit })
    .rotate()
    .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
    .toFormat(format)
    .toBuffer()
    .catch(() => {
      throw refusal('FileTypeNotAllowed', { name: upload.name, allowed })
    })
  return {
    name: format === 'png' ? 'picture.png' : 'picture.jpg',
    type: `image/${format}`,
    body,
    sha256: createHash('sha256').update(body).digest(),
  }
}
