import { averages, periodEnd, periodStart } from '@kervan/contract/lma/calendar'
import { exact, type Exact } from '@kervan/contract/lma/exact'
import {
  exportPriceHistory,
  getPriceHistory,
  historyMonths,
  type PriceHistory,
} from '@kervan/contract/lma/history'
import { seasonalIndex } from '@kervan/contract/lma/seasons'
import { digitsOf } from '@kervan/contract/lma/units'
import { workbookType, type InputOf } from '@kervan/contract/kit/call'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { writeWorkbook } from '../../kit/excel/write-workbook.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { assertWindow } from '../margins/days.sql.ts'
import { changesOf } from './changes.ts'
import {
  asOf,
  inUnit,
  readPrices,
  readProducts,
  readPumpPrices,
  readQuotes,
  readRates,
  weekdays,
  type Dated,
  type ProductFacts,
} from './points.ts'

type Asked = InputOf<typeof getPriceHistory>
type Context = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>

export const getPriceHistoryHandler = handle(getPriceHistory, (context) => historyOf(context, context.input))

/** Series, means, changes and seasons of a window (LMA-004). */
async function historyOf({ tx, actor, now, language }: Context, asked: Asked): Promise<PriceHistory> {
  assertWindow(asked, historyMonths)
  const company = actor.company.id
  const today = dayIn(actor.company.timeZone, now)
  const to = asked.to < today ? asked.to : today
  const isOpen = !seesPartOnly(actor)
  const all = isOpen ? await readProducts(tx, company) : []
  const wanted = all.filter(({ code }) => asked.series.some(({ fuelProduct }) => fuelProduct === code))
  const rates = isOpen ? await readRates(tx, company, asked.from, to) : []
  const quotes = await readQuotes(tx, company, wanted, asked.from, to)
  const prices = await readPrices(tx, company, wanted, asked.from, to)
  const rateAt = asOf(rates)
  const days = weekdays(asked.from, to)
  const series = []
  for (const { series: kind, fuelProduct } of asked.series) {
    const product = wanted.find(({ code }) => code === fuelProduct)
    const points =
      kind === 'ExchangeRate'
        ? rates.filter(({ day }) => day >= asked.from).map(({ day, value }) => ({ day, value: exact(value) }))
        : product
          ? await pointsOf(kind, product)
          : []
    const name = `${translate(language, `state.historySeries.${kind}`)}${kind === 'ExchangeRate' ? '' : ` · ${product?.name ?? fuelProduct ?? ''}`}`
    series.push({ series: kind, fuelProduct, name, points })
  }
  const shown = series.map(({ points }) =>
    asked.average === null
      ? points.map(({ day, value }) => ({ day, value, days: 0 }))
      : averages(points, asked.average, today).map(({ from, value, days: count }) => ({
          day: from,
          value,
          days: count,
        })),
  )
  const heads = [...new Set(shown.flatMap((of) => of.map(({ day }) => day)))].toSorted()
  const last = heads.at(-1)
  return {
    days: heads,
    series: series.map((one, at) => {
      const byDay = new Map(shown[at]?.map((point) => [point.day, point]))
      const digits = one.series === 'ExchangeRate' ? 4 : digitsOf[asked.unit]
      return {
        series: one.series,
        fuelProduct: one.fuelProduct,
        name: one.name,
        values: heads.map((day) => byDay.get(day)?.value.toFixed(digits) ?? null),
        published: asked.average === null ? [] : heads.map((day) => byDay.get(day)?.days ?? 0),
      }
    }),
    partialFrom:
      asked.average !== null &&
      last !== undefined &&
      periodEnd(periodStart(last, asked.average), asked.average) >= today
        ? last
        : null,
    changes: wanted
      .filter(({ code }) =>
        asked.series.some((one) => one.series === 'RefineryPrice' && one.fuelProduct === code),
      )
      .flatMap((product) =>
        changesOf(product, prices.get(product.id) ?? [], quotes.get(product.id) ?? [], rateAt, asked.from),
      )
      .toSorted((a, b) => b.day.localeCompare(a.day)),
    seasons: wanted
      .filter(({ code }) =>
        asked.series.some((one) => one.series === 'MarketPrice' && one.fuelProduct === code),
      )
      .map((product) => ({
        fuelProduct: product.code,
        months: seasonsOf(quotes.get(product.id) ?? [], today),
      })),
  }

  async function pointsOf(
    kind: Asked['series'][number]['series'],
    product: ProductFacts,
  ): Promise<Dated<Exact>[]> {
    if (kind === 'MarketPrice')
      return (quotes.get(product.id) ?? []).flatMap(({ day, value }) => {
        const of = day < asked.from ? null : inUnit(value, '$/TON', asked.unit, day, product, rateAt)
        return of ? [{ day, value: of }] : []
      })
    if (kind === 'PumpPrice') {
      const pump = asOf(await readPumpPrices(tx, company, product.id, to))
      return stepsOf(product, 'TL/L', (day) => pump(day)?.value ?? null)
    }
    const inForce = asOf((prices.get(product.id) ?? []).map((row) => ({ day: row.day, value: row })))
    return days.flatMap((day) => {
      const row = inForce(day)?.value
      if (!row) return []
      const value = inUnit(exact(row.price), row.unit, asked.unit, day, product, rateAt)
      return value ? [{ day, value }] : []
    })
  }

  function stepsOf(product: ProductFacts, unit: 'TL/L', at: (day: string) => string | null): Dated<Exact>[] {
    return days.flatMap((day) => {
      const price = at(day)
      const value = price === null ? null : inUnit(exact(price), unit, asked.unit, day, product, rateAt)
      return value ? [{ day, value }] : []
    })
  }
}

function seasonsOf(quotes: readonly Dated<Exact>[], today: string): (string | null)[] {
  const months = averages(quotes, 'Monthly', today).filter(({ partial }) => !partial)
  const first = Number(months[0]?.from.slice(5, 7) ?? '1') // no price
  return seasonalIndex(
    months.map(({ value }) => value),
    first,
  ).map((value) => value?.toFixed(2) ?? null)
}

export const exportPriceHistoryHandler = handleDownload(exportPriceHistory, async (context) => {
  const { actor, language, input } = context
  const found = await historyOf(context, input)
  const say = (key: string) => translate(language, key)
  return {
    name: `${say('screen.historicalPrices.title')}.xlsx`,
    type: workbookType,
    body: writeWorkbook({
      timeZone: actor.company.timeZone,
      sheets: [
        {
          name: say('lma.history.series').slice(0, 31),
          columns: [
            { header: say('column.day'), kind: 'date' },
            ...found.series.map(({ name, series }) => ({
              header: series === 'ExchangeRate' ? name : `${name} (${input.unit})`,
              kind: 'number' as const,
            })),
          ],
          rows: found.days.map((day, at) => [day, ...found.series.map(({ values }) => values[at] ?? null)]),
        },
        {
          name: say('lma.history.changes').slice(0, 31),
          columns: [
            { header: say('column.fuelProduct'), kind: 'text' },
            { header: say('column.day'), kind: 'date' },
            { header: say('lma.history.before'), kind: 'number' },
            { header: say('column.priceInForce'), kind: 'number' },
            { header: say('column.changePercent'), kind: 'number' },
            { header: say('column.marketMove'), kind: 'number' },
            { header: say('lma.history.daysSince'), kind: 'integer' },
            { header: say('column.impliedPremium'), kind: 'number' },
            { header: say('column.reason'), kind: 'text' },
          ],
          rows: found.changes.map((one) => [
            one.fuelProduct,
            one.day,
            one.before,
            one.price,
            one.percent,
            one.marketMove,
            one.daysSince,
            one.impliedPremium,
            say(`state.changeReason.${one.changeReason}`),
          ]),
        },
      ],
    }),
  }
})
