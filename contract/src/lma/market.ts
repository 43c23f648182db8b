import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { lpgSuppliers } from './words.ts'
import { marketUnits } from './price-units.ts'

// Market data that people enter (LMA-002); what sources send stands beside them and goes before them by its priority.

const price = () => field.decimal({ scale: 6, places: 2, min: 0.000001, max: 1_000_000 })
/** High and low go together, so neither is changed for many records at once. */
const bound = () => field.decimal({ scale: 6, places: 2, min: 0.000001, max: 1_000_000, bulk: false })
const note = () => field.text({ max: 300, optional: true, lines: 2, list: 'hidden' })

/** High and low of the EU market on a day. */
export const marketQuoteKind = masterData('marketQuote', {
  group: 'Lma',
  one: 'MarketQuote',
  many: 'MarketQuotes',
  order: 'quoteDay',
  newestFirst: true,
  approval: 'always',
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    quoteDay: field.date({ key: true }),
    priceHigh: bound(),
    priceLow: bound(),
    marketUnit: field.choice(marketUnits, { words: 'marketUnit', start: '$/TON' }),
    note: note(),
  },
})

/** What a bank gives and takes for one unit of a currency on a day. */
export const fuelRateKind = masterData('fuelRate', {
  group: 'Lma',
  one: 'FuelRate',
  many: 'FuelRates',
  order: 'rateDay',
  newestFirst: true,
  approval: 'always',
  fields: {
    rateDay: field.date({ key: true }),
    currencyCode: field.currency({ key: true }),
    buying: field.decimal({ scale: 6, places: 4, min: 0.000001, max: 1_000_000, optional: true }),
    selling: field.decimal({ scale: 6, places: 4, min: 0.000001, max: 1_000_000 }),
    bulletin: field.text({ max: 20, optional: true }),
  },
})

/** Contract prices of LPG for a month, by its first day. */
export const lpgPriceKind = masterData('lpgPrice', {
  group: 'Lma',
  one: 'LpgPrice',
  many: 'LpgPrices',
  order: 'priceMonth',
  newestFirst: true,
  approval: 'always',
  fields: {
    priceMonth: field.date({ key: true }),
    lpgSupplier: field.choice(lpgSuppliers, { words: 'lpgSupplier', key: true }),
    propane: price(),
    butane: price(),
  },
})

/** What is blended in costs this from a day on. */
export const bioPriceKind = masterData('bioPrice', {
  group: 'Lma',
  one: 'BioPrice',
  many: 'BioPrices',
  order: 'validFrom',
  newestFirst: true,
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    price: price(),
    marketUnit: field.choice(marketUnits, { words: 'marketUnit', start: '$/TON' }),
    note: note(),
  },
})

/** What an own import costs beyond the quote: premium in $/TON, costs within the country in TL/M3 (LMA-005). */
export const importCostKind = masterData('importCost', {
  group: 'Lma',
  one: 'ImportCost',
  many: 'ImportCosts',
  order: 'validFrom',
  newestFirst: true,
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    importPremium: field.decimal({ scale: 6, places: 2, min: -10_000, max: 10_000 }),
    domesticCost: field.decimal({ scale: 6, places: 2, min: 0, max: 1_000_000 }),
  },
})

/** The price at the pump of a region, TL/L with all taxes (LMA-005). */
export const pumpPriceKind = masterData('pumpPrice', {
  group: 'Lma',
  one: 'PumpPrice',
  many: 'PumpPrices',
  order: 'validFrom',
  newestFirst: true,
  approval: true,
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    validFrom: field.date({ key: true }),
    price: field.decimal({ scale: 5, places: 2, min: 0.00001, max: 100_000 }),
    note: note(),
  },
})
