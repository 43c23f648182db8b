import { z } from 'zod'
import { call } from '../kit/call.ts'
import { DateOnly } from '../kit/values.ts'
import { historyMonths } from './history.ts'
import { backtestOutcomes, priceModels } from './words.ts'

// How good expectations would have been (LMA-004): each weekday is reckoned from what was known on its afternoon, never
// from later corrections, and compared with the prices that came.

export const backtestMonths = historyMonths
/** So many weekdays after a run its error is looked at. */
export const horizons = [1, 2, 3, 5, 10] as const

const figure = z.string().nullable()

export const Backtest = z.strictObject({
  runs: z.int(),
  /** Changes that were expected and came, of those expected; and of those that came. Shares. */
  precision: figure,
  recall: figure,
  direction: figure,
  falseAlarms: z.int(),
  /** TL/M3, on the changes that were expected and came. */
  meanErrorOfHits: figure,
  /** TL/M3, on the days on which a change was expected or came. */
  meanError: figure,
  bias: figure,
  meanErrorOfNoChange: figure,
  skill: figure,
  /** The mean error so many weekdays after the run, against that of "no change". */
  horizons: z.array(
    z.strictObject({ days: z.int(), runs: z.int(), meanError: figure, meanErrorOfNoChange: figure }),
  ),
  /** Days on which a change was expected or came, the newest first. */
  events: z.array(
    z.strictObject({
      day: DateOnly,
      outcome: z.enum(backtestOutcomes),
      marketMove: z.string(),
      before: z.string(),
      expected: z.string(),
      price: z.string(),
    }),
  ),
})
export type Backtest = z.infer<typeof Backtest>

export const getBacktest = call('Lma/GetBacktest', {
  sharesPermission: 'GetPriceHistory',
  reads: true,
  input: z.strictObject({
    fuelProduct: z.string().max(20),
    from: DateOnly,
    to: DateOnly,
    /** Per cent; that of the parameters where nothing is said. So with the days back and the model. */
    thresholdRate: z
      .string()
      .regex(/^\d{1,2}(\.\d{1,4})?$/)
      .nullable(),
    quoteLag: z.int().min(0).max(10).nullable(),
    rateLag: z.int().min(0).max(10).nullable(),
    priceModel: z.enum(priceModels).nullable(),
  }),
  output: Backtest,
  refusals: ['NotFound', 'WindowTooWide'],
})
