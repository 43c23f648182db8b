import { findForTrial, tryOrder } from '@kervan/contract/order/order-trial'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import TrialDialog from './TrialDialog.tsx'

const ids = {
  place: '00000000-0000-4000-8000-000000000001',
  far: '00000000-0000-4000-8000-000000000002',
  tea: '00000000-0000-4000-8000-000000000003',
}
const line = {
  variantCode: 'TEA-1',
  productName: 'Apple tea',
  packUnit: 6,
  unitPrice: '10.35',
  state: 'Approved',
} as const
const answer: OutputOf<typeof tryOrder> = {
  place: {
    locationId: ids.place,
    locationCode: 'L1',
    locationName: 'Şifa Merkez',
    customerCode: 'C1',
    customerName: 'Şifa Eczaneleri',
    deliveryDate: '2026-12-01',
  },
  asked: [{ variantId: ids.tea, variantCode: 'TEA-1', productName: 'Apple tea', quantity: 25 }],
  currency: 'TRY',
  orders: [
    {
      code: 'SO-26-00001',
      isPreOrder: false,
      type: 'DirectlyOrder',
      approved: true,
      discountPercent: '12.50',
      subtotal: '186.30',
      discount: '23.29',
      total: '163.01',
      lines: [{ ...line, quantity: 18, net: '163.01', warehouse: 'Depo Gebze' }],
    },
    {
      code: 'SO-26-00002',
      isPreOrder: false,
      type: 'Backorder',
      approved: false,
      discountPercent: '12.50',
      subtotal: '124.20',
      discount: '15.53',
      total: '108.67',
      lines: [{ ...line, quantity: 12, net: '108.67', warehouse: null }],
    },
  ],
  subtotal: '310.50',
  discount: '38.82',
  total: '271.68',
  deciders: { count: 7, names: ['Ayşe Demir', 'Ali Kaya'], by: 'Ayşe Demir', atOnce: false },
  told: [
    { when: 'placed', name: 'Ayşe Demir', notice: true, mail: null, address: null },
    {
      when: 'approved',
      name: 'Can Er',
      notice: true,
      mail: 'Orders approved: SO-26-00001',
      address: 'can@selvi.example',
    },
  ],
  findings: [
    { code: 'Backorder', severity: 'warning', message: '1 line exceeds the stock.' },
    { code: 'MailsStay', severity: 'warning', message: 'No mail server is set.' },
  ],
}

async function begin(given: Partial<typeof answer> = {}, { width = 1440, rights = ['NewOrder'] } = {}) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: { ...session, PermissionsUI: [...rights, tryOrder.permission ?? ''] },
  })
  const tried: InputOf<typeof tryOrder>[] = []
  server.answer(tryOrder, (input) => {
    tried.push(input)
    return { ...answer, ...given }
  })
  server.answer(findForTrial, ({ what }) => ({
    options: what === 'place' ? [{ id: ids.far, code: 'L2', name: 'Şifa Eczaneleri · Şifa Ofis' }] : [],
    hasMore: false,
  }))
  const close = vi.fn<() => void>()
  await show(<TrialDialog onClose={close} />)
  return { tried, close }
}

test('[ORD-007] shows the way of the order, what was found and that nothing was kept', async () => {
  await begin()
  await expect.element(page.getByText('Nothing would stop this order.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Steps of the order' })).toBeVisible()
  for (const words of [
    'SO-26-00001, SO-26-00002 for Şifa Eczaneleri, Şifa Merkez, delivery on 1 Dec 2026.',
    'Apple tea: 25 became 30, in packs of 6.',
    'Ayşe Demir, Ali Kaya and 5 more people can approve it.',
    'In the trial Ayşe Demir approved it.',
    'Depo Gebze: 18 × Apple tea',
    'Backorder: 12 × Apple tea',
    'Can Er (can@selvi.example): notification in the portal and email “Orders approved: SO-26-00001”',
  ])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Nothing of this trial was kept.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open: No mail server is set.' }))
    .toHaveAttribute('href', '/account/account-settings?part=system')
  await expect
    .element(page.getByRole('link', { name: 'Place a real order' }))
    .toHaveAttribute('href', '/order/new-order')
  await expectNoAxeFaults()
})

test('says what would stop the order, and offers no order to who may not place one', async () => {
  await begin(
    {
      orders: answer.orders.slice(0, 1).map((order) => ({ ...order, code: null, approved: false })),
      deciders: { count: 0, names: [], by: null, atOnce: false },
      told: [],
      findings: [{ code: 'NoStock', severity: 'problem', message: '1 line is not covered by stock.' }],
    },
    { rights: [] },
  )
  await expect.element(page.getByText('A real order would be stopped here.')).toBeVisible()
  await expect.element(page.getByText('Nothing would be placed.')).toBeVisible()
  await expect.element(page.getByText('1 obstacle, see above.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Place a real order' })).not.toBeInTheDocument()
})

test('is tried again with another place and another quantity, and with less products', async () => {
  const { tried } = await begin()
  await page.getByRole('combobox', { name: 'Deliver to' }).click()
  await page.getByRole('option', { name: /Şifa Ofis/ }).click()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('40')
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() =>
    expect(tried).toEqual([{}, { locationId: ids.far, lines: [{ variantId: ids.tea, quantity: 40 }] }]),
  )
  await page.getByRole('button', { name: 'Remove Apple tea' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(tried.at(-1)).toEqual({ locationId: ids.far }))
})

test('says of an empty company what it needs', async () => {
  await begin({
    place: null,
    asked: [],
    orders: [],
    findings: [{ code: 'NoPlace', severity: 'problem', message: 'No customer has a delivery location.' }],
  })
  await expect
    .element(page.getByRole('link', { name: 'Open: No customer has a delivery location.' }))
    .toHaveAttribute('href', '/company/company-locations?part=location')
  await expect.element(page.getByRole('list', { name: 'Steps of the order' })).not.toBeInTheDocument()
})

test('fits a phone', async () => {
  await begin({}, { width: 390 })
  await expect.element(page.getByText('Nothing would stop this order.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
