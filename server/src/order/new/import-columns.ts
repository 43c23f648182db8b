import { refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import { tidyTitle } from '../../kit/excel/table-rows.ts'
import { translate } from '../../kit/messages.ts'

// The columns of an order workbook and the names people give them, folded. A file may come from our template in any of
// the three languages, or from the customer's own system.

export const importColumns = [
  'productCode',
  'quantity',
  'location',
  'deliveryDate',
  'shipmentMethod',
  'pointOfSale',
  'externalProductCode',
  'externalOrderDate',
] as const
export type ImportColumn = (typeof importColumns)[number]
/** What makes a row a header: nothing can be ordered without. */
const headerColumns: readonly ImportColumn[] = ['productCode', 'quantity']

// By rank: of two titles in one file the more exact one counts. What says the very thing comes first; a bar code comes after
// the company's own code; a word that can also mean something else (a name, a day, an amount of money) comes last.
const names: Record<ImportColumn, readonly (readonly string[])[]> = {
  productCode: [
    [
      'product code',
      'sku',
      'item code',
      'variant code',
      'urun kodu',
      'stok kodu',
      'malzeme kodu',
      'artikelnummer',
      'produktcode',
      'artikelnr',
      'artikel nr',
    ],
    ['gtin', 'barcode', 'ean', 'barkod'],
    ['product', 'item', 'urun', 'artikel', 'produkt'],
  ],
  quantity: [
    [
      'quantity',
      'qty',
      'pieces',
      'order quantity',
      'miktar',
      'adet',
      'siparis miktari',
      'menge',
      'anzahl',
      'stuck',
      'bestellmenge',
    ],
    ['amount'],
  ],
  location: [
    [
      'delivery location',
      'location code',
      'ship to',
      'ship-to',
      'teslimat lokasyonu',
      'teslimat yeri',
      'teslimat noktasi',
      'teslim yeri',
      'lokasyon kodu',
      'lieferort',
      'warenempfanger',
    ],
    ['location', 'lokasyon', 'standort'],
  ],
  deliveryDate: [
    ['delivery date', 'teslim tarihi', 'teslimat tarihi', 'lieferdatum', 'liefertermin'],
    ['requested date', 'wunschtermin'],
    ['date', 'tarih', 'datum'],
  ],
  shipmentMethod: [
    [
      'shipping type',
      'shipment method',
      'sevkiyat turu',
      'sevkiyat sekli',
      'gonderim sekli',
      'nakliye turu',
      'versandart',
      'transportart',
      'sevk sekli',
      'tasima sekli',
    ],
    ['shipping', 'transport', 'nakliye', 'versand'],
  ],
  pointOfSale: [
    ['point of sale', 'pos', 'satis noktasi', 'verkaufsstelle'],
    ['store', 'shop', 'magaza', 'filiale'],
  ],
  externalProductCode: [
    [
      'external product code',
      'your product code',
      'customer product code',
      'dis urun kodu',
      'musteri urun kodu',
      'externe artikelnummer',
      'kundenartikelnummer',
    ],
  ],
  externalOrderDate: [
    [
      'order date',
      'your order date',
      'external order date',
      'po date',
      'siparis tarihi',
      'siparis tarihiniz',
      'musteri siparis tarihi',
      'bestelldatum',
      'ihr bestelldatum',
      'kundenbestelldatum',
    ],
  ],
}

const byTitle = new Map(
  keysOf(names).flatMap((column) =>
    names[column].flatMap((ranked, rank) =>
      ranked.map((name) => [tidyTitle(name), { column, rank }] as const),
    ),
  ),
)

export type Header = {
  /** Where each column stands. */
  columns: ReadonlyMap<ImportColumn, number>
  /** The titles as the file has them, by where they stand; those of `columns` and those that nothing is read from. */
  titles: ReadonlyMap<number, string>
  /** Two titles of one meaning that are equally exact: which one counts cannot be known. */
  twice: { column: ImportColumn; titles: [string, string] } | null
}

/** Understands a row as the header when it names product and quantity. */
export function readHeader({ cells }: Pick<SheetRow, 'cells'>): Header | null {
  const titles = new Map<number, string>()
  const found = new Map<ImportColumn, { at: number; rank: number; other: string | null }>()
  cells.forEach((cell, at) => {
    const title = cell?.text.trim() ?? ''
    if (title === '') return
    titles.set(at, title)
    const means = byTitle.get(tidyTitle(title))
    if (!means) return
    const { column, rank } = means
    const before = found.get(column)
    if (!before || rank < before.rank) found.set(column, { at, rank, other: null })
    else if (rank === before.rank) before.other ??= title
  })
  if (!headerColumns.every((column) => found.has(column))) return null
  const [twice] = [...found].flatMap(([column, { at, other }]) =>
    other === null ? [] : [{ column, titles: [titles.get(at) ?? '', other] satisfies [string, string] }],
  )
  return {
    columns: new Map([...found].map(([column, { at }]) => [column, at])),
    titles,
    twice: twice ?? null,
  }
}

/** The header of one sheet. Throws `OrderColumnTwice`. */
export function clearHeader(row: SheetRow, language: Language): Header | null {
  const header = readHeader(row)
  if (header?.twice)
    throw refusal('OrderColumnTwice', {
      // A CSV file has no sheets that people could look for.
      sheet: row.sheet || 'CSV',
      column: translate(language, `order.import.column.${header.twice.column}`),
      titles: quoted(header.twice.titles),
    })
  return header
}

/** Titles of a file within a sentence. */
export const quoted = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(', ')
