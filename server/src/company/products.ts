import { sql } from 'kysely'
import { colorKind, productKind, productVariantKind } from '@kervan/contract/company/products'
import { formsOfGtin, isGtin, plainGtin } from '@kervan/contract/kit/gs1/check-digits'
import type { Actor } from '../kit/context.ts'
import type { RowOfKind, Sql } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { productTitles, productValues, variantTitles } from './file-titles.ts'
import { colorName } from './names.ts'
import { sizeName } from './pack-names.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { pricesVisible } from '../access/access.api.ts'
import {
  afterVariants,
  categoryName,
  productSearchText,
  translatedCategory,
  translations,
} from './product-search.ts'
import { pictureOf } from './picture.sql.ts'
import { barcodesOf, onHandOf, pointsOfSaleOf } from './product-stock.ts'
import { keepFilters } from './ui-filters/prepare.ts'
import { propertiesOf, propertyRules } from './properties.ts'

const seesPrices = (actor: Actor): boolean => pricesVisible(actor.company.priceVisibility, actor)

/** The products of a company (PRD-001 to PRD-003). */
export const products = serveMasterData(productKind, {
  table: 'product',
  recordType: 'product',
  columns: { category: 'category_id' },
  references: { category: { table: 'product_group', keeps: 'id' } },
  byName: ['category'],
  titles: productTitles,
  valueTitles: productValues,
  examples: { name: 'Parol 500 mg', brand: 'Atabay', season: 'NoSeason', listPrice: '12.5', packUnit: 20 },
  derived: {
    category: (value, company) => categoryName(sql`${company}`, value('category')),
    ...Object.fromEntries(
      translations('name').map((name) => [
        name.replace('name', 'category'),
        (value: (field: 'category') => Sql, company: number) =>
          translatedCategory(sql`${company}`, value('category'), name),
      ]),
    ),
    search_text: (value, company) =>
      productSearchText({
        company: sql`${company}`,
        product: sql`r.record_id`,
        code: value('code'),
        name: value('name'),
        brand: value('brand'),
        category: categoryName(sql`${company}`, value('category')),
        manufacturerCode: value('manufacturerCode'),
        translated: [
          ...(['nameEnglish', 'nameTurkish', 'nameGerman'] as const).map((name) => value(name)),
          ...translations('name').map((name) => translatedCategory(sql`${company}`, value('category'), name)),
        ],
      }),
  },
  search: sql`t.search_text`,
  computed: {
    gtin: { of: barcodesOf, searched: true },
    onHand: { of: onHandOf },
    pointsOfSale: { of: pointsOfSaleOf },
  },
  extra: { picture: () => pictureOf('t') },
  scope: (actor) => scopeOfProducts(actor, sql`t.id`),
  pricesVisible: seesPrices,
  after: keepFilters('Product'),
  rules: async (context, rows) => {
    for (const row of rows) {
      quantities(row)
      listing(row)
    }
    await propertyRules('Product')(context, rows)
  },
  properties: (context) => propertiesOf(context, 'Product'),
  usedBy: [
    {
      by: 'variants',
      find: (company, ids) =>
        sql`select v.product_id as id, v.code as name from product_variant v where v.company_id = ${company} and v.product_id = any(${ids}::uuid[])`,
    },
  ],
})

function quantities({ after, addIssue }: RowOfKind<typeof productKind>): void {
  if (!after) return
  const [minimum, maximum, pack] = [
    after['minimumQuantity'],
    after['maximumQuantity'],
    after['packUnit'],
  ].map(Number)
  if ((minimum ?? 0) > (maximum ?? 0)) addIssue('minimumQuantity', 'AboveMaximum', { limit: maximum ?? 0 })
  if ((pack ?? 1) > (maximum ?? 0)) addIssue('packUnit', 'AboveMaximum', { limit: maximum ?? 0 })
}

function listing({ after, addIssue }: RowOfKind<typeof productKind>): void {
  const [from, to] = [after?.['listedFrom'], after?.['listedTo']]
  if (typeof from === 'string' && typeof to === 'string' && from > to) addIssue('listedTo', 'BeforeListing')
}

/** A product's colours and sizes with their barcodes (PRD-001, PRD-002). */
export const productVariants = serveMasterData(productVariantKind, {
  table: 'product_variant',
  recordType: 'productVariant',
  columns: { product: 'product_id' },
  references: { product: { table: 'product', keeps: 'id' } },
  // A product of a single pack has a variant of its own code, so a list of products with barcodes makes both.
  sameAs: { code: 'product' },
  titles: variantTitles,
  valueTitles: productValues,
  scope: (actor) => scopeOfProducts(actor, sql`t.product_id`),
  pricesVisible: seesPrices,
  extra: {
    picture: (company) =>
      sql`(select ${pictureOf('pp', sql`t.color_hex`)} from product pp where pp.company_id = ${company} and pp.id = t.product_id)`,
  },
  displayAs: {
    color: (company, language) => colorName(company, language, 't.color'),
    size: (_, language) => sizeName(language, 't.size'),
  },
  rules: (_, rows) => rows.forEach(barcode),
  numbers: { gtin: { plain: plainGtin, forms: formsOfGtin } },
  after: afterVariants,
  usedBy: [
    {
      by: 'stock',
      find: (company, ids) => sql`select s.variant_id as id, s.on_hand::text as name from stock s
        where s.company_id = ${company} and s.variant_id = any(${ids}::uuid[]) and s.on_hand > 0`,
    },
  ],
})

function barcode({ after, addIssue }: RowOfKind<typeof productVariantKind>): void {
  const gtin = after?.['gtin']
  if (typeof gtin === 'string' && !isGtin(gtin)) addIssue('gtin', 'CheckDigitWrong', { value: gtin })
}

/** What colours are called in each language (PRD-002). A colour that is not named is shown as its variants say it. */
export const colors = serveMasterData(colorKind, { table: 'color', recordType: 'color' })
