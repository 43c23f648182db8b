import { entriesOf } from '@kervan/contract/kit/typed'
import type { getProductMatrix, saveProductMatrix } from '@kervan/contract/company/product-matrix'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { isGtin } from '@kervan/contract/kit/gs1/check-digits'
import type { Language } from '@kervan/contract/kit/values'
import { bySize } from '@kervan/contract/order/sizes'
import { readDecimal, writeDecimal } from '../../kit/form/decimalText.ts'

// The matrix of a product's variants as it is filled in: what stands in which cell, what was changed, what is wrong. Pure.

export type Matrix = OutputOf<typeof getProductMatrix>
export type Variant = Matrix['variants'][number]
export type Row = InputOf<typeof saveProductMatrix>['rows'][number]
export const layers = ['gtin', 'listPrice', 'status', 'code', 'onHand'] as const
export type Layer = (typeof layers)[number]
export type Edited = Partial<Record<'gtin' | 'listPrice' | 'status' | 'code', string>>
/** What was typed, by the key of its cell. */
export type Edits = Readonly<Record<string, Edited>>

export type Cell = { key: string; color: string | null; size: string | null; variant: Variant | null }
export type Sheet = {
  columns: { key: string; label: string | null }[]
  rows: { key: string; label: string | null; cells: Cell[] }[]
}

const placeOf = (color: string | null, size: string | null) => `${color ?? ''}\n${size ?? ''}`

/**
 * Colours below one another, sizes beside. `colors` and `sizes` are those added just now. Variants that share a place
 * stand below one another under their codes.
 */
export function sheetOf(
  variants: readonly Variant[],
  colors: readonly string[] = [],
  sizes: readonly string[] = [],
): Sheet {
  const at = new Map(variants.map((variant) => [placeOf(variant.color, variant.size), variant]))
  if (at.size < variants.length)
    return {
      columns: [{ key: '', label: null }],
      rows: variants.map((variant) => ({
        key: variant.id,
        label: [variant.code, variant.color, variant.size].filter(Boolean).join(' · '),
        cells: [{ key: variant.id, color: variant.color, size: variant.size, variant }],
      })),
    }
  const allColors = distinct([...variants.map(({ color }) => color), ...colors])
  const allSizes = distinct([...variants.map(({ size }) => size), ...sizes]).toSorted((one, other) =>
    bySize(one ?? '', other ?? ''),
  )
  const orNone = (values: (string | null)[]) => (values.length > 0 ? values : [null])
  const isEmpty = allColors.length + allSizes.length === 0
  return {
    columns: isEmpty ? [] : orNone(allSizes).map((size) => ({ key: size ?? '', label: size })),
    rows: isEmpty
      ? []
      : orNone(allColors).map((color) => ({
          key: color ?? '',
          label: color,
          cells: orNone(allSizes).map((size) => {
            const variant = at.get(placeOf(color, size)) ?? null
            return { key: variant?.id ?? `new:${placeOf(color, size)}`, color, size, variant }
          }),
        })),
  }
}

const distinct = (values: readonly (string | null)[]) => [...new Set(values)]

/** What a new variant is called where nobody says otherwise. */
export const codeFor = (product: string, { color, size }: Pick<Cell, 'color' | 'size'>): string =>
  [product, color, size].filter(Boolean).join('-').replace(/\s+/g, '-').slice(0, 60)

/** What a cell shows, for editing. */
export function textOf(cell: Cell, layer: Layer, edits: Edits, language: Language): string {
  const typed = layer === 'onHand' ? undefined : edits[cell.key]?.[layer]
  if (typed !== undefined) return typed
  const held = cell.variant?.[layer] ?? ''
  return layer === 'listPrice' ? writeDecimal(String(held), language) : String(held)
}

export type Fault = 'gtinWrong' | 'priceWrong' | 'codeMissing'

/** What is wrong with what was typed, before it is sent. */
export function faultOf(layer: Layer, text: string, language: Language): Fault | null {
  const value = text.trim()
  if (layer === 'gtin') return value === '' || isGtin(value) ? null : 'gtinWrong'
  if (layer === 'listPrice')
    return value === '' || /^\d{1,13}([.]\d{1,4})?$/.test(readDecimal(value, language)) ? null : 'priceWrong'
  return layer === 'code' && value === '' ? 'codeMissing' : null
}

/** The cells that are to be saved, each with the row that is sent for it. */
export function rowsOf(sheet: Sheet, edits: Edits, language: Language): { key: string; row: Row }[] {
  return sheet.rows
    .flatMap(({ cells }) => cells)
    .flatMap((cell): { key: string; row: Row }[] => {
      const typed = edits[cell.key]
      if (!typed) return []
      const read = {
        ...(typed.gtin !== undefined && { gtin: typed.gtin.trim() || null }),
        ...(typed.listPrice !== undefined && {
          listPrice: typed.listPrice.trim() === '' ? null : readDecimal(typed.listPrice, language),
        }),
        ...(typed.status !== undefined && { status: typed.status as Variant['status'] }),
      }
      const { variant, color, size } = cell
      if (!variant)
        return [
          {
            key: cell.key,
            row: { ...read, id: null, version: null, code: (typed.code ?? '').trim(), color, size },
          },
        ]
      const changed = entriesOf(read).filter(([field, value]) => value !== (variant[field] ?? null))
      if (changed.length === 0) return []
      return [
        {
          key: cell.key,
          row: { id: variant.id, version: variant.version, ...Object.fromEntries(changed) },
        },
      ]
    })
}
