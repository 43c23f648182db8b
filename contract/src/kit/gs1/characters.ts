import type { PartType } from './identifiers.ts'

// The characters that GS1 allows, in its own order.

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Character set 82: what serial numbers, lots and most other values are made of. */
export const characters82 = `!"%&'()*+,-./${digits}:;<=>?${capitals}_${letters}`

const foreign: Readonly<Record<PartType, RegExp>> = {
  N: /[^0-9]/,
  X: new RegExp(`[^${characters82.replace(/[-\\]/g, String.raw`\$&`)}]`),
  Y: /[^-#/0-9A-Z]/,
  Z: /[^-_=0-9A-Za-z]/,
}

/** Where the first character stands that the type does not allow; -1 where there is none. */
export const firstForeign = (type: PartType, text: string): number => text.search(foreign[type])
