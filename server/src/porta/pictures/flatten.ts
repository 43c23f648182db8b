import type { Grey } from './pixels.ts'

// Screens have text on bars, buttons and selected rows, between rules. Text recognition wants black text on white, so each
// pixel is divided by the background around it, dark backgrounds are turned over, and rules are erased.

const levels = 32
const shift = 3

export type Flattened = Grey & { background: Uint8Array }

/** `textHeight`: height of the type in pixels, which says how large a background and how long a rule is. */
export function flatten(grey: Grey, textHeight: number): Flattened {
  const background = backgroundOf(grey, Math.max(2, Math.round(textHeight / 2)), Math.round(textHeight * 2.5))
  const { width, height, data } = grey
  const flat = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const behind = background[at]!
    const isDark = behind < 128
    const paper = isDark ? 255 - behind : behind
    const ink = isDark ? 255 - data[at]! : data[at]!
    flat[at] = Math.min(255, Math.round((ink * 255) / paper))
  }
  eraseRules(flat, width, height, textHeight)
  return { width, height, data: flat, background }
}

/**
 * The most frequent brightness in the window around each pixel, `2 * up + 1` high and `2 * aside + 1` wide. A histogram of
 * each column goes down row by row, and the window adds and drops columns from left to right.
 */
function backgroundOf({ width, height, data }: Grey, up: number, aside: number): Uint8Array {
  const columns = new Uint16Array(width * levels)
  const window = new Int32Array(levels)
  const background = new Uint8Array(data.length)
  const count = (row: number, by: number) => {
    for (let x = 0, at = row * width; x < width; x++, at++) {
      const bin = x * levels + (data[at]! >> shift)
      columns[bin] = columns[bin]! + by
    }
  }
  const move = (column: number, by: number) => {
    for (let level = 0, at = column * levels; level < levels; level++, at++)
      window[level] = window[level]! + by * columns[at]!
  }
  for (let row = 0; row < Math.min(up, height); row++) count(row, 1)
  for (let y = 0; y < height; y++) {
    if (y + up < height) count(y + up, 1)
    if (y - up - 1 >= 0) count(y - up - 1, -1)
    window.fill(0)
    for (let column = 0; column < Math.min(aside, width); column++) move(column, 1)
    for (let x = 0; x < width; x++) {
      if (x + aside < width) move(x + aside, 1)
      if (x - aside - 1 >= 0) move(x - aside - 1, -1)
      let best = 0
      for (let level = 1; level < levels; level++) if (window[level]! > window[best]!) best = level
      background[y * width + x] = (best << shift) + (1 << (shift - 1))
    }
  }
  return background
}

const inked = 160

/** Erases what is inked longer than letters are: five heights of the type across, one and a half down. */
function eraseRules(flat: Uint8Array, width: number, height: number, textHeight: number): void {
  const rules: number[] = []
  const look = (start: number, step: number, length: number, longest: number) => {
    let run = 0
    for (let place = 0; place <= length; place++) {
      if (place < length && flat[start + place * step]! < inked) run++
      else {
        if (run > longest) for (let back = 1; back <= run; back++) rules.push(start + (place - back) * step)
        run = 0
      }
    }
  }
  for (let y = 0; y < height; y++) look(y * width, 1, width, textHeight * 5)
  for (let x = 0; x < width; x++) look(x, width, height, textHeight * 1.5)
  for (const at of rules) flat[at] = 255
}
