import type { Delivery } from '@kervan/contract/order/cart'
import type { RoundingStrategy } from '@kervan/contract/order/words'
import { useSaver, useSaverState } from './cart.ts'
import { placeOf, type Draft } from './cartSaver.ts'
import type { Matrix, Product, Variant } from './matrix.ts'
import { judgeQuantity, type JudgedQuantity, type QuantityRule } from './quantity.ts'
import type { Hint } from './RowHints.tsx'

export type SheetOf = {
  product: Product
  matrix: Matrix
  delivery: Delivery
  rounding: RoundingStrategy
  quantities: ReadonlyMap<string, number>
}
export type Sheet = ReturnType<typeof useSheet>

/** What stands in the cells: the server's quantities under what has been typed since. */
export function useSheet({ product, delivery, rounding, quantities }: SheetOf) {
  const saver = useSaver()
  const { drafts, rounded } = useSaverState()
  const rule: QuantityRule = {
    packUnit: product.packUnit,
    minimumQuantity: product.minimumQuantity,
    maximumQuantity: product.maximumQuantity,
    rounding,
  }
  const place = ({ variantId }: Variant) => placeOf(delivery, variantId)
  const textOf = (variant: Variant): string =>
    drafts.get(place(variant))?.text ?? String(quantities.get(variant.variantId) || '')
  const judge = (variant: Variant): JudgedQuantity => judgeQuantity(textOf(variant), rule)
  const countOf = (variant: Variant): number => {
    const judged = judge(variant)
    return judged.is === 'fit' || judged.is === 'noPack' ? judged.quantity : 0
  }
  /** `typing`: the cell the hand is still in; no full pack there may be half a number. */
  const draftOf = (text: string, typing: boolean): Draft => {
    const judged = judgeQuantity(text, rule)
    if (judged.is === 'fit') return { text, quantity: judged.quantity }
    return { text, quantity: judged.is === 'noPack' && !typing ? judged.quantity : null }
  }
  const type = (values: ReadonlyMap<string, string>, typing?: string) =>
    saver.type(
      delivery,
      product.id,
      new Map([...values].map(([variantId, text]) => [variantId, draftOf(text, variantId === typing)])),
    )
  return {
    textOf,
    judge,
    type,
    rule,
    countOf,
    sumOf: (cells: readonly (Variant | null)[]) =>
      cells.reduce((sum, variant) => sum + (variant ? countOf(variant) : 0), 0),
    isDraft: (variant: Variant) => drafts.has(place(variant)),
    isShort: (variant: Variant) => countOf(variant) > variant.available,
    roundedOf: (variant: Variant) => rounded.get(place(variant)) ?? null,
    acknowledge: (variant: Variant) => saver.acknowledge(place(variant)),
    forget: (variant: Variant) => saver.forget([place(variant)]),
    left: (variant: Variant) => {
      const draft = drafts.get(place(variant))
      if (draft && draft.quantity === null && judge(variant).is === 'noPack')
        type(new Map([[variant.variantId, draft.text]]))
    },
  }
}

/** What stands under a row: each cell that was rounded or cannot be ordered, and the ways out. */
export function hintsOf(
  cells: readonly (Variant | null)[],
  row: number,
  matrix: Matrix,
  product: Product,
  sheet: Sheet,
): Hint[] {
  return cells.flatMap((variant, column): Hint[] => {
    if (!variant) return []
    const name = cellName(
      matrix.rows[row]?.label ?? null,
      matrix.columns[column]?.label ?? null,
      product.productName,
    )
    const judged = sheet.judge(variant)
    const base = {
      key: variant.variantId,
      name,
      pack: product.packUnit,
      onUse: (quantity: number) => sheet.type(new Map([[variant.variantId, String(quantity)]])),
      onForget: () => sheet.forget(variant),
    }
    const rounded = sheet.roundedOf(variant)
    switch (judged.is) {
      case 'fit':
        return rounded
          ? [
              {
                ...base,
                is: 'rounded',
                asked: rounded.asked,
                set: rounded.set,
                use: otherSide(rounded.asked, rounded.set, sheet.rule),
                onForget: () => sheet.acknowledge(variant),
              },
            ]
          : []
      case 'noNumber':
        return [{ ...base, is: 'noNumber', text: sheet.textOf(variant), use: [] }]
      case 'noPack':
        return [{ ...base, is: 'noPack', quantity: judged.quantity, set: judged.set, use: judged.use }]
      case 'outOfBounds':
        return [
          {
            ...base,
            is: 'outOfBounds',
            quantity: judged.quantity,
            use: judged.use,
            minimum: product.minimumQuantity,
            maximum: product.maximumQuantity,
          },
        ]
    }
  })
}

/** The full pack that was not chosen by rounding. */
function otherSide(asked: number, set: number, rule: QuantityRule): number[] {
  const judged = judgeQuantity(String(asked), rule)
  return judged.is === 'noPack' ? judged.use.filter((one) => one !== set) : []
}

/** What a cell is called: colour and size, or the product where it has neither. */
export const cellName = (color: string | null, size: string | null, product: string): string =>
  [color, size].filter((part) => part !== null).join(' ') || product
