import { getFuelChoices, importMargins, marketMargins } from '@kervan/contract/lma/margin-lists'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import ImportMargin from './ImportMargin.tsx'
import MarketMargin from './MarketMargin.tsx'

const id = '00000001-0000-4000-8000-000000000001'
const day = { id, marginDay: '2026-11-04', fuelProduct: 'DIESEL', fuelProductName: 'Diesel 10 ppm' }

async function begin({ width = 1440, permitted = true } = {}) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: permitted
        ? [importMargins.page, marketMargins.page, getFuelChoices].flatMap(
            ({ permission }) => permission ?? [],
          )
        : [],
    },
  })
  rememberDictionaries(server)
  server.answer(getFuelChoices, () => ({
    products: [{ code: 'DIESEL', name: 'Diesel 10 ppm', fuelGroup: 'Fuel' as const }],
  }))
  serveList(server, importMargins, [
    {
      ...day,
      priceInForce: '25126.92',
      quoteDay: '2026-11-03',
      marketPrice: '716.500',
      rateDay: '2026-11-04',
      rateInForce: '42.1800',
      importParity: '26300.11',
      importMargin: '-1173.19',
      importMarginPerTon: '-1388.39',
      importMarginInDollars: '-27.81',
      impliedPremium: '-11.51',
    },
  ])
  serveList(server, marketMargins, [
    {
      ...day,
      priceInForce: '25126.92',
      blendedPrice: '25410.00',
      pumpPrice: '54.10',
      exciseTax: '12.0000',
      stockShare: '0.0135',
      vatRate: '20',
      marketMargin: '7.66',
      marketMarginShare: '14.16',
    },
  ])
  return server
}

test.each([
  { name: 'import', Screen: ImportMargin, list: importMargins, shown: /^[-−]1,173\.19$/ },
  { name: 'market', Screen: MarketMargin, list: marketMargins, shown: '7.6600' },
])('[LMA-005] $name margins are a list of days and a drawing', async ({ Screen, list, shown }) => {
  const server = await begin()
  await show(<Screen />)
  await expect.element(page.getByText(shown).first()).toBeVisible()
  expect(server.sentTo(list.page).at(-1)?.input).toMatchObject({ fuelProduct: null })
  await expectNoAxeFaults()
  await page.getByRole('link', { name: 'Chart' }).click()
  await expect.element(page.getByRole('img').first()).toBeVisible()
  await expectNoAxeFaults()
})

test.each([
  { name: 'import', Screen: ImportMargin, shown: /[-−]1,173\.19 TL\/M3/ },
  { name: 'market', Screen: MarketMargin, shown: /7\.66 TL\/L/ },
])('[LMA-005] $name margins fit a phone, and need their right', async ({ Screen, shown }) => {
  await begin({ width: 390 })
  await show(<Screen />)
  await expect.element(page.getByText(shown)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
  const refused = await begin({ permitted: false })
  await show(<Screen />)
  await expect.element(page.getByText(/^This needs “See (import|market) margins”/)).toBeVisible()
  expect(refused.sentTo(importMargins.page)).toEqual([])
})
