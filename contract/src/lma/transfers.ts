import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { averagePeriods, holidayRules, premiumUnits, purchaseTypes, supplierModes } from './words.ts'

// Items of the transfer price YT04 (LMA-006): a product at a terminal, and the legs by which it is supplied.

const percent = (start?: string) => field.decimal({ scale: 4, min: 0, max: 100, ...(start ? { start } : {}) })

/** A product at a terminal, from when to when. */
export const transferItemKind = masterData('transferItem', {
  group: 'Lma',
  one: 'TransferItem',
  many: 'TransferItems',
  approval: 'always',
  fields: {
    code: field.code({ key: true, max: 20 }),
    fuelProduct: field.reference('fuelProduct'),
    terminal: field.text({ max: 60, searched: true, bulk: false }),
    validFrom: field.date(),
    validTo: field.date({ optional: true }),
    /** $/M3. */
    yt04Parameter: field.decimal({ scale: 6, places: 2, min: -10_000, max: 10_000 }),
    /** Per cent of what is blended in, and what that is. */
    blendingRatio: percent('0'),
    blendedIn: field.reference('fuelProduct', { optional: true }),
    /** X-Rack service fee, TL/M3. */
    serviceFee: field.decimal({ scale: 6, places: 2, min: 0, max: 100_000 }),
    /** The mean of the quotes of the period before; the last quote alone where nothing is said. */
    averagePeriod: field.choice(averagePeriods, { words: 'averagePeriod', optional: true }),
    /** What stands for days of the period without a quote. */
    holidayRule: field.choice(holidayRules, { words: 'holidayRule', start: 'PublishedDays' }),
  },
})

/** A leg of an item. Its incoterms have a ratio each, which sum to 100 per cent. */
export const transferLegKind = masterData('transferLeg', {
  group: 'Lma',
  one: 'TransferLeg',
  many: 'TransferLegs',
  approval: 'always',
  fields: {
    transferItem: field.reference('transferItem', { key: true }),
    legNumber: field.integer({ key: true, min: 1, max: 20 }),
    fuelSupplier: field.text({ max: 120, searched: true }),
    purchaseType: field.choice(purchaseTypes, { words: 'purchaseType' }),
    purchaseRatio: percent(),
    rebateRatio: percent('0'),
    supplierMode: field.choice(supplierModes, { words: 'supplierMode' }),
    dapRatio: percent('100'),
    dapPremiumUnit: field.choice(premiumUnits, { words: 'premiumUnit', start: '$/TON' }),
    dapPremium: field.decimal({ scale: 6, places: 2, min: -100_000, max: 100_000, start: '0' }),
    fobRatio: percent('0'),
    fobPremiumUnit: field.choice(premiumUnits, { words: 'premiumUnit', start: '$/TON' }),
    fobPremium: field.decimal({ scale: 6, places: 2, min: -100_000, max: 100_000, start: '0' }),
  },
})

/** Under which keys SAP takes transfer prices; the first one by its code is used. */
export const sapConditionKind = masterData('sapCondition', {
  group: 'Lma',
  one: 'SapCondition',
  many: 'SapConditions',
  approval: true,
  fields: {
    code: field.code({ key: true, max: 10 }),
    salesOrganization: field.code({ max: 4 }),
    conditionTable: field.code({ max: 3 }),
    priceCondition: field.code({ max: 4, start: 'YT04' }),
    feeCondition: field.code({ max: 4 }),
    vendorCode: field.code({ max: 10 }),
  },
})
