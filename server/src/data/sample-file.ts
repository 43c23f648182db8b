import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { locationKind } from '@kervan/contract/company/locations'
import { productKind, productVariantKind } from '@kervan/contract/company/products'
import { stockLevelKind } from '@kervan/contract/company/stock'
import { sampleMark } from '@kervan/contract/data/file-sets'
import { workbookType } from '@kervan/contract/kit/call'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { Language } from '@kervan/contract/kit/values'
import { writeWorkbook } from '../kit/excel/write-workbook.ts'
import { sayField } from '../kit/master/words.ts'
import { translate } from '../kit/messages.ts'

const articles = 20
const places = ['Kadıköy', 'Çankaya', 'Bornova'] as const
const cities = ['İstanbul', 'Ankara', 'İzmir'] as const

/** A workbook with what a company needs to try an order, in the reader's language: a sheet for each kind. */
export async function sampleFile(
  language: Language,
): Promise<{ name: string; type: string; body: Buffer; sha256: Buffer }> {
  const say = (word: string, number: number) => translate(language, `fileSets.sample.${word}`, { number })
  const warehouse = `${sampleMark}W1`
  const customer = (at: number) => `${sampleMark}C${at + 1}`
  const product = (at: number) => `${sampleMark}P${String(at + 1).padStart(2, '0')}`
  const all = Array.from({ length: articles }, (_, at) => at)
  const type = (word: string) => translate(language, `state.locationType.${word}`)
  const sheets = [
    sheet(language, businessRelationKind, {
      code: places.map((_, at) => customer(at)),
      name: places.map((_, at) => say('customer', at + 1)),
      relationType: places.map(() => translate(language, 'state.relationType.Customer')),
      city: [...cities],
    }),
    sheet(language, locationKind, {
      code: [warehouse, ...places.map((_, at) => `${sampleMark}L${at + 1}`)],
      name: [say('warehouse', 1), ...places.map((_, at) => say('place', at + 1))],
      locationType: [
        type('PrimaryCompanyDistributionCenter'),
        ...places.map(() => type('PrimaryPointOfSales')),
      ],
      city: ['İstanbul', ...cities],
      district: ['Tuzla', ...places],
      customer: ['', ...places.map((_, at) => customer(at))],
    }),
    sheet(language, productKind, {
      code: all.map(product),
      name: all.map((at) => say('product', at + 1)),
      brand: all.map(() => say('brand', 1)),
      listPrice: all.map((at) => String(20 + at)),
    }),
    sheet(language, productVariantKind, {
      product: all.map(product),
      code: all.map((at) => `${product(at)}-1`),
    }),
    sheet(language, stockLevelKind, {
      location: all.map(() => warehouse),
      variant: all.map((at) => `${product(at)}-1`),
      onHand: all.map(() => '500'),
    }),
  ]
  const body = await buffer(writeWorkbook({ sheets }))
  const sha256 = createHash('sha256').update(body).digest()
  return { name: `${translate(language, 'fileSets.sample.file')}.xlsx`, type: workbookType, body, sha256 }
}

/** A sheet of texts: the values of each field, one below the other. */
function sheet(
  language: Language,
  kind: Pick<ImportKind, 'key' | 'fields'>,
  values: Readonly<Record<string, readonly string[]>>,
) {
  const columns = Object.entries(values)
  const [, first = []] = columns[0] ?? []
  return {
    name: translate(language, `kind.${kind.key}.many`),
    columns: columns.map(([field]) => ({
      header: sayField(language, kind, field),
      kind: 'text' as const,
      width: 20,
    })),
    rows: first.map((_, at) => columns.map(([, column]) => column[at] ?? '')),
  }
}
