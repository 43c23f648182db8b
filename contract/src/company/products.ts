import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { otherLanguages } from '../kit/master-names.ts'
import { column } from '../kit/page.ts'
import { flowTypes, ProductPicture, productSeasons, recordStates } from './words.ts'

/** What a company sells (PRD-001, PRD-002). */
export const productKind = masterData('product', {
  group: 'Product',
  one: 'Product',
  many: 'Products',
  name: 'name',
  approval: true,
  computed: {
    /** The barcodes of its variants. */
    gtin: column.code({ nullable: true, sort: false }),
    onHand: column.integer({ nullable: true, sort: false, filter: false }),
    /** How many points of sale have some of it. */
    pointsOfSale: column.integer({ nullable: true, sort: false, filter: false }),
  },
  extra: { picture: ProductPicture.nullable() },
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 200, searched: true }),
    /** The node of the hierarchy, by its code. */
    category: field.reference('productGroup', { searched: true, optional: true }),
    brand: field.text({ max: 120, searched: true }),
    season: field.choice(productSeasons, { words: 'season', start: 'NoSeason' }),
    status: field.choice(recordStates, { words: 'recordState', start: 'Active' }),
    /** The days from and to which it is offered. */
    listedFrom: field.date({ optional: true, list: 'hidden' }),
    listedTo: field.date({ optional: true, list: 'hidden' }),
    description: field.text({ max: 2_000, lines: 4, optional: true, list: 'hidden' }),
    flowType: field.choice(flowTypes, {
      words: 'flow',
      section: 'ordering',
      list: 'hidden',
      start: 'Standard',
    }),
    listPrice: field.money({ price: true, section: 'ordering' }),
    packUnit: field.integer({ min: 1, max: 99_999, section: 'ordering', start: 1, list: 'hidden' }),
    minimumQuantity: field.integer({ min: 1, section: 'ordering', start: 1, list: 'hidden' }),
    maximumQuantity: field.integer({ min: 1, section: 'ordering', start: 999_999, list: 'hidden' }),
    leadTimeDays: field.integer({ max: 365, section: 'ordering', start: 2, list: 'hidden' }),
    manufacturerCode: field.code({
      max: 64,
      optional: true,
      searched: true,
      section: 'ordering',
      list: 'hidden',
    }),
    ...otherLanguages('name', { max: 200 }),
    properties: field.properties({ section: 'properties' }),
  },
})

/** A product in one colour and size, with its barcode (PRD-001). */
export const productVariantKind = masterData('productVariant', {
  group: 'Product',
  one: 'ProductVariant',
  many: 'ProductVariants',
  fields: {
    product: field.reference('product', { fixed: true, searched: true }),
    code: field.code({ key: true, max: 60 }),
    color: field.text({ max: 60, optional: true, searched: true }),
    size: field.text({ max: 40, optional: true }),
    gtin: field.code({ max: 14, optional: true, searched: true }),
    listPrice: field.money({ price: true, optional: true }),
    status: field.choice(recordStates, { words: 'recordState', start: 'Active' }),
    sortOrder: field.integer({ max: 9_999, list: 'hidden', start: 0 }),
  },
  /** Of its product, in its own colour; null as of a day. */
  extra: { picture: ProductPicture.nullable() },
})

/** What a colour is called in each language; its code is the text that variants carry (PRD-002). */
export const colorKind = masterData('color', {
  group: 'Product',
  one: 'Color',
  many: 'Colors',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 60 }),
    name: field.text({ max: 60, searched: true }),
    ...otherLanguages('name', { max: 60 }),
  },
})
