import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { languages } from '../kit/values.ts'
import { calendars, componentRoles, dayParts, fuelMails } from './words.ts'

// Parameters beside those of a product (LMA-007): taxes, calendars, blends, codes for other systems, who is told of what.

const percent = (options: { start?: string; bulk?: boolean } = {}) =>
  field.decimal({ scale: 4, min: 0, max: 100, ...options })

/** Taxes of a product from when to when. */
export const fuelTaxKind = masterData('fuelTax', {
  group: 'Lma',
  one: 'FuelTax',
  many: 'FuelTaxes',
  order: 'validFrom',
  newestFirst: true,
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    /** Special consumption tax, TL/L. */
    exciseTax: field.decimal({ scale: 6, places: 4, min: 0, max: 1_000 }),
    /** The regulator's share of the stock, TL/M3. */
    stockShare: field.decimal({ scale: 6, places: 2, min: 0, max: 100_000 }),
    vatRate: percent(),
    /** Per cent of a change that is taken from the tax or returned to it. */
    slidingShare: percent({ start: '0' }),
    /** The tax never exceeds this, TL/L. */
    baseTax: field.decimal({ scale: 6, places: 2, min: 0, max: 1_000, optional: true }),
  },
})

/** A day that the calendar reckons otherwise than the holidays that are known. */
export const fuelDayKind = masterData('fuelDay', {
  group: 'Lma',
  one: 'FuelDay',
  many: 'FuelDays',
  order: 'day',
  newestFirst: true,
  approval: true,
  fields: {
    day: field.date({ key: true }),
    fuelCalendar: field.choice(calendars, { words: 'fuelCalendar', key: true }),
    dayPart: field.choice(dayParts, { words: 'dayPart' }),
    name: field.text({ max: 120, searched: true }),
    note: field.text({ max: 300, optional: true, lines: 2, list: 'hidden' }),
  },
})

/** A blend with its components by volume, from when to when; the ratios sum to 100 per cent. */
export const blendedProductKind = masterData('blendedProduct', {
  group: 'Lma',
  one: 'BlendedProduct',
  many: 'BlendedProducts',
  name: 'name',
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    code: field.code({ key: true, max: 20 }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    name: field.text({ max: 120, searched: true }),
    mainProduct: field.reference('fuelProduct'),
    mainRatio: percent({ bulk: false }),
    firstComponent: field.reference('fuelProduct'),
    firstRatio: percent({ bulk: false }),
    secondComponent: field.reference('fuelProduct', { optional: true }),
    secondRatio: field.decimal({ scale: 4, min: 0, max: 100, optional: true, bulk: false }),
    note: field.text({ max: 300, optional: true, lines: 2, list: 'hidden' }),
  },
})

/** Codes by which other systems know a product at a place. */
export const apiParameterKind = masterData('apiParameter', {
  group: 'Lma',
  one: 'ApiParameter',
  many: 'ApiParameters',
  approval: true,
  fields: {
    productReferenceCode: field.code({ key: true, max: 40 }),
    locationReferenceCode: field.code({ key: true, max: 40 }),
    fuelProduct: field.reference('fuelProduct'),
    terminal: field.text({ max: 60, searched: true }),
    blendingRatio: percent({ start: '0' }),
    furtherParameter: field.text({ max: 120, optional: true }),
    componentRole: field.choice(componentRoles, { words: 'componentRole', start: 'Main' }),
  },
})

/** Who is told of what by mail. */
export const fuelContactKind = masterData('fuelContact', {
  group: 'Lma',
  one: 'FuelContact',
  many: 'FuelContacts',
  fields: {
    email: field.email({ key: true }),
    name: field.text({ max: 120, optional: true, searched: true }),
    language: field.choice(languages, { words: 'language' }),
    fuelMails: field.choices(fuelMails, { words: 'fuelMail' }),
  },
})

/** What the board plans of a product for a month, by its first day. */
export const boardPlanKind = masterData('boardPlan', {
  group: 'Lma',
  one: 'BoardPlan',
  many: 'BoardPlans',
  order: 'planMonth',
  newestFirst: true,
  approval: 'always',
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    planMonth: field.date({ key: true }),
    /** $/TON, TL for a dollar, $/TON, TL/L. */
    planQuote: field.decimal({ scale: 6, places: 2, min: 0.000001, max: 1_000_000 }),
    planRate: field.decimal({ scale: 6, places: 4, min: 0.000001, max: 1_000_000 }),
    planPremium: field.decimal({ scale: 6, places: 2, min: -10_000, max: 10_000 }),
    planMargin: field.decimal({ scale: 6, places: 2, min: -1_000, max: 1_000 }),
  },
})
