import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { fuelGroups, priceModels, priceSources } from './words.ts'
import { marketUnits } from './price-units.ts'

// What prices are kept of, and how they are reckoned (LMA-007): products, their parameters, symbols of the sources.

/** A product of the fuel price module: a fuel, LPG, or what is blended in. */
export const fuelProductKind = masterData('fuelProduct', {
  group: 'Lma',
  one: 'FuelProduct',
  many: 'FuelProducts',
  name: 'name',
  approval: true,
  fields: {
    code: field.code({ key: true, max: 20 }),
    name: field.text({ max: 120, searched: true }),
    fuelGroup: field.choice(fuelGroups, { words: 'fuelGroup' }),
    /** Barrels of a tonne; without them the barrel is the physical one. */
    barrelsPerTon: field.decimal({ scale: 4, min: 0.0001, max: 20, optional: true }),
  },
})

/** How a product's price is reckoned, from when to when. */
export const fuelParameterKind = masterData('fuelParameter', {
  group: 'Lma',
  one: 'FuelParameter',
  many: 'FuelParameters',
  order: 'validFrom',
  newestFirst: true,
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    /** t/m³. */
    density: field.decimal({ scale: 5, min: 0.00001, max: 2, bulk: false }),
    /** Per cent of quote × rate. */
    thresholdRate: field.decimal({ scale: 4, min: 0, max: 100 }),
    /** The quote is that of the last published day so many days before the decision or earlier. */
    quoteLag: field.integer({ min: 0, max: 10, start: 1 }),
    rateLag: field.integer({ min: 0, max: 10, start: 0 }),
    /** $/TON in place of the premium that the price in force implies. */
    fixedPremium: field.decimal({ scale: 6, min: -10_000, max: 10_000, optional: true }),
    priceModel: field.choice(priceModels, { words: 'priceModel', start: 'Formula' }),
    /** Per cent of the mix; LPG alone. */
    propaneShare: field.decimal({ scale: 4, min: 0, max: 100, optional: true }),
  },
})

/** A symbol of a source: what it quotes, in which unit, and how long it lives. */
export const marketSymbolKind = masterData('marketSymbol', {
  group: 'Lma',
  one: 'MarketSymbol',
  many: 'MarketSymbols',
  order: 'priority',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    code: field.code({ key: true, max: 40 }),
    priceSource: field.choice(priceSources, { words: 'priceSource', key: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    fuelProduct: field.reference('fuelProduct'),
    marketUnit: field.choice(marketUnits, { words: 'marketUnit', start: '$/TON' }),
    /** What a value is multiplied with before it is a price of the unit. */
    factor: field.decimal({ scale: 6, min: 0.000001, max: 1_000_000, start: '1' }),
    /** Of several sources of a day the one with the lowest number counts. */
    priority: field.integer({ min: 1, max: 99, start: 1 }),
  },
})
