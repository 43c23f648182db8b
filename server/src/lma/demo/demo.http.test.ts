import { getBacktest } from '@kervan/contract/lma/backtest'
import { expectations } from '@kervan/contract/lma/expectations'
import { getPriceHistory } from '@kervan/contract/lma/history'
import { importMargins, marketMargins } from '@kervan/contract/lma/margin-lists'
import { marketValues } from '@kervan/contract/lma/market-files'
import { transferPrices } from '@kervan/contract/lma/transfer-batches'
import { addMonths } from '@kervan/contract/kit/days'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import type { Demo } from '../../demo/world.ts'
import { dayIn } from '../../kit/clock.ts'
import { steps } from './steps.ts'

const timeZone = 'Europe/Istanbul'
const now = new Date()
const today = dayIn(timeZone, now)

let portal: Portal
let user: User
beforeAll(async () => {
  portal = await startPortal()
  const company = await portal.company()
  user = await company.user()
  const { rows } = await portal.owner.query<Demo['company']>(
    `select id, code, name, 'fuel.example' as domain, 'fuel' as trade from company where id = $1`,
    [company.id],
  )
  const demo = { company: rows[0], now, timeZone }
  for (const step of steps)
    await portal.app.services.db.withCompany(company.id, (tx) => step.load({ ...demo, tx } as Demo))
}, 120_000)
afterAll(() => portal.close())

it('[LMA-002] [LMA-003] [LMA-006] the demo stands in the middle of a morning', async () => {
  const values = (await portal.call(marketValues.page, user.token, { ...page, pageSize: 200 })).body.rows
  const held = values.filter(({ marketValueState }) => marketValueState === 'Held')
  expect(held.map(({ fuelProduct, priceType }) => [fuelProduct, priceType]).toSorted()).toEqual([
    ['GASOLINE95', 'High'],
    ['GASOLINE95', 'Low'],
  ])
  expect(values.find(({ marketValueKind }) => marketValueKind === 'Correction')).toMatchObject({
    fuelProduct: 'DIESEL',
    marketValueState: 'Current',
  })
  const last = held[0]?.valueDay
  expect(values.some(({ fuelProduct, valueDay }) => fuelProduct === 'FUELOIL1' && valueDay === last)).toBe(
    false,
  )
  const runs = (await portal.call(expectations.page, user.token, { ...page, pageSize: 200 })).body.rows
  expect(new Set(runs.map(({ expectationState }) => expectationState))).toEqual(new Set(['Made', 'Approved']))
  const batches = (await portal.call(transferPrices.page, user.token, page)).body.rows
  expect(new Set(batches.map(({ yt04State }) => yt04State))).toEqual(
    new Set(['Draft', 'Failed', 'Acknowledged']),
  )
})

it('[LMA-004] [LMA-005] its three years fill margins, history and a backtest within the bands', async () => {
  const window = { from: addMonths(today, -1), to: today, fuelProduct: null }
  const imported = (await portal.call(importMargins.page, user.token, { ...page, ...window })).body.rows
  const sold = (await portal.call(marketMargins.page, user.token, { ...page, ...window })).body.rows
  expect(imported.every(({ importMargin }) => importMargin !== null)).toBe(true)
  expect(sold.every(({ marketMargin }) => marketMargin !== null)).toBe(true)
  const years = { from: addMonths(today, -36), to: today }
  const history = await portal.call(getPriceHistory, user.token, {
    ...years,
    series: [{ series: 'MarketPrice', fuelProduct: 'DIESEL' }],
    unit: '$/TON',
    average: null,
  })
  expect(history.body.days.length).toBeGreaterThan(700)
  expect(history.body.seasons[0]?.months.every((month) => month !== null)).toBe(true)
  const { body } = await portal.call(getBacktest, user.token, {
    ...years,
    fuelProduct: 'DIESEL',
    thresholdRate: null,
    quoteLag: null,
    rateLag: null,
    priceModel: null,
  })
  expect(Number(body.precision)).toBeGreaterThan(0.92 * 0.8)
  expect(Number(body.recall)).toBeGreaterThan(0.96 * 0.8)
  expect(Number(body.meanErrorOfHits)).toBeLessThan(13 * 1.2)
  expect(Number(body.meanErrorOfNoChange)).toBeGreaterThan(787 * 0.8)
})
