import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Sharp } from 'sharp'
import type { Box } from './pixels.ts'

// Two-dimensional codes in pictures (DSC-006). They have error correction, so what is read is right.

/** `text` has the separator of GS1 as 0x1D; `symbology` is the identifier that a scanner sends, such as `]d2`. */
export type Code = { text: string; symbology: string; box: Box }

const require = createRequire(import.meta.url)

const openReader = async () => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  // Without it, the library would fetch the program from the internet.
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(wasm).buffer },
    fireImmediately: true,
  })
  return readBarcodes
}
let reader: ReturnType<typeof openReader> | undefined

/** Most pixels that are looked at; what is larger is looked at in smaller size. */
const mostPixels = 12_000_000
/** Photographs of packs whose modules are few pixels wide are small, and only these are enlarged so far. */
const smallSide = 700

/**
 * The data matrix and QR codes of a picture (JPEG, PNG, WebP), each once, as they stand from top to bottom. A second and
 * a third look, enlarged and sharpened, follow only where the first has found none.
 */
export async function readCodes(bytes: Uint8Array): Promise<Code[]> {
  const { default: open } = await import('sharp')
  const { width, height } = await open(bytes).metadata()
  const fit = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  const grown = (by: number) => Math.max(1, Math.round(width * by))
  const first = await look(open(bytes).resize({ width: grown(fit) }), fit)
  if (first.length > 0 || fit < 1) return first
  const room = Math.sqrt(mostPixels / (width * height))
  const twice = Math.min(2, room)
  const second = await look(
    open(bytes)
      .greyscale()
      .resize({ width: grown(twice) })
      .sharpen(),
    twice,
  )
  if (second.length > 0 || Math.max(width, height) > smallSide) return second
  const sharper = open(bytes)
    .greyscale()
    .resize({ width: grown(3) })
    .sharpen({ sigma: 3, m1: 2, m2: 5 })
  return look(sharper, 3)
}

async function look(picture: Sharp, scale: number): Promise<Code[]> {
  reader ??= openReader()
  const read = await reader
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = await read(
    { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
    { formats: ['DataMatrix', 'QRCode'], textMode: 'Plain', tryHarder: true, maxNumberOfSymbols: 50 },
  )
  const codes = found
    .filter(({ isValid }) => isValid)
    .map(({ text, symbologyIdentifier, position }) => {
      const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
      const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => y / scale)]
      const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))]
      const box = {
        x,
        y,
        width: Math.round(Math.max(...xs)) - x,
        height: Math.round(Math.max(...ys)) - y,
      }
      return { text, symbology: symbologyIdentifier, box }
    })
    .toSorted((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
  return codes.filter(({ text }, at) => codes.findIndex((code) => code.text === text) === at)
}
