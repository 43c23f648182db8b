import type { Sharp } from 'sharp'

// What the steps of reading a picture have in common: places in it, and its brightness.

/** A place in the picture, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/** Brightness of each pixel, 0 black to 255 white. */
export type Grey = { width: number; height: number; data: Uint8Array }

/** The smallest box around all of these. */
export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

export function scaled({ x, y, width, height }: Box, by: number): Box {
  return {
    x: Math.round(x * by),
    y: Math.round(y * by),
    width: Math.round(width * by),
    height: Math.round(height * by),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The brightness of what a pipeline makes; transparent places are white. */
export async function greyOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
