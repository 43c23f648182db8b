import {
  distributeAmount,
  getReplenishment,
  type ReplenishmentLine,
} from '@kervan/contract/order/replenishment'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { Distribution } from './Distribution.tsx'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const line = (
  n: number,
  demandQuantity: number,
  over: Partial<ReplenishmentLine> = {},
): ReplenishmentLine => ({
  lineId: id(n),
  lineCode: `SO-26-0000${n}-1`,
  orderCode: `SO-26-0000${n}`,
  version: n,
  type: 'Backorder',
  customerName: `Customer ${n}`,
  deliveryLocationName: `Location ${n}`,
  orderDate: `2026-11-0${n}T08:00:00.000Z`,
  deliveryDate: '2026-12-01',
  packUnit: 12,
  demandQuantity,
  poQuantity: demandQuantity,
  completedLast5Days: 0,
  average120Days: 90,
  average90Days: 80,
  lastYearMonthlyAverage: 50,
  stock: 0,
  inTransit: 60,
  openOrders: 0,
  suggestedQuantity: 60,
  isOwn: false,
  ...over,
})

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  const rights = [distributeAmount.permission, getReplenishment.permission].flatMap((one) => one ?? [])
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language: 'en' })
  server.answer(getReplenishment, () => ({
    productUniqueCode: 'V-1',
    productName: 'Gauze',
    color: null,
    size: '10 cm',
    packUnit: 12,
    freeStock: 60,
    horizonDays: 30,
    safetyDays: 7,
    months: [{ month: '2026-11-01', ordered: 300, completed: 100 }],
    lines: [line(1, 48), line(2, 96), line(3, 24, { isOwn: true })],
    truncated: false,
  }))
  server.answer(distributeAmount, () => ({ orders: 2, lines: 2, quantity: 60, remainder: 0 }))
  await show(<Distribution variantId={id(9)} onBack={() => {}} />)
})

const given = (n: number) => page.getByRole('textbox', { name: `Quantity for SO-26-0000${n}-1` })
const sent = () => server.sentTo(distributeAmount).map(({ input }) => input)

describe('[ORD-017] giving out a scarce amount', () => {
  test('each line gets its share at once, one’s own none, and the whole is booked', async () => {
    await expect.element(given(1)).toHaveValue('24')
    await expect.element(given(2)).toHaveValue('36')
    await expect.element(given(3)).toBeDisabled()
    await expect.element(page.getByText('60 of 60 allocated, 0 left')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Approve 2 lines' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 lines' }).click()
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({
      amount: 60,
      lines: [
        { lineId: id(1), version: 1, quantity: 24 },
        { lineId: id(2), version: 2, quantity: 36 },
      ],
    })
  })

  test('first come gives the oldest all it wants; typing goes on by hand; too much is said', async () => {
    await page.getByText('First come').click()
    await expect.element(given(1)).toHaveValue('48')
    await expect.element(given(2)).toHaveValue('12')
    await given(2).fill('24')
    await expect.element(page.getByText('Allocated more than available: 12 too many.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve 2 lines' })).toBeDisabled()
    await given(1).fill('0')
    await expect.element(page.getByText('1 selected line gets nothing')).toBeVisible()
    await expect.element(page.getByText('Gets nothing', { exact: true })).toBeVisible()
    await given(1).fill('36')
    await expect.element(page.getByText('60 of 60 allocated, 0 left')).toBeVisible()
  })

  test('what is suggested can be taken over, and says how it was calculated', async () => {
    await page.getByRole('button', { name: 'How 60 for SO-26-00001-1 was calculated' }).click()
    const why = page.getByRole('table', { name: 'Suggestion for Location 1' })
    await expect.element(why.getByRole('row', { name: 'Demand of 30 days 90' })).toBeVisible()
    await expect.element(why.getByRole('row', { name: '− On its way 60' })).toBeVisible()
    await expect.element(why.getByRole('row', { name: '= Suggested, in packs of 12 60' })).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Take over suggestions' }).click()
    // No more than the line asks for.
    await expect.element(given(1)).toHaveValue('48')
    await expect.element(given(2)).toHaveValue('60')
  })

  test('without kinds and without orders it says what to choose', async () => {
    await page.getByRole('checkbox', { name: 'Select all lines' }).click()
    await expect.element(page.getByText('Select at least one order.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Direct orders' }).click()
    await page.getByRole('checkbox', { name: 'Backorders' }).click()
    await expect.element(page.getByText('Choose direct orders, backorders or both.').first()).toBeVisible()
  })
})
