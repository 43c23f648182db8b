import type { PastedLine, PastedRow } from '@kervan/contract/order/pasted-lines'
import { formsOfGtin, plainGtin } from '@kervan/contract/kit/gs1/check-digits'
import { readScanned } from '@kervan/contract/kit/gs1/scanned'
import {
  checkImportRow,
  readQuantity,
  type CheckedRow,
  type ImportCell,
  type ImportLookups,
  type ImportVariant,
} from './check-import-row.ts'

// What pasted rows order (ORD-002, ORD-004): the rules are those of an imported row. Pure.

export type JudgedLine = {
  rows: number[]
  /** What was pasted; of several rows the first. */
  pasted: PastedRow
  variant: ImportVariant | null
  checked: CheckedRow
}

/** What a row may be found by: the text as it is, and a GTIN with and without the zeros that spreadsheets take away. */
export function codesOf(typed: string): string[] {
  const { code, gtin } = readScanned(typed)
  return gtin === null ? [code] : [...new Set([code, ...formsOfGtin(plainGtin(gtin))])]
}

/**
 * The lines that pasted rows make. Rows of one variant are added up first and checked as one, so that packs and bounds
 * are those of the sum. `lookups` know one location, which every row goes to.
 */
export function judgePasted(
  rows: readonly PastedRow[],
  lookups: ImportLookups,
  to: { locationId: string; shipmentMethod: string; deliveryDate: string; pointOfSaleId: string },
): JudgedLine[] {
  const delivery = {
    location: text(to.locationId),
    shipmentMethod: text(to.shipmentMethod),
    deliveryDate: text(to.deliveryDate),
    pointOfSale: text(to.pointOfSaleId),
  }
  const sums = new Map<string, JudgedLine & { sum: number }>()
  const lines: (JudgedLine & { sum: number })[] = []
  for (const [at, pasted] of rows.entries()) {
    const productCode = text(pasted.code)
    const variant = lookups.variant(pasted.code)
    const amount = variant ? plainQuantity(pasted.quantity) : null
    const known = amount === null ? undefined : sums.get(variant?.id ?? '')
    if (known && amount !== null) {
      known.rows.push(at + 1)
      known.sum += amount
      known.checked = check({ productCode, quantity: whole(known.sum) })
      continue
    }
    const quantity = amount === null ? text(pasted.quantity) : whole(amount)
    const line = {
      rows: [at + 1],
      pasted,
      variant,
      checked: check({ productCode, quantity }),
      sum: amount ?? 0,
    }
    lines.push(line)
    if (variant && amount !== null) sums.set(variant.id, line)
  }
  return lines

  function check(cells: { productCode: ImportCell; quantity: ImportCell }): CheckedRow {
    return checkImportRow({ ...cells, ...delivery }, lookups)
  }
}

/** Pieces that can be added to others: whole, more than none, and written so that nothing has to be confirmed. */
function plainQuantity(typed: string): number | null {
  let isClear = true
  const unclear = () => void (isClear = false)
  const read = readQuantity({ quantity: text(typed) }, () => null, unclear)
  return isClear ? read : null
}

const text = (value: string): ImportCell => ({ kind: 'text', value, text: value })
const whole = (value: number): ImportCell => ({ kind: 'number', value: String(value), text: String(value) })

/** Which cell of a pasted row a remedy is for; a delivery is chosen beside the rows and has none. */
export const remedyField = (column: string): 'code' | 'quantity' | null =>
  column === 'productCode' ? 'code' : column === 'quantity' ? 'quantity' : null

/** Whether a line goes into the cart as it is. */
export const isTaken = ({ result }: Pick<PastedLine, 'result'>): boolean =>
  result === 'Good' || result === 'Rounded'
