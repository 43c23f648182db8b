import { fuelMailLog } from '@kervan/contract/lma/expectations'
import { fuelRateKind, marketQuoteKind } from '@kervan/contract/lma/market'
import { fuelContactKind } from '@kervan/contract/lma/parameters'
import { fuelProductKind } from '@kervan/contract/lma/products'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf, serveKind, uuid } from '../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import FuelContacts from './kinds/fuelContacts.ts'
import FuelProducts from './kinds/fuelProducts.ts'
import FuelRates from './kinds/fuelRates.ts'
import MarketQuotes from './kinds/marketQuotes.ts'
import RefineryPrices from './kinds/refineryPrices.ts'
import FuelMails from './FuelMails.tsx'

// Master data of the fuel price module and its log of mails: what a screen of it shows of a record.

async function begin(permissions: (string | null | undefined)[], width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: { ...session, PermissionsUI: permissions.flatMap((one) => one ?? []) },
  })
  rememberDictionaries(server)
  return server
}

const mail = {
  id: uuid(1),
  mailAt: '2026-11-04T14:05:00.000Z',
  fuelMail: 'PriceExpectation' as const,
  mailRecipient: 'desk@bogac.example',
  mailState: 'Failed' as const,
  mailProblem: '550 no such mailbox',
  mailHash: 'a'.repeat(64),
}

test.each([1440, 390])('[LMA-007] the log of mails says what could not be sent, %i wide', async (width) => {
  serveList(await begin([fuelMailLog.page.permission], width), fuelMailLog, [mail])
  await show(<FuelMails />)
  await expect.element(page.getByText('desk@bogac.example')).toBeVisible()
  await expect.element(page.getByText('Failed').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoAxeFaults()
})

const quote = {
  fuelProduct: 'DIESEL',
  quoteDay: '2026-11-03',
  priceHigh: '716.75',
  priceLow: '716.25',
  marketUnit: '$/TON',
  note: 'Bulletin of the evening',
}
const records: { kind: MasterData; Screen: ComponentType; values: Values; shown: string }[] = [
  { kind: marketQuoteKind, Screen: MarketQuotes, values: quote, shown: '716.75' },
  {
    kind: fuelRateKind,
    Screen: FuelRates,
    values: {
      currencyCode: 'USD',
      rateDay: '2026-11-04',
      buying: null,
      selling: '42.18',
      bulletin: '2026/210',
    },
    shown: '42.1800',
  },
  {
    kind: refineryPriceKind,
    Screen: RefineryPrices,
    values: {
      refinery: 'TuprasIzmit',
      fuelProduct: 'DIESEL',
      validFrom: '2026-10-27',
      price: '25126.92',
      refineryUnit: 'TL/M3',
      baseQuote: '690',
      baseRate: '42',
      reason: null,
    },
    shown: '25,126.92',
  },
  {
    kind: fuelProductKind,
    Screen: FuelProducts,
    values: { code: 'DIESEL', name: 'Diesel 10 ppm', fuelGroup: 'Fuel', barrelsPerTon: '7.45' },
    shown: 'Diesel 10 ppm',
  },
  {
    kind: fuelContactKind,
    Screen: FuelContacts,
    values: { email: 'desk@bogac.example', name: 'Desk', language: 'tr', fuelMails: ['PriceExpectation'] },
    shown: 'desk@bogac.example',
  },
]

/** The only record of the list, by what names it. */
const openRecord = () => page.getByRole('gridcell').getByRole('button').click()

test.each(records)('[LMA-006] [LMA-007] the list with $shown opens its record', async (one) => {
  const { kind, Screen, values, shown } = one
  serveKind(await begin(rightsOf(kind)), kind, [{ id: uuid(1), version: 1, values }])
  await show(<Screen />)
  await expect.element(page.getByRole('grid').getByText(shown).first()).toBeVisible()
  await openRecord()
  await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await expectNoAxeFaults()
})

test('[LMA-002] a high below its low is refused at its field', async () => {
  const server = await begin(rightsOf(marketQuoteKind))
  serveKind(server, marketQuoteKind, [{ id: uuid(1), version: 1, values: quote }])
  await show(<MarketQuotes />)
  await openRecord()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /High/ }).fill('700')
  server.answer(marketQuoteKind.save, () =>
    server.refuse(marketQuoteKind.save, 'RecordInvalid', {
      issues: [{ field: 'priceHigh', code: 'HighBelowLow', message: 'The high is below the low.' }],
      reasons: '',
    }),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/high .* low/i).first()).toBeVisible()
})
