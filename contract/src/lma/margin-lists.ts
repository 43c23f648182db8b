import { z } from 'zod'
import { call } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly } from '../kit/values.ts'
import { fuelGroups } from './words.ts'

// Daily margins (LMA-005): what a product would cost by an own import, and what is left of its pump price. Both have a
// row for each weekday of a window, reckoned by the formulas of `margins.ts` when it is asked for.

export const marginMonths = 12

const number = (places = 2) => column.decimal({ nullable: true, computed: true, places })
const days = {
  marginDay: column.date(),
  fuelProduct: column.code(),
  fuelProductName: column.text(),
  priceInForce: column.decimal({ nullable: true, computed: true, places: 2 }),
} as const
const asked = {
  extra: { id: z.uuid() },
  /** One product, or all of them. */
  scope: { fuelProduct: z.string().max(20).nullable(), from: DateOnly, to: DateOnly },
  search: false,
  refusals: ['WindowTooWide'],
} as const

export const importMargins = pageList('Lma/GetImportMargins', {
  columns: {
    ...days,
    quoteDay: column.date({ nullable: true }),
    marketPrice: number(),
    rateDay: column.date({ nullable: true }),
    rateInForce: number(4),
    importParity: number(),
    importMargin: number(),
    importMarginPerTon: number(),
    importMarginInDollars: number(),
    impliedPremium: number(),
  },
  ...asked,
  refusals: [...asked.refusals],
  defaultSort: [
    { column: 'marginDay', direction: 'desc' },
    { column: 'fuelProduct', direction: 'asc' },
  ],
})

export const marketMargins = pageList('Lma/GetMarketMargins', {
  columns: {
    ...days,
    blendedPrice: number(),
    pumpPrice: number(),
    exciseTax: number(4),
    stockShare: number(),
    vatRate: number(),
    marketMargin: number(4),
    marketMarginShare: number(),
  },
  ...asked,
  refusals: [...asked.refusals],
  defaultSort: [
    { column: 'marginDay', direction: 'desc' },
    { column: 'fuelProduct', direction: 'asc' },
  ],
})

/** The products that screens of prices offer to choose from. */
export const getFuelChoices = call('Lma/GetFuelChoices', {
  reads: true,
  input: z.strictObject({}),
  output: z.strictObject({
    products: z.array(z.strictObject({ code: z.string(), name: z.string(), fuelGroup: z.enum(fuelGroups) })),
  }),
  refusals: [],
})
