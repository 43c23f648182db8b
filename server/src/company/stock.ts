import { sizeName } from './pack-names.ts'
import { stockByLocation, stockLevelKind } from '@kervan/contract/company/stock'
import { sql, type RawBuilder } from 'kysely'
import { folded } from '../kit/lists/fold.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import type { RowOfKind, MasterContext } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { stockTitles } from './file-titles.ts'
import { colorName, productName } from './names.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { locationInScope, variantInScope } from './scope.ts'

/** Stock by location. Who sees part of the company sees the stock of its own locations. */
export const stockLevels = serveMasterData(stockLevelKind, {
  table: 'stock',
  recordType: 'stockLevel',
  titles: stockTitles,
  columns: { location: 'location_id', variant: 'variant_id' },
  references: {
    location: { table: 'location', keeps: 'id' },
    variant: { table: 'product_variant', keeps: 'id', name: 'code' },
  },
  derived: { updated_at: () => sql`now()` },
  computed: {
    productName: { of: ({ company }, language) => ofVariant(company.id, productName(language)) },
    variantName: {
      of: ({ company }, language) =>
        ofVariant(
          company.id,
          sql`nullif(concat_ws(' · ', ${colorName(company.id, language, 'v.color')}, ${sizeName(language, 'v.size')}), '')`,
        ),
    },
    gtin: { of: ({ company }) => ofVariant(company.id, sql`v.gtin`) },
  },
  scope: (actor) => [
    ...locationInScope(actor, sql`t.location_id`),
    ...variantInScope(actor, sql`t.variant_id`),
  ],
  rules: notBelowReserved,
})

/** Something of the variant `v` of a level and of its product `p`. */
const ofVariant = (
  company: number,
  what: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(select ${what} from product_variant v
  join product p on p.company_id = ${company} and p.id = v.product_id where v.company_id = ${company} and v.id = t.variant_id)`

/** Open orders hold stock; what they hold cannot be counted away. */
async function notBelowReserved(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof stockLevelKind>[],
): Promise<void> {
  const ids = rows.flatMap(({ recordId, after }) => (recordId && after ? [recordId] : []))
  const { rows: held } = await sql<{ id: string; reserved: number }>`
    select id, reserved from stock where company_id = ${actor.company.id} and id = any(${ids}::uuid[]) and reserved > 0`.execute(
    tx,
  )
  const reservedOf = new Map(held.map(({ id, reserved }) => [id, reserved]))
  for (const { recordId, after, addIssue } of rows) {
    const reserved = reservedOf.get(recordId ?? '') ?? 0
    if (after && after['onHand'] < reserved) addIssue('onHand', 'BelowReserved', { reserved })
  }
}

export const stockByLocationList = serveList(
  stockByLocation,
  'kind.stockLevel.many',
  ({ actor, language }, { productId, locationId }) => ({
    from: sql`stock s
      join location l on l.company_id = s.company_id and l.id = s.location_id
      join product_variant v on v.company_id = s.company_id and v.id = s.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id`,
    where: [
      sql`s.company_id = ${actor.company.id}`,
      ...locationInScope(actor, sql`s.location_id`),
      ...scopeOfProducts(actor, sql`p.id`),
      ...(productId === null ? [] : [sql`v.product_id = ${productId}`]),
      ...(locationId === null ? [] : [sql`s.location_id = ${locationId}`]),
    ],
    id: sql`s.id`,
    columns: {
      locationCode: sql`l.code`,
      locationName: sql`l.name`,
      variantCode: sql`v.code`,
      productName: productName(language),
      color: colorName(actor.company.id, language, 'v.color'),
      size: sizeName(language, 'v.size'),
      onHand: sql`s.on_hand`,
      reserved: sql`s.reserved`,
      free: sql`greatest(0, s.on_hand - s.reserved)`,
      updatedAt: sql`s.updated_at`,
    },
    search: folded(sql`concat_ws(' ', l.code, l.name, v.code, ${productName(language)})`),
  }),
)
