import { columnsBy, tidyTitle, type FoundColumns } from '../../kit/excel/table-rows.ts'
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

const byTitle = new Map(
  keysOf(names).flatMap((column) => names[column].map((name) => [tidyTitle(name), column] as const)),
)

export type Header = FoundColumns<ImportColumn>

/** Understands a row as the header when it names product and quantity. */
export function readHeader({ cells }: SheetRow): Header | null {
  const found = columnsBy(byTitle, cells)
  return requiredColumns.every((column) => found.columns.has(column)) ? found : null
}
