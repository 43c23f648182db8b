import { createHash } from 'node:crypto'
import { refusal } from '@kervan/contract/kit/refusals'

const pixelLimit = 24_000_000 // D27

/** A file that somebody has sent: where it lies, or its bytes. */
type Sent = { name: string } & ({ path: string } | { body: Uint8Array })
type Drawn = {
  name: string
  type: 'image/png' | 'image/jpeg'
  body: Buffer
  sha256: Buffer
  width: number
  height: number
}
type Drawing = {
  format: 'png' | 'jpeg'
  /** Longest side in pixels; without it the picture keeps its size. */
  size?: number
  /** `cover` cuts a square out of it; `inside` keeps its sides and never enlarges it. */
  fit?: 'cover' | 'inside'
  /** As people call the types that are taken. */
  allowed: string
  /** Pictures with more pixels are refused before they are decoded. */
  mostPixels?: number
}

/**
 * Decodes a picture and draws it anew: what was hidden in the file, location and camera included, stays behind (USR-008).
 * Throws `FileTypeNotAllowed` for what is no picture and `PictureTooManyPixels`.
 */
export async function drawAnew(
  sent: Sent,
  { format, size, fit = 'inside', allowed, mostPixels = pixelLimit }: Drawing,
): Promise<Drawn> {
  // Loaded by the first picture: no start waits for it.
  const { default: sharp } = await import('sharp')
  const noPicture = () => refusal('FileTypeNotAllowed', { name: sent.name, allowed })
  const file = 'path' in sent ? sent.path : sent.body
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw noPicture()
    })
  if (head.width * head.height > mostPixels)
    throw refusal('PictureTooManyPixels', {
      name: sent.name,
      width: head.width,
      height: head.height,
      limit: mostPixels / 1_000_000,
    })
  const upright = sharp(file, { limitInputPixels: mostPixels }).rotate()
  const shaped =
    size === undefined ? upright : upright.resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
  // Letters of one colour on another keep their edges only with all of the colours.
  const drawn =
    format === 'png'
      ? shaped.png()
      : shaped
          .flatten({ background: '#fff' })
          .jpeg(size === undefined ? { quality: 92, chromaSubsampling: '4:4:4' } : {})
  const { data: body, info } = await drawn.toBuffer({ resolveWithObject: true }).catch(() => {
    throw noPicture()
  })
  return {
    name: format === 'png' ? 'picture.png' : 'picture.jpg',
    type: format === 'png' ? 'image/png' : 'image/jpeg',
    body,
    sha256: createHash('sha256').update(body).digest(),
    width: info.width,
    height: info.height,
  }
}
