import { notifyHealthInsurance } from '@kervan/contract/order/health-insurance'
import type { OrderLineView } from '@kervan/contract/order/order-view'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OrderManagement from '../management/OrderManagement.tsx'

const health = (over: Partial<NonNullable<OrderLineView['healthInsurance']>>) => ({
  state: 'Notified' as const,
  responseText: '0000 Sipariş bildirimi alındı',
  notificationId: 'B000000007',
  problem: null,
  attempts: 1,
  nextTryAt: null,
  settledAt: '2026-06-16T09:00:00Z',
  ...over,
})
const failed = health({
  state: 'Failed',
  responseText: '1102 İşlem numarası bulunamadı',
  notificationId: null,
})

let server: MemoryServer
let orders: OrderServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: managerRights } })
  orders = serveOrders(server, 'manager', 3, () => [
    sampleLine(0, { state: 'Approved', healthInsurance: health({}) }),
    sampleLine(1, { state: 'Approved', healthInsurance: failed }),
    sampleLine(2, {
      state: 'Approved',
      healthInsurance: health({
        state: 'Waiting',
        responseText: null,
        notificationId: null,
        problem: 'GlnMissing',
        attempts: 2,
        nextTryAt: '2026-06-16T10:00:00Z',
        settledAt: null,
      }),
    }),
  ])
})

const code = () => orders.rows[0]!.orderCode
const drawer = () => page.getByRole('dialog', { name: /^SO-26-/ })

describe('[ORD-015] what the health insurance said of an order', () => {
  test('stands in its drawer, and what failed is sent again with another number', async () => {
    const order = { ...orders.orders.get(code())!, medulaTransactionNo: '3F5K7' }
    orders.orders.set(code(), { ...order, actions: { ...order.actions, notifyHealthInsurance: null } })
    server.answer(notifyHealthInsurance, ({ medulaTransactionNo }) => ({
      ...order,
      medulaTransactionNo: medulaTransactionNo ?? null,
      lines: order.lines.map((line) => ({ ...line, healthInsurance: health({}) })),
    }))
    await show(<OrderManagement />, `/here?order=${code()}`)
    const banner = drawer().getByRole('alert')
    await expect.element(banner.getByText('Medula notification failed:')).toBeVisible()
    await expect.element(banner.getByText(/1102/)).toBeVisible()
    await drawer()
      .getByRole('grid', { name: 'Lines' })
      .getByRole('button', { name: /^Nitrile exam gloves/ })
      .click()
    await expect.element(drawer().getByText('Medula notification succeeded')).toBeVisible()
    await expect.element(drawer().getByText('B000000007')).toBeVisible()
    await expectNoAxeFaults()
    await banner.getByRole('button', { name: 'Notify Medula again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notify Medula again' })
    await dialog.getByLabelText('Medula transaction no.').fill('3F5K8')
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Notify Medula again' }).click()
    await expect.element(page.getByText('Medula is notified again')).toBeVisible()
    expect(server.sentTo(notifyHealthInsurance).map(({ input }) => input)).toMatchObject([
      { orderCode: code(), medulaTransactionNo: '3F5K8' },
    ])
    await expect.element(banner).not.toBeInTheDocument()
  })
})
