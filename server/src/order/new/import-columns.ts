import { fold } from '../../kit/lists/fold.ts'
import { keysOf } from '@kervan/contract/kit/typed'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'

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
export const requiredColumns: readonly ImportColumn[] = ['productCode', 'quantity']

const names: Record<ImportColumn, readonly string[]> = {
  productCode: [
    'product code',
    'product',
    'sku',
    'item',
    'item code',
    'variant code',
    'gtin',
    'barcode',
    'ean',
    'urun kodu',
    'urun',
    'stok kodu',
    'malzeme kodu',
    'barkod',
    'artikelnummer',
    'artikel',
    'produktcode',
    'produkt',
    'artikelnr',
    'artikel nr',
  ],
  quantity: [
    'quantity',
    'qty',
    'amount',
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
  location: [
    'delivery location',
    'location',
    'location code',
    'ship to',
    'ship-to',
    'teslimat yeri',
    'teslimat noktasi',
    'teslim yeri',
    'lokasyon',
    'lokasyon kodu',
    'lieferort',
    'standort',
    'warenempfanger',
  ],
  deliveryDate: [
    'delivery date',
    'date',
    'requested date',
    'teslim tarihi',
    'teslimat tarihi',
    'tarih',
    'lieferdatum',
    'liefertermin',
    'datum',
    'wunschtermin',
  ],
  shipmentMethod: [
    'shipping type',
    'shipment method',
    'shipping',
    'transport',
    'sevkiyat turu',
    'sevkiyat sekli',
    'gonderim sekli',
    'nakliye',
    'nakliye turu',
    'versandart',
    'versand',
    'transportart',
    'sevk sekli',
    'tasima sekli',
  ],
  pointOfSale: [
    'point of sale',
    'pos',
    'store',
    'shop',
    'satis noktasi',
    'magaza',
    'verkaufsstelle',
    'filiale',
  ],
  externalProductCode: [
    'external product code',
    'your product code',
    'customer product code',
    'dis urun kodu',
    'musteri urun kodu',
    'externe artikelnummer',
    'kundenartikelnummer',
  ],
  externalOrderDate: [
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
}

const byName = new Map(
  keysOf(names).flatMap((column) => names[column].map((name) => [name, column] as const)),
)

export type Header = { columns: Map<ImportColumn, number>; titles: Map<ImportColumn, string> }

/** Understands a row as the header when it names product and quantity; the first column of a name counts. */
export function readHeader(row: SheetRow): Header | null {
  const columns = new Map<ImportColumn, number>()
  const titles = new Map<ImportColumn, string>()
  row.cells.forEach((cell, at) => {
    const column =
      cell?.kind === 'text'
        ? byName.get(
            fold(cell.value)
              .replace(/[*:().]+/g, '')
              .trim(),
          )
        : undefined
    if (!column || columns.has(column) || !cell) return
    columns.set(column, at)
    titles.set(column, cell.value.trim())
  })
  return requiredColumns.every((column) => columns.has(column)) ? { columns, titles } : null
}
