import { z } from 'zod'
import { Binary, call } from '../kit/call.ts'
import { DateOnly } from '../kit/values.ts'
import { priceUnits } from './price-units.ts'
import { averagePeriods, changeReasons, historySeries } from './words.ts'

// Historical analysis (LMA-004): series of prices in one unit, by day or as means, what changed when, and seasons.

export const historyMonths = 40
export const seriesAtOnce = 10

const asked = {
  series: z
    .array(
      z.strictObject({
        series: z.enum(historySeries),
        /** Rates are of no product. */
        fuelProduct: z.string().max(20).nullable(),
      }),
    )
    .min(1)
    .max(seriesAtOnce),
  unit: z.enum(priceUnits),
  /** By day where nothing is said. */
  average: z.enum(averagePeriods).nullable(),
  from: DateOnly,
  to: DateOnly,
}

export const PriceHistory = z.strictObject({
  /** Days, or the first days of the periods, from the first on. */
  days: z.array(DateOnly),
  series: z.array(
    z.strictObject({
      series: z.enum(historySeries),
      fuelProduct: z.string().nullable(),
      name: z.string(),
      /** In the unit; rates are TL for a dollar. Null where nothing was published. */
      values: z.array(z.string().nullable()),
      /** How many published days each mean is of; empty by day. */
      published: z.array(z.int()),
    }),
  ),
  /** The period that is still running. */
  partialFrom: DateOnly.nullable(),
  changes: z.array(
    z.strictObject({
      fuelProduct: z.string(),
      day: DateOnly,
      /** TL/M3. */
      before: z.string(),
      price: z.string(),
      percent: z.string(),
      /** Per cent of quote × rate since the change before. */
      marketMove: z.string().nullable(),
      daysSince: z.int(),
      /** $/TON. */
      impliedPremium: z.string().nullable(),
      changeReason: z.enum(changeReasons),
    }),
  ),
  /** Of each month against the twelve months around it, per cent, from the quotes in dollars. */
  seasons: z.array(
    z.strictObject({ fuelProduct: z.string(), months: z.array(z.string().nullable()).length(12) }),
  ),
})
export type PriceHistory = z.infer<typeof PriceHistory>

export const getPriceHistory = call('Lma/GetPriceHistory', {
  reads: true,
  input: z.strictObject(asked),
  output: PriceHistory,
  refusals: ['WindowTooWide'],
})

export const exportPriceHistory = call('Lma/ExportPriceHistory', {
  sharesPermission: 'GetPriceHistory',
  reads: true,
  kind: 'download',
  input: z.strictObject(asked),
  output: Binary,
  refusals: ['WindowTooWide'],
})
