import {
  acceptedExternalOrder,
  acceptExternalOrders,
  refusedExternalOrder,
} from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OrderManagement from './OrderManagement.tsx'

let server: MemoryServer
let orders: OrderServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: managerRights }, language: 'en' })
  orders = serveOrders(server, 'manager', 6, () =>
    [0, 1].map((line) => sampleLine(line, { state: 'WaitingExternalApproval' })),
  )
  const order = orders.orders.get(code(0))!
  orders.rows[0]!.externalOverdue = true
  orders.orders.set(code(0), {
    ...order,
    externalApproval: {
      correlationId: '00000000-0000-4000-8000-0000000000e1',
      sentAt: '2026-11-20T09:12:00.000Z',
      sentBy: 'Mert Aydoğan',
      overdueAt: '2026-11-21T09:20:00.000Z',
      answeredAt: null,
      approved: null,
      responseId: null,
    },
  })
  for (const call of [acceptedExternalOrder, refusedExternalOrder])
    server.answer(call, () => orders.orders.get(code(0))!)
})

const code = (index: number) => orders.rows[index]!.orderCode
const drawer = () => page.getByRole('dialog', { name: /^SO-26-/ })
const button = (name: string | RegExp) => drawer().getByRole('button', { name })
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const open = () => show(<OrderManagement />, `/here?tab=external&order=${code(0)}`)
const choose = () => drawer().getByRole('checkbox', { name: 'Select all lines' }).click()

describe('[ORD-010] external approval', () => {
  test('the tab is asked by its own call, and what the other party said is entered line by line', async () => {
    await open()
    await expect
      .element(page.getByRole('link', { name: /External approval/ }))
      .toHaveAttribute('aria-current', 'page')
    // Marked beside the list's state and in the drawer.
    await expect.element(page.getByTitle('The other party has not answered in time')).toBeVisible()
    await expect.element(drawer().getByText(/^External approval overdue since/)).toBeVisible()
    await choose()
    await expect.element(button(/Externally approved: 2 lines/)).toBeVisible()
    await expectNoAxeFaults()
    await button(/Externally approved: 2 lines/).click()
    await vi.waitFor(() => expect(sent(acceptedExternalOrder)).toHaveLength(1))
    expect(sent(acceptedExternalOrder)[0]).toMatchObject({ orderCode: code(0), version: 1 })
    expect((sent(acceptedExternalOrder)[0] as { lineIds: string[] }).lineIds).toHaveLength(2)
  })

  test('a rejection needs its reason', async () => {
    await open()
    await choose()
    await button(/Externally rejected/).click()
    const asking = page.getByRole('dialog').last()
    await asking.getByRole('button', { name: 'Externally rejected: 2 lines' }).click()
    await expect.element(asking.getByText(/Choose a reason|reason/i).first()).toBeVisible()
    expect(sent(refusedExternalOrder)).toHaveLength(0)
    await asking.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Out of stock' }).click()
    await asking.getByRole('button', { name: 'Externally rejected: 2 lines' }).click()
    await vi.waitFor(() => expect(sent(refusedExternalOrder)).toMatchObject([{ reason: 'OutOfStock' }]))
  })

  test('whom the order waits for stands in its history', async () => {
    await open()
    await button('History').click()
    await button('Contact').click()
    await expect
      .element(
        drawer()
          .getByText(/by Mert Aydoğan/)
          .first(),
      )
      .toBeVisible()
  })

  test('nothing of it is offered without the permission', async () => {
    server = await freshPortal({
      session: {
        ...session,
        PermissionsUI: managerRights.filter(
          (right) => right !== acceptedExternalOrder.permission && right !== acceptExternalOrders.permission,
        ),
      },
      language: 'en',
    })
    orders = serveOrders(server, 'manager', 1, () => [sampleLine(0, { state: 'WaitingExternalApproval' })])
    const order = orders.orders.get(code(0))!
    const { acceptExternal: _, ...actions } = order.actions
    orders.orders.set(code(0), { ...order, actions })
    await open()
    await expect.element(drawer().getByRole('heading', { name: code(0) })).toBeVisible()
    await expect.element(button(/Externally approved/)).not.toBeInTheDocument()
  })
})
