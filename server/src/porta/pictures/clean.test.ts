import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { cleanPicture, likeness } from './clean.ts'

const noise = (width: number, height: number, seed = 1) => {
  let state = seed
  const data = Buffer.from(
    Array.from({ length: width * height * 3 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state >> 16
    }),
  )
  return sharp(data, { raw: { width, height, channels: 3 } })
}
/** Text-like bars, so that pictures differ as screenshots do. */
const page = (bars: number, width = 800) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 3) / 4}" viewBox="0 0 800 600"><rect width="800" height="600" fill="#fff"/>${Array.from({ length: 12 }, (_, at) => `<rect x="40" y="${40 + at * 44}" width="${100 + ((at * bars * 97) % 600)}" height="18" fill="#222"/>`).join('')}</svg>`,
    ),
  )

/** A PNG that says it is as large as that, with hardly any bytes. */
function declared(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('[DSC-006] a picture is drawn anew: nothing of its metadata and of what hung on it is left', async () => {
  const sent = await page(3)
    .withExif({ IFD0: { Copyright: 'Pharmacy of somebody', Make: 'Camera 7' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret words</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const both = Buffer.concat([sent, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])
  const clean = await cleanPicture('screen.jpg', both)
  expect([clean.contentType, clean.width, clean.height]).toEqual(['image/jpeg', 800, 600])
  const text = clean.bytes.toString('latin1')
  for (const trace of ['Pharmacy of somebody', 'Camera 7', 'secret words', '<script>', 'PK\u0003\u0004'])
    expect(text).not.toContain(trace)
  const { exif, xmp, icc } = await sharp(clean.bytes).metadata()
  expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined])
})

it('[DSC-006] screenshots keep every pixel, a turned photograph stands upright', async () => {
  const png = await page(4).png().toBuffer()
  const clean = await cleanPicture('screen.png', png)
  expect(clean.contentType).toBe('image/png')
  const raw = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()
  expect((await raw(clean.bytes)).equals(await raw(png))).toBe(true)
  const webp = await cleanPicture('screen.webp', await page(4).webp({ lossless: true }).toBuffer())
  expect(webp.contentType).toBe('image/png')
  const turned = await cleanPicture(
    'photo.jpg',
    await page(4).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
  expect([turned.width, turned.height]).toEqual([600, 800])
})

it('[DSC-006] what is no picture, too heavy or too large is refused, each by its name', async () => {
  const jpeg = await page(2).jpeg().toBuffer()
  const heavy = await noise(1_100, 1_000).png().toBuffer()
  expect(heavy.length).toBeGreaterThan(3 * 1024 * 1024)
  for (const [name, bytes, code] of [
    ['page.jpg', Buffer.from('<html><script>alert(1)</script></html>'), 'FileTypeNotAllowed'],
    ['vector.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'FileTypeNotAllowed'],
    ['nothing.png', Buffer.alloc(0), 'FileTypeNotAllowed'],
    ['cut.jpg', jpeg.subarray(0, 40), 'FileTypeNotAllowed'],
    ['animation.gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'), 'FileTypeNotAllowed'],
    ['archive.png', Buffer.concat([Buffer.from('PK\u0003\u0004'), jpeg]), 'FileTypeNotAllowed'],
    ['bomb.png', declared(30_000, 30_000), 'PictureTooManyPixels'],
    ['wide.png', declared(8_001, 5_000), 'PictureTooManyPixels'],
    ['lie.png', declared(800, 600), 'FileTypeNotAllowed'],
    ['heavy.png', heavy, 'FileTooLarge'],
  ] as const)
    await expect(cleanPicture(name, bytes), name).rejects.toMatchObject({ code, facts: { name } })
})

it('pictures look alike after copying and scaling, and not because they are of one kind', async () => {
  const hashOf = async (picture: Sharp) => (await cleanPicture('a', await picture.toBuffer())).hash
  const [first, other] = [await hashOf(page(3).png()), await hashOf(page(5).png())]
  const copies = [await hashOf(page(3).jpeg({ quality: 60 })), await hashOf(page(3, 600).webp())]
  for (const copy of copies) expect(likeness(first, copy)).toBeGreaterThan(0.95)
  expect(likeness(first, other)).toBeLessThan(0.95)
  expect(likeness(first, first)).toBe(1)
})

it('[DSC-014] of the file that was sent is known which program has edited it, and a screenshot has no mark', async () => {
  const edited = await page(4)
    .withExif({ IFD0: { Software: 'Adobe Photoshop 26.1 (Windows)' } })
    .jpeg()
    .toBuffer()
  const clean = await cleanPicture('edited.jpg', edited)
  expect(clean.editedWith).toBe('Adobe Photoshop')
  expect(clean.bytes.includes('Photoshop')).toBe(false)
  expect((await cleanPicture('plain.png', await page(4).png().toBuffer())).editedWith).toBeNull()
})
