import { addDays } from '@kervan/contract/kit/days'
import { isQuoteDay } from '@kervan/contract/lma/calendar'
import { isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { DemoStep } from '../../demo/world.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { makeRun } from '../expectations/run.ts'
import { takeMarketFile } from '../sources/take.ts'
import { makeBatch } from '../transfer/make.ts'
import {
  filesOfDays,
  fuelDemo,
  insertContacts,
  insertMarket,
  insertProducts,
  insertRest,
  insertTransfers,
  type FuelDemo,
} from './insert.ts'

/** A fuel distributor has three years of prices and a morning in progress (LMA-001 to LMA-009). */
export const after: readonly string[] = ['administration', 'company', 'data']

export const steps: readonly DemoStep[] = [
  {
    name: 'fuel prices',
    time: 'afterOrders',
    load: async (start) => {
      if (start.company.trade !== 'fuel') return
      const demo = fuelDemo(start)
      await insertProducts(demo)
      await insertMarket(demo)
      await insertRest(demo)
      await insertTransfers(demo)
      await insertFiles(demo)
      await insertRuns(demo)
      await insertBatches(demo)
      await insertContacts(demo)
    },
  },
]

/** Ids in an order of their own, so that the same moment gives the same data. */
function idsOf({ company }: FuelDemo, of: string): () => string {
  let at = 0
  return () => idOf(`fuel demo ${company.id} ${of} ${(at += 1)}`)
}

const symbols = { GASOLINE95: 'AAWZB00', DIESEL: 'AAWYZ00', JETA1: 'AAZBN00', FUELOIL1: 'PUAAJ00' } as const

/**
 * The files of the last days as they came. Yesterday's lacks fuel oil, and has gasoline in another unit, which waits to be
 * confirmed; the day before was corrected this morning.
 */
async function insertFiles(demo: FuelDemo): Promise<void> {
  const { tx, company, market, today, timeZone, now } = demo
  const ids = idsOf(demo, 'file')
  const bring = (source: 'PLATTS' | 'TCMB', name: string, text: string, at: Date) =>
    takeMarketFile(
      tx,
      { jobs: undefined as never },
      {
        company: { id: company.id, name: company.name, timeZone },
        source,
        name,
        body: Buffer.from(text),
        way: 'Http',
        by: source,
        now: at,
        ids,
      },
    )
  const moment = (day: string, hour: number) =>
    new Date(Math.min(Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`), now.valueOf()))
  const quoteDays: string[] = []
  for (let day = addDays(today, -filesOfDays); day < today; day = addDays(day, 1)) {
    const rate = market.rates.find((one) => one.day === day)
    const [year, month, date] = day.split('-')
    if (rate) await bring('TCMB', `${date}${month}${year}.xml`, bulletin(day, rate.selling), moment(day, 13))
    if (isQuoteDay(day)) quoteDays.push(day)
  }
  const last = quoteDays.at(-1)
  for (const day of quoteDays)
    await bring('PLATTS', `${day.replaceAll('-', '')}.ftp`, platts(demo, day, day === last), moment(day, 18))
  const corrected = quoteDays.at(-2)
  if (corrected) {
    const quote = market.quotes.find(({ code, day }) => code === 'DIESEL' && day === corrected)
    if (quote)
      await bring(
        'PLATTS',
        `${today.replaceAll('-', '')}-correction.ftp`,
        `${header(today)}\nC ${symbols.DIESEL}h ${corrected.replaceAll('-', '')}0000 ${(quote.high + 0.5).toFixed(2)}\n`,
        now,
      )
  }
}

const header = (day: string) =>
  `PlattsMarketData ${day.replaceAll('-', '')}1741 10511 FINAL     CD  ${day.replaceAll('-', '')}`

function platts({ market }: FuelDemo, day: string, isLast: boolean): string {
  const at = `${day.replaceAll('-', '')}0000`
  const lines = market.quotes
    .filter((quote) => quote.day === day && !(isLast && quote.code === 'FUELOIL1'))
    .flatMap(({ code, high, low }) => {
      const symbol = symbols[code as keyof typeof symbols]
      // A slip: dollars for a barrel where dollars for a tonne belong.
      const slip = isLast && code === 'GASOLINE95' ? 8.34 : 1
      return [
        `N ${symbol}h ${at} ${(high / slip).toFixed(2)}`,
        `N ${symbol}l ${at} ${(low / slip).toFixed(2)}`,
      ]
    })
  return `${[header(day), ...lines].join('\n')}\n`
}

function bulletin(day: string, selling: number): string {
  const [year, month, date] = day.split('-')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Tarih_Date Tarih="${date}.${month}.${year}" Date="${month}/${date}/${year}" Bulten_No="${year}/1"><Currency CrossOrder="0" Kod="USD" CurrencyCode="USD"><Unit>1</Unit><Isim>ABD DOLARI</Isim><ForexBuying>${(selling - 0.0881).toFixed(4)}</ForexBuying><ForexSelling>${selling.toFixed(4)}</ForexSelling></Currency></Tarih_Date>\n`
}

/** Expectations of the last weekdays; the newest waits for its second person. */
async function insertRuns(demo: FuelDemo): Promise<void> {
  const { tx, company, today, now } = demo
  const ids = idsOf(demo, 'run')
  const days: string[] = []
  for (let day = addDays(today, -1); days.length < 5; day = addDays(day, -1))
    if (!isWeekend(day)) days.unshift(day)
  for (const day of days) {
    const at = new Date(Math.min(Date.parse(`${day}T13:00:00Z`), now.valueOf()))
    const { id } = await makeRun(tx, company.id, day, { id: null, name: 'Kervan' }, at, ids)
    if (day !== days.at(-1))
      await sql`update expectation_run set state = 'Approved', decided_at = ${at}, decided_by = 'Canan Egemen'
        where company_id = ${company.id} and id = ${id}`.execute(tx)
  }
}

/** Batches of three days: SAP has taken one, one has failed there, the newest waits for its checker. */
async function insertBatches(demo: FuelDemo): Promise<void> {
  const { tx, company, today, now } = demo
  const ids = idsOf(demo, 'batch')
  const days: string[] = []
  for (let day = addDays(today, -1); days.length < 3; day = addDays(day, -1))
    if (!isWeekend(day)) days.unshift(day)
  const by = { id: null, name: 'Canan Egemen' }
  for (const [at, day] of days.entries()) {
    const made = new Date(Math.min(Date.parse(`${day}T14:00:00Z`), now.valueOf()))
    const { id } = await makeBatch(tx, company.id, day, by, made, ids)
    if (at === 2) continue
    const [state, answer] =
      at === 0 ? (['Acknowledged', null] as const) : (['Failed', '3: Plant MRS1 is locked'] as const)
    await sql`update transfer_batch set state = ${state}, checked_at = ${made}, checked_by = 'Haluk Denizer', approved_at = ${made},
      approved_by = 'Ferhat Çelebi', acknowledgement = ${answer} where company_id = ${company.id} and id = ${id}`.execute(
      tx,
    )
  }
}
