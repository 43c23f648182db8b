import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import { getScenarios, getSimulationBase, saveScenario } from '@kervan/contract/lma/scenarios'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Simulation from './Simulation.tsx'

async function begin(width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'PriceSimulation',
        ...[getSimulationBase, getFuelChoices, saveScenario].flatMap(({ permission }) => permission ?? []),
      ],
    },
  })
  rememberDictionaries(server)
  server.answer(getFuelChoices, () => ({
    products: [{ code: 'DIESEL', name: 'Diesel 10 ppm', fuelGroup: 'Fuel' as const }],
  }))
  server.answer(getScenarios, () => ({ scenarios: [] }))
  server.answer(getSimulationBase, () => ({
    fuelProduct: 'DIESEL',
    fuelProductName: 'Diesel 10 ppm',
    day: '2026-11-04',
    density: '0.845',
    barrels: '7.45',
    thresholdRate: '3',
    priceModel: 'Formula' as const,
    fixedPremium: null,
    basePrice: '25126.92',
    baseQuote: '690',
    baseRate: '42',
    baseFrom: '2026-10-27',
    quote: '716.5',
    quoteDay: '2026-11-03',
    rate: '42.18',
    rateDay: '2026-11-04',
    exciseTax: '13.9006',
    vatRate: '20',
    ahead: ['2026-11-05', '2026-11-06', '2026-11-09'],
  }))
  return server
}

test('[LMA-004] reckons what is known, and anew when a factor is typed', async () => {
  await begin()
  await show(<Simulation />)
  await expect.element(page.getByText('26,179.12').first()).toBeVisible()
  await expectNoAxeFaults()
  const quote = page.getByRole('textbox', { name: /Quote/ }).first()
  await userEvent.fill(quote.element(), '690')
  // At the old quote only the rate has moved: 25,126.92 × 42.18 / 42.
  await expect.element(page.getByText('25,234.61').first()).toBeVisible()
  await expectNoAxeFaults()
})
