import {
  getPrimaryData,
  getPrimaryDataExcel,
  primaryDataDays,
  updatePrimaryData,
} from '@kervan/contract/report/primary-data'
import {
  getStockSense,
  getStockSenseExcel,
  getStockSenseSettings,
  saveStockSenseSettings,
  stockSenseItems,
  updateStockSense,
} from '@kervan/contract/report/stock-sense'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { workbookRows } from '../../test/workbook-text.ts'
import { openStores, planMoment, runMoment, runStores, type Stores } from '../services/stores.testing.ts'
import { buildReportData } from './build.ts'
import { minutesLeft, nightlyReportData } from './figures.ts'

let portal: Portal
let now = runMoment
beforeEach(() => {
  now = runMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const build = ({ company }: Stores, kind: 'StockSense' | 'PrimaryData', whole = true) =>
  buildReportData(portal.app.services, { companyId: company.id, kind, whole })
const run = ({ company }: Stores, text: string, ...values: unknown[]) =>
  inCompany(portal, company.id, text, [company.id, ...values])
const variantOf = ({ product }: Stores) => existing(product.variants[0]).id

type Asked = { rows: never[]; column?: never; measure: never }
const sense = async ({ planner }: Stores, rows: string[], measure: string, column: string | null = null) => {
  const input = { from: null, to: null, rows, column, measure, filters: {} } as unknown as Asked
  const { status, body, refused } = await portal.call(getStockSense, planner.token, input as never)
  if (status !== 200) throw new Error(JSON.stringify(refused))
  return body
}
const figures = ({ rows }: Awaited<ReturnType<typeof sense>>) =>
  Object.fromEntries(
    rows.map(({ path, total }) => [path.map(({ label, value }) => label ?? value).join('/'), total]),
  )
const items = async ({ planner }: Stores, only: { dimension: 'location'; values: string[] }[] = []) => {
  const { body } = await portal.call(stockSenseItems.page, planner.token, { ...page, only })
  return new Map(body.rows.map((row) => [row.locationName, row]))
}

describe('[RPT-001] Stock Sense', () => {
  it('judges by the days that the company has set, once for each who saves', async () => {
    const stores = await openStores(portal)
    await build(stores, 'StockSense')
    expect(figures(await sense(stores, ['coverClass'], 'places'))).toMatchObject({ Over: '1' })
    const set = (lowDays: number, overDays: number, version: number) =>
      portal.call(saveStockSenseSettings, stores.planner.token, { lowDays, overDays, version })
    expect((await portal.call(getStockSenseSettings, stores.planner.token, {})).body).toEqual({
      lowDays: 14,
      overDays: 90,
      version: 0,
    })
    expect((await set(90, 90, 0)).code).toBe('InvalidInput')
    const both = await Promise.all([set(300, 900, 0), set(300, 900, 0)])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
    await build(stores, 'StockSense')
    expect(figures(await sense(stores, ['coverClass'], 'places'))).toMatchObject({ Low: '1' })
    expect((await set(20, 30, 1)).body).toEqual({ lowDays: 20, overDays: 30, version: 2 })
  })

  it('judges stock by how long it lasts at what was sold while there was some', async () => {
    const stores = await openStores(portal)
    // Sold out on two of the last days: what it sells in a day was lost on each of them.
    await run(
      stores,
      `insert into daily_sale (company_id, variant_id, location_id, day, units, stock)
         select $1, $2, $3, d::date, 0, 0 from generate_series(date '2026-11-24', date '2026-11-25', '1 day') d`,
      variantOf(stores),
      stores.empty.id,
    )
    expect((await sense(stores, ['coverClass'], 'places')).freshness).toEqual({
      builtAt: null,
      lastDay: null,
      minutesLeft: null,
    })
    await build(stores, 'StockSense')
    const answer = await sense(stores, ['coverClass'], 'places')
    expect(answer.freshness).toEqual({
      builtAt: runMoment.toISOString(),
      lastDay: '2026-11-26',
      minutesLeft: null,
    })
    expect(figures(answer)).toEqual({ Out: '1', Over: '1', Dead: '1', NoSales: '2' })
    // 19 days of the last 56 have a sale: one piece at Full, two at Empty, of whose days two had nothing to sell.
    const rate = { full: 19 / 56, empty: 38 / 54 }
    const rows = await items(stores)
    expect(rows.get('Full')).toMatchObject({
      coverClass: 'Over',
      onHandUnits: 60,
      stockCover: Math.round(60 / rate.full),
      weeklyRate: (rate.full * 7).toFixed(1),
      lostUnits: '0.0',
    })
    expect(rows.get('Empty')).toMatchObject({
      coverClass: 'Out',
      stockCover: 0,
      lostUnits: (2 * rate.empty).toFixed(1),
      // 80 of 100 times: Poisson sales of two days, at a rate known from 54.
      lostUnitsLow: Math.max(0, 2 * rate.empty - 1.2816 * Math.sqrt(2 * rate.empty * (1 + 2 / 54))).toFixed(
        1,
      ),
      lostUnitsHigh: (2 * rate.empty + 1.2816 * Math.sqrt(2 * rate.empty * (1 + 2 / 54))).toFixed(1),
      lostValue: (2 * rate.empty * 100).toFixed(2),
    })
    expect(rows.get('Quiet')).toMatchObject({ coverClass: 'Dead', stockCover: null })
    // Availability weighs what is there by what is asked for; cover of several is their stock over their rates.
    expect((await sense(stores, ['locationGroup'], 'availability')).grandTotal).toBe(
      ((100 * rate.full) / (rate.full + rate.empty)).toFixed(1),
    )
    expect((await sense(stores, ['locationGroup'], 'networkCover')).grandTotal).toBe(
      String(Math.round(61 / (rate.full + rate.empty))),
    )
    expect(figures(await sense(stores, ['locationGroup', 'coverClass'], 'stockValue'))).toMatchObject({
      'Stores/Over': '6000.00',
    })
  })

  it('names the work order that helps, or why there is none, and tells the same in the workbook', async () => {
    const stores = await openStores(portal)
    await runStores(stores, {
      at: (moment) => {
        now = moment
      },
    })
    await build(stores, 'StockSense')
    const [order] = await run(
      stores,
      `select o.code from work_order o join location r on r.id = o.recipient_id where o.company_id = $1 and r.name = 'Empty'`,
    )
    const rows = await items(stores)
    expect(rows.get('Empty')).toMatchObject({ workOrderCode: order?.['code'], nextStep: order?.['code'] })
    expect(rows.get('Quiet')).toMatchObject({
      workOrderCode: null,
      nextStep: 'The stock covers the expected demand.',
    })
    const one = await items(stores, [{ dimension: 'location', values: [stores.empty.code] }])
    expect([...one.keys()]).toEqual(['Empty'])
    const file = await portal.call(getStockSenseExcel, stores.planner.token, {
      from: null,
      to: null,
      rows: ['location'],
      column: null,
      measure: 'onHand',
      filters: {},
    })
    const written = await workbookRows(file.body)
    expect(written.some((row) => row.includes('Full') && row.map(String).includes('60'))).toBe(true)
  })

  it('counts a style once whose size is missing where another one is there', async () => {
    const stores = await openStores(portal)
    const [second] = await run(
      stores,
      `insert into product_variant (company_id, id, product_id, code, size, status)
         select $1, gen_random_uuid(), v.product_id, v.code || '-L', 'L', 'Active' from product_variant v where v.company_id = $1 and v.id = $2 returning id`,
      variantOf(stores),
    )
    // The second size sells at Full and is there; at Quiet it is there while the first one is not.
    for (const [place, stock] of [
      [stores.full, 5],
      [stores.quiet, 5],
    ] as const)
      await run(
        stores,
        `insert into stock (company_id, variant_id, location_id, on_hand, updated_at) values ($1, $2, $3, $4, '2026-11-20')`,
        second?.['id'],
        place.id,
        stock,
      )
    await run(
      stores,
      `insert into daily_sale (company_id, variant_id, location_id, day, units, stock) values ($1, $2, $3, '2026-11-20', 1, 5)`,
      second?.['id'],
      stores.full.id,
    )
    await run(
      stores,
      `update stock set on_hand = 0 where company_id = $1 and location_id = $2 and variant_id = $3`,
      stores.quiet.id,
      variantOf(stores),
    )
    await build(stores, 'StockSense')
    expect(figures(await sense(stores, ['location'], 'brokenSets'))).toMatchObject({ Full: '0', Quiet: '1' })
  })

  it('shows a company nothing of another one, and nobody without the right anything', async () => {
    const [stores, others] = [await openStores(portal), await openStores(portal)]
    await build(stores, 'StockSense')
    expect((await sense(others, ['location'], 'places')).rows).toEqual([])
    const stranger = await stores.company.user({ permissions: [] })
    const input = {
      from: null,
      to: null,
      rows: ['location' as const],
      column: null,
      measure: 'places' as const,
      filters: {},
    }
    expect((await portal.call(getStockSense, stranger.token, input)).status).toBe(403)
    const days = { ...input, from: '2026-11-01', to: '2026-11-02' }
    expect((await portal.call(getStockSense, stores.planner.token, days as never)).status).toBe(422)
  })
})

describe('[RPT-001] Primary Data Inquiry', () => {
  const inquiry = async ({ planner }: Stores, over: object = {}) => {
    const { status, body, refused } = await portal.call(getPrimaryData, planner.token, {
      from: '2026-09-01',
      to: '2026-11-30',
      rows: ['recipient'],
      column: null,
      measure: 'sellIn',
      filters: {},
      ...over,
    } as never)
    if (status !== 200) throw new Error(JSON.stringify(refused))
    return body
  }

  it('sets what was delivered against what was sold, and tells what stock does not explain', async () => {
    const stores = await openStores(portal)
    await runStores(stores, {
      at: (moment) => {
        now = moment
      },
    })
    const [order] = await run(
      stores,
      `update work_order o set state = 'Transferred', transferred_at = '2026-11-26T09:00:00Z' from location r
         where o.company_id = $1 and r.id = o.recipient_id and r.name = 'Empty' returning o.amount`,
    )
    const amount = Number(order?.['amount'])
    const sale = (day: string, units: number, stock: number) =>
      run(
        stores,
        `insert into daily_sale (company_id, variant_id, location_id, day, units, stock) values ($1, $2, $3, $4, $5, $6)
           on conflict (company_id, variant_id, location_id, day) do update set units = excluded.units, stock = excluded.stock`,
        variantOf(stores),
        stores.empty.id,
        day,
        units,
        stock,
      )
    await sale('2026-11-25', 0, 10)
    // Three pieces are missing: 10 + what came − 2 sold is three more than what is left.
    await sale('2026-11-26', 2, 10 + amount - 2 - 3)
    await build(stores, 'PrimaryData')
    expect(figures(await inquiry(stores))).toMatchObject({ Empty: String(amount) })
    expect(figures(await inquiry(stores, { measure: 'passedOn' }))).toMatchObject({
      Warehouse: String(amount),
    })
    expect(figures(await inquiry(stores, { rows: ['sender'] }))).toMatchObject({ Warehouse: String(amount) })
    const empty = {
      from: '2026-11-26',
      to: '2026-11-26',
      filters: { recipient: [stores.empty.code] },
    }
    expect((await inquiry(stores, { measure: 'unexplained', ...empty })).grandTotal).toBe('3')
    expect((await inquiry(stores, { measure: 'explained', ...empty })).grandTotal).toBe(
      (100 - 300 / (amount + 2)).toFixed(1),
    )
    const days = await portal.call(primaryDataDays.page, stores.planner.token, {
      ...page,
      from: '2026-11-26',
      to: '2026-11-26',
      only: [{ dimension: 'recipient', values: [stores.empty.code] }],
    })
    expect(
      days.body.rows.map(({ senderName, receivedUnits, soldUnits, unexplainedUnits }) => [
        senderName,
        receivedUnits,
        soldUnits,
        unexplainedUnits,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Warehouse', amount, 0, null],
        [null, 0, 2, 3],
      ]),
    )
  })

  it('[ORD-025] is of at most three months, turned the right way round', async () => {
    const { planner } = await openStores(portal)
    for (const days of [
      { from: '2026-08-29', to: '2026-11-30' },
      { from: '2026-11-30', to: '2026-11-29' },
    ]) {
      const input = {
        ...days,
        rows: ['recipient' as const],
        column: null,
        measure: 'sellIn' as const,
        filters: {},
      }
      for (const call of [getPrimaryData, getPrimaryDataExcel])
        expect((await portal.call(call, planner.token, input)).refused?.ErrorCode).toBe('WindowTooWide')
    }
  })

  it('works out at night only what may have changed', async () => {
    const stores = await openStores(portal)
    await build(stores, 'PrimaryData')
    const late = `update daily_sale set units = 9 where company_id = $1 and location_id = $2 and day = $3`
    await run(stores, late, stores.empty.id, '2026-11-23')
    await run(stores, late, stores.empty.id, '2026-10-03')
    const of = async (day: string) =>
      (await inquiry(stores, { rows: ['recipient'], measure: 'sellOut', from: day, to: day })).grandTotal
    await build(stores, 'PrimaryData', false)
    expect([await of('2026-11-23'), await of('2026-10-03')]).toEqual([
      '10',
      expect.not.stringMatching(/^1\d$/),
    ])
    await build(stores, 'PrimaryData', true)
    expect(await of('2026-10-03')).toBe('10')
  })
})

describe('[RPT-002] figures that are being worked out', () => {
  it.each([
    ['StockSense', updateStockSense],
    ['PrimaryData', updatePrimaryData],
  ] as const)('%s: the report says how long it takes, and nobody starts them twice', async (kind, update) => {
    const stores = await openStores(portal)
    await build(stores, kind)
    await run(stores, `update report_data set took_ms = 200000 where company_id = $1`)
    const ask = () => portal.call(update, stores.planner.token, {})
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ minutesLeft: 4 })
    expect(answers.find(({ status }) => status === 409)?.refused).toMatchObject({
      ErrorCode: 'ReportBeingUpdated',
      Message: expect.stringContaining('Estimated minutes remaining'),
    })
    await build(stores, kind)
    expect((await ask()).status).toBe(200)
  })

  it('are asked for every night, once, whoever else asks', async () => {
    const stores = await openStores(portal)
    const { services } = portal.app
    const night = () =>
      services.db.withCompany(stores.company.id, (tx) =>
        nightlyReportData.run({ tx, services, companyId: stores.company.id, dueAt: planMoment }),
      )
    expect(await night()).toEqual({ counts: { reports: 3 } })
    expect(await night()).toEqual({ counts: { reports: 0 } })
  })

  it('are given up after an hour', () => {
    const askedAt = new Date('2026-11-27T10:00:00Z')
    const at = (minutes: number) => new Date(askedAt.getTime() + minutes * 60_000)
    expect(minutesLeft({ askedAt, tookMs: 150_000 }, at(0))).toBe(3)
    expect(minutesLeft({ askedAt, tookMs: 150_000 }, at(10))).toBe(1)
    expect(minutesLeft({ askedAt, tookMs: 150_000 }, at(61))).toBeNull()
  })
})
