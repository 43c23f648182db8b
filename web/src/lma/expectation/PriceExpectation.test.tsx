import {
  approveExpectation,
  expectations,
  getExpectation,
  rejectExpectation,
  runExpectation,
  type Expectation,
} from '@kervan/contract/lma/expectations'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import PriceExpectation from './PriceExpectation.tsx'

const id = '00000001-0000-4000-8000-000000000001'
const runId = '00000002-0000-4000-8000-000000000002'
const row = {
  id,
  runId,
  runDay: '2026-11-04',
  fuelProduct: 'DIESEL',
  fuelProductName: 'Diesel 10 ppm',
  expectationState: 'Made' as const,
  priceInForce: '25126.92',
  expectedPrice: '26179.12',
  priceChange: '1052.20',
  changePercent: '4.19',
  marketMove: '4.29',
  changeExpected: true,
  effectiveDay: '2026-11-05',
  marketPrice: '716.500',
  quoteDay: '2026-11-03',
  rateInForce: '42.1800',
  rateDay: '2026-11-04',
  analystPrice: null,
  actualPrice: null,
  expectationError: null,
  expectationNotes: ['RateCarried'],
  inputsChanged: true,
  madeBy: 'Kervan',
  madeAt: '2026-11-04T13:00:00.000Z',
}
const opened: Expectation = {
  id,
  runId,
  runDay: row.runDay,
  effectiveDay: row.effectiveDay,
  fuelProduct: row.fuelProduct,
  fuelProductName: row.fuelProductName,
  expectationState: 'Made',
  formulaVersion: 'lma-1',
  inputsHash: 'a'.repeat(64),
  inputs: { density: '0.845', priceHigh: '716.75', priceLow: '716.25', quoteSource: 'PLATTS' },
  notes: ['RateCarried'],
  changeExpected: true,
  marketMove: '4.2856',
  premium: '18.000',
  prices: [
    { unit: 'TL/M3', inForce: '25126.92', expected: '26179.12' },
    { unit: 'TL/TON', inForce: '29736.00', expected: '30981.21' },
  ],
  parts: [
    { part: 'quote', value: '940.4850' },
    { part: 'rate', value: '107.6868' },
    { part: 'premium', value: '0.0000' },
    { part: 'density', value: '0.0000' },
    { part: 'tax', value: '0.0000' },
    { part: 'cross', value: '4.0307' },
  ],
  change: '1052.2025',
  breakEvenUp: '707.67',
  breakEvenDown: '666.44',
  pumpEffect: '1.2626',
  comparisons: [
    { comparison: 'Default', base: '25126.92', change: '1052.20', percent: '4.1875' },
    { comparison: 'CompareWithLastMonthAvgPrice', base: null, change: null, percent: null },
  ],
  analystPrice: null,
  actualPrice: null,
  madeBy: 'Kervan',
  madeAt: row.madeAt,
  decidedBy: null,
  decidedAt: null,
  inputsChanged: true,
  actions: { approve: null, send: 'Only an approved expectation is sent.' },
}

async function begin(width = 1440, rights: readonly (string | null | undefined)[] = []) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'PriceExpectation',
        ...[expectations.page, runExpectation, approveExpectation].flatMap(
          ({ permission }) => permission ?? [],
        ),
        ...rights.flatMap((right) => right ?? []),
      ],
    },
  })
  rememberDictionaries(server)
  serveList(server, expectations, [row])
  server.answer(getExpectation, () => opened)
  server.answer(runExpectation, () => ({ runId }))
  server.answer(approveExpectation, () => ({ done: true as const }))
  server.answer(rejectExpectation, () => ({ done: true as const }))
  return server
}

test('[LMA-003] opens as a waterfall in any unit, and a second person approves it', async () => {
  const server = await begin()
  await show(<PriceExpectation />)
  await expect.element(page.getByText('26,179.12')).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: '4 Nov 2026' }).click()
  const drawer = page.getByRole('dialog', { name: 'Diesel 10 ppm' })
  await expect.element(drawer.getByText('940.485', { exact: false }).first()).toBeVisible()
  await drawer.getByRole('radiogroup', { name: 'Unit' }).getByText('TL/TON').click()
  await expect.element(drawer.getByText('30,981.21')).toBeVisible()
  await expectNoAxeFaults()
  await drawer.getByRole('button', { name: /^Approve/ }).click()
  await expect.element(page.getByText('Approved; mails are on their way')).toBeVisible()
  expect(server.sentTo(approveExpectation)[0]?.input).toMatchObject({ runId })
})

test('[LMA-002] says in the list and in the record that inputs changed, and calculates the day again', async () => {
  const server = await begin()
  await show(<PriceExpectation />)
  await expect.element(page.getByRole('button', { name: 'Column menu: Inputs changed' })).toBeInTheDocument()
  await page.getByRole('button', { name: '4 Nov 2026' }).click()
  const drawer = page.getByRole('dialog', { name: 'Diesel 10 ppm' })
  await expect.element(drawer.getByText('Inputs have changed since.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Calculate again' }).click()
  await expect.element(page.getByText('Expectations calculated')).toBeVisible()
  expect(server.sentTo(runExpectation)[0]?.input).toMatchObject({ runDay: '2026-11-04' })
})

test('[LMA-003] on a phone is a card that says the same', async () => {
  await begin(390)
  await show(<PriceExpectation />)
  await expect.element(page.getByText('Inputs changed')).toBeVisible()
  await expect.element(page.getByText('26,179.12 TL/M3')).toBeVisible()
  await expectNoAxeFaults()
})
