import {
  bioPriceKind,
  fuelRateKind,
  importCostKind,
  lpgPriceKind,
  marketQuoteKind,
  pumpPriceKind,
} from '@kervan/contract/lma/market'
import { exact } from '@kervan/contract/lma/exact'
import { isWeekend } from '@kervan/contract/kit/days'
import { dayIn } from '../../kit/clock.ts'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { recheckAfter } from '../reckoning/recheck.ts'
import { productReference } from './reference.ts'

const today = ({ actor, now }: MasterContext): string => dayIn(actor.company.timeZone, now)

/** Quotes of the EU market that people enter: high and low of a day on which quotes are published. */
export const marketQuotes = serveMasterData(marketQuoteKind, {
  table: 'market_quote',
  recordType: 'marketQuote',
  ...productReference,
  rules: (context, rows) => rows.forEach((row) => checkQuote(row, today(context))),
  after: recheckAfter('quoteDay'),
})

function checkQuote({ after, addIssue }: RowOfKind<typeof marketQuoteKind>, now: string): void {
  if (!after) return
  if (exact(after.priceHigh).compare(exact(after.priceLow)) < 0) addIssue('priceHigh', 'HighBelowLow')
  checkDay(after.quoteDay, now, (code) => addIssue('quoteDay', code))
}

export const fuelRates = serveMasterData(fuelRateKind, {
  table: 'fuel_rate',
  recordType: 'fuelRate',
  rules: (context, rows) =>
    rows.forEach(
      ({ after, addIssue }) =>
        after && checkDay(after.rateDay, today(context), (code) => addIssue('rateDay', code)),
    ),
  after: recheckAfter('rateDay'),
})

function checkDay(day: string, now: string, addIssue: (code: string) => void): void {
  if (day > now) addIssue('PriceInFuture')
  else if (isWeekend(day)) addIssue('NoPriceAtWeekends')
}

export const lpgPrices = serveMasterData(lpgPriceKind, {
  table: 'lpg_price',
  recordType: 'lpgPrice',
  rules: (_, rows) =>
    rows.forEach(
      ({ after, addIssue }) =>
        after && !after.priceMonth.endsWith('-01') && addIssue('priceMonth', 'FirstOfMonth'),
    ),
  after: recheckAfter('priceMonth'),
})

export const bioPrices = serveMasterData(bioPriceKind, {
  table: 'bio_price',
  recordType: 'bioPrice',
  ...productReference,
})

export const importCosts = serveMasterData(importCostKind, {
  table: 'import_cost',
  recordType: 'importCost',
  ...productReference,
})

export const pumpPrices = serveMasterData(pumpPriceKind, {
  table: 'pump_price',
  recordType: 'pumpPrice',
  ...productReference,
})
