import { ediPieceUnits, type EdiReason } from '@kervan/contract/order/edi'
import type { LineRow } from './messages.sql.ts'

// What single values of a line mean. Pure.

export type Refused = { reason: EdiReason; facts: Record<string, string | number> }

/** How many pieces a line asks for. Units of weight, length or packing are refused: what they hold is not agreed. */
export function piecesOf(quantity: string | null, unit: string | null): number | Refused {
  if (quantity === null) return { reason: 'QuantityMissing', facts: {} }
  if (!ediPieceUnits.includes((unit ?? '').trim().toUpperCase()))
    return { reason: 'UnitUnknown', facts: { unit: unit ?? '' } }
  const value = Number(quantity)
  const isWhole = Number.isSafeInteger(value) && value >= 1 && value <= 999_999_999
  return isWhole ? value : { reason: 'QuantityNotWhole', facts: { quantity } }
}

/** The codes by which the product is looked for, the surest first: its GTIN in each length, then our own code. */
export function productOf({
  gtin,
  seller_code: sellerCode,
}: Pick<LineRow, 'gtin' | 'seller_code'>): string[] {
  const bare = gtin?.trim() ?? ''
  const isNumber = /^\d{8,14}$/.test(bare)
  const short = isNumber ? bare.replace(/^0+/, '') : ''
  const gtins = isNumber
    ? [bare, short.padStart(13, '0'), short.padStart(14, '0'), short.padStart(8, '0')]
    : [bare]
  return [...new Set([...gtins, sellerCode?.trim() ?? ''])].filter((code) => code !== '')
}
