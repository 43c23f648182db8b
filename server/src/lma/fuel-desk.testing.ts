import { fuelParameterKind, fuelProductKind } from '@kervan/contract/lma/products'
import { fuelRateKind, marketQuoteKind } from '@kervan/contract/lma/market'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import { expect } from 'vitest'
import type { Company, Portal, User } from '../../test/portal.ts'

// A desk for tests of the fuel price module: somebody who enters, and somebody who approves.

export type FuelDesk = { portal: Portal; company: Company; maker: User; second: User }

export async function openFuelDesk(portal: Portal): Promise<FuelDesk> {
  const company = await portal.company()
  const maker = await company.user()
  return { portal, company, maker, second: await company.user({ like: maker }) }
}

/** Saves a record as a form does; `over` says which one it is. */
export const propose = ({ portal, maker }: FuelDesk, kind: MasterData, values: Values, over: object = {}) =>
  portal.call(kind.save, maker.token, { id: null, version: null, values, confirmed: true, ...over })

/** The second person approves a change. */
export const approveChange = ({ portal, second }: FuelDesk, kind: MasterData, changeId: string) =>
  portal.call(kind.decide, second.token, { changeId, decision: 'Approve', comment: '', confirmed: true })

/** Enters a record and has the second person approve it where the kind wants one. */
export async function enter(desk: FuelDesk, kind: MasterData, values: Values): Promise<string> {
  const saved = await propose(desk, kind, values)
  expect(saved).toMatchObject({ status: 200 })
  const { id, waits, changeId } = saved.body
  if (waits && changeId !== null)
    expect(await approveChange(desk, kind, changeId)).toMatchObject({ status: 200 })
  return id
}

/** Diesel with the figures of the worked example: a run of 4 November 2026 expects 26,179.12 TL/M3. */
export async function enterDiesel(desk: FuelDesk): Promise<void> {
  await enter(desk, fuelProductKind, {
    code: 'DIESEL',
    name: 'Diesel 10 ppm',
    fuelGroup: 'Fuel',
    barrelsPerTon: '7.45',
  })
  await enter(desk, fuelParameterKind, {
    fuelProduct: 'DIESEL',
    validFrom: '2024-01-01',
    validTo: null,
    density: '0.845',
    thresholdRate: '3',
    quoteLag: 1,
    rateLag: 0,
    fixedPremium: null,
    priceModel: 'Formula',
    propaneShare: null,
  })
  await enter(desk, refineryPriceKind, {
    refinery: 'TuprasIzmit',
    fuelProduct: 'DIESEL',
    validFrom: '2026-10-27',
    price: '25126.92',
    refineryUnit: 'TL/M3',
    baseQuote: '690',
    baseRate: '42',
    reason: null,
  })
  await enter(desk, marketQuoteKind, quote('2026-11-03', '716.75', '716.25'))
  await enter(desk, fuelRateKind, rate('2026-11-04', '42.18'))
}

export const quote = (quoteDay: string, priceHigh: string, priceLow: string): Values => ({
  fuelProduct: 'DIESEL',
  quoteDay,
  priceHigh,
  priceLow,
  marketUnit: '$/TON',
  note: null,
})

export const rate = (rateDay: string, selling: string): Values => ({
  currencyCode: 'USD',
  rateDay,
  buying: null,
  selling,
  bulletin: null,
})
