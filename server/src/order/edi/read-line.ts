import { formsOfGtin, plainGtin } from '@kervan/contract/kit/gs1/check-digits'
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

type Coded = Pick<LineRow, 'gtin' | 'seller_code'>

/** The codes by which the product is looked for, the surest first: its GTIN in each form, then our own code. */
export const productOf = (line: Coded): string[] => [...new Set([...gtinsOf(line), ...ownCodeOf(line)])]

/** The GTIN as it is written, and in every other form in which it may be kept. */
export function gtinsOf({ gtin }: Coded): string[] {
  const bare = gtin?.trim() ?? ''
  if (bare === '') return []
  return [...new Set([bare, ...(/^\d{8,14}$/.test(bare) ? formsOfGtin(plainGtin(bare)) : [])])]
}

export function ownCodeOf({ seller_code: sellerCode }: Coded): string[] {
  const code = sellerCode?.trim() ?? ''
  return code === '' ? [] : [code]
}
