import { getPriceHistory } from '@kervan/contract/lma/history'
import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import History from './History.tsx'

const days = ['2026-11-02', '2026-11-03', '2026-11-04']

async function begin(width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'HistoricalPriceAnalysis',
        ...[getPriceHistory, getFuelChoices].flatMap(({ permission }) => permission ?? []),
      ],
    },
  })
  rememberDictionaries(server)
  server.answer(getFuelChoices, () => ({
    products: [{ code: 'DIESEL', name: 'Diesel 10 ppm', fuelGroup: 'Fuel' as const }],
  }))
  server.answer(getPriceHistory, () => ({
    days,
    series: [
      {
        series: 'MarketPrice' as const,
        fuelProduct: 'DIESEL',
        name: 'Market price · Diesel 10 ppm',
        values: ['690.000', null, '716.500'],
        published: [0, 0, 0],
      },
    ],
    partialFrom: null,
    changes: [
      {
        fuelProduct: 'DIESEL',
        day: '2026-11-04',
        before: '25126.92',
        price: '26179.12',
        percent: '4.19',
        marketMove: '4.29',
        daysSince: 8,
        impliedPremium: '18.00',
        changeReason: 'Market' as const,
      },
    ],
    seasons: [{ fuelProduct: 'DIESEL', months: Array.from({ length: 12 }, (_, at) => String(96 + at)) }],
  }))
  return server
}

test('[LMA-004] draws the series, says what changed and why, and asks anew by means', async () => {
  const server = await begin()
  await show(<History />)
  await expect.element(page.getByText('26,179.12')).toBeVisible()
  await expect.element(page.getByText('Market', { exact: true }).first()).toBeVisible()
  await expectNoAxeFaults()
  await page.getByText('Monthly', { exact: true }).click()
  await expect.poll(() => server.sentTo(getPriceHistory).at(-1)?.input).toMatchObject({ average: 'Monthly' })
})

test('[LMA-004] fits a phone', async () => {
  await begin(390)
  await show(<History />)
  await expect.element(page.getByText('26,179.12')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
