import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { refineries } from './words.ts'
import { refineryUnits } from './price-units.ts'

// Prices of the refineries, and what an analyst expects of them (LMA-001).

/** The price of a refinery from a day on, until the next one. */
export const refineryPriceKind = masterData('refineryPrice', {
  group: 'Lma',
  one: 'RefineryPrice',
  many: 'RefineryPrices',
  order: 'validFrom',
  newestFirst: true,
  approval: 'always',
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    refinery: field.choice(refineries, { words: 'refinery', key: true }),
    validFrom: field.date({ key: true }),
    price: field.decimal({ scale: 6, places: 2, min: 0.000001, max: 10_000_000 }),
    refineryUnit: field.choice(refineryUnits, { words: 'refineryUnit', start: 'TL/M3' }),
    /** Quote ($/TON) and rate on which it was set, where they differ from those of the day before. */
    baseQuote: field.decimal({
      scale: 6,
      places: 2,
      min: 0.000001,
      max: 1_000_000,
      optional: true,
      list: 'hidden',
    }),
    baseRate: field.decimal({
      scale: 6,
      places: 4,
      min: 0.000001,
      max: 1_000_000,
      optional: true,
      list: 'hidden',
    }),
    reason: field.text({ max: 300, optional: true, lines: 2 }),
  },
})

/** What an analyst expects of a price beside what is calculated. */
export const localExpectationKind = masterData('localExpectation', {
  group: 'Lma',
  one: 'LocalExpectation',
  many: 'LocalExpectations',
  order: 'expectedFor',
  newestFirst: true,
  fields: {
    fuelProduct: field.reference('fuelProduct', { key: true }),
    expectedFor: field.date({ key: true }),
    price: field.decimal({ scale: 6, places: 2, min: 0.000001, max: 10_000_000 }),
    refineryUnit: field.choice(refineryUnits, { words: 'refineryUnit', start: 'TL/M3' }),
    note: field.text({ max: 300, optional: true, lines: 2 }),
  },
})
