import type { Random } from '../../demo/random.ts'
import type { LocationRow, ProductRow } from '../../demo/world.ts'

// What the demo's MCI entities are, and what was in their files.

type Cell = string | number | boolean
type Field = readonly [code: string, name: string, type: string, base: string | null]
export type DemoEntity = {
  code: string
  name: string
  purpose: 'Policy' | 'Data'
  source: 'ManageByUserInput' | 'ManageByMergedInputs' | 'ManageByERPInput'
  /** How many of the first fields are the key. */
  keys: number
  fields: readonly Field[]
  files: readonly DemoFile[]
}
export type DemoFile = {
  name: string
  input: 'User' | 'Erp'
  state: 'Active' | 'Succeeded' | 'ValidationFailed' | 'Cancelled'
  /** Days ago. */
  age: number
  rows: readonly (readonly Cell[])[]
  faults?: readonly { row: number; field: string; code: string; facts: Record<string, string> }[]
}

export type EntitySource = { locations: readonly LocationRow[]; products: readonly ProductRow[] }

export function entitiesOf({ locations, products }: EntitySource, random: Random): DemoEntity[] {
  const some = (count: number) => random.sample(products, count).map(({ code }) => code)
  const mine = some(60)
  const erp = [...mine.slice(0, 30), ...some(70).filter((code) => !mine.includes(code))]
  return [
    {
      code: 'SAFETY',
      name: 'Güvenlik stoğu',
      purpose: 'Policy',
      source: 'ManageByMergedInputs',
      keys: 1,
      fields: [
        ['product', 'Ürün', 'Product', 'Product'],
        ['pieces', 'Adet', 'Integer', 'Value'],
      ],
      files: [
        {
          name: 'guvenlik-stogu.csv',
          input: 'User',
          state: 'Active',
          age: 41,
          rows: mine.map((code) => [code, random.int(2, 48)]),
        },
        {
          name: 'erp-guvenlik-stogu.csv',
          input: 'Erp',
          state: 'Active',
          age: 6,
          rows: erp.map((code) => [code, random.int(2, 48)]),
        },
        {
          name: 'guvenlik-stogu-yeni.csv',
          input: 'User',
          state: 'ValidationFailed',
          age: 1,
          rows: [
            ...some(24).map((code) => [code, random.int(2, 48)]),
            ['ESKI-0042', 12],
            [mine[0] ?? '', 'çok'],
          ],
          faults: [
            { row: 26, field: 'product', code: 'ReferenceUnknown', facts: { value: 'ESKI-0042' } },
            { row: 27, field: 'pieces', code: 'NotANumber', facts: { value: 'çok' } },
          ],
        },
      ],
    },
    {
      code: 'SEASON',
      name: 'Sezon takvimi',
      purpose: 'Data',
      source: 'ManageByUserInput',
      keys: 1,
      fields: [
        ['season', 'Sezon', 'Text', null],
        ['start', 'Başlangıç', 'Date', 'StartDate'],
        ['end', 'Bitiş', 'Date', 'EndDate'],
      ],
      files: [
        {
          name: 'sezonlar-2026.csv',
          input: 'User',
          state: 'Active',
          age: 210,
          rows: [
            ['Yaz 2026', '2026-04-01', '2026-09-30'],
            ['Kış 2026/27', '2026-10-01', '2027-03-31'],
          ],
        },
        {
          name: 'sezonlar-2027.csv',
          input: 'User',
          state: 'Succeeded',
          age: 2,
          rows: [
            ['Kış 2026/27', '2026-10-01', '2027-03-31'],
            ['Yaz 2027', '2027-04-01', '2027-09-30'],
            ['Kış 2027/28', '2027-10-01', '2028-03-31'],
          ],
        },
      ],
    },
    {
      code: 'EXCLUDE',
      name: 'Transfer dışı ürünler',
      purpose: 'Policy',
      source: 'ManageByUserInput',
      keys: 1,
      fields: [
        ['product', 'Ürün', 'Product', 'Product'],
        ['excluded', 'Transfer dışı', 'Flag', 'Value'],
        ['reason', 'Gerekçe', 'Text', 'Note'],
      ],
      files: [
        {
          name: 'transfer-disi.csv',
          input: 'User',
          state: 'Active',
          age: 75,
          rows: some(8).map((code) => [code, true, 'Soğuk zincir']),
        },
        {
          name: 'transfer-disi-taslak.csv',
          input: 'User',
          state: 'Cancelled',
          age: 74,
          rows: some(3).map((code) => [code, true, 'Taslak']),
        },
      ],
    },
    {
      code: 'SHELF',
      name: 'Raf kapasitesi',
      purpose: 'Policy',
      source: 'ManageByERPInput',
      keys: 2,
      fields: [
        ['location', 'Lokasyon', 'Location', 'Location'],
        ['product', 'Ürün', 'Product', 'Product'],
        // Nothing stands for the value yet, which a business rule cannot do without.
        ['shelf', 'Raf', 'Text', 'Note'],
      ],
      files: [],
    },
    {
      code: 'VISITS',
      name: 'Saha ziyaretleri',
      purpose: 'Data',
      source: 'ManageByUserInput',
      keys: 2,
      fields: [
        ['location', 'Lokasyon', 'Location', 'Location'],
        ['day', 'Gün', 'Date', 'StartDate'],
        ['rating', 'Puan', 'Decimal', null],
      ],
      files: [
        {
          name: 'ziyaretler.csv',
          input: 'User',
          state: 'Active',
          age: 12,
          rows: random
            .sample(locations, 20)
            .map(({ code }, at) => [
              code,
              `2026-10-${String((at % 28) + 1).padStart(2, '0')}`,
              (random.int(10, 50) / 10).toString(),
            ]),
        },
      ],
    },
  ]
}
