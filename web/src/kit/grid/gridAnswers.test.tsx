import { pendingOrders } from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { serveList } from '../../../test/memoryParts.ts'
import { beginGrid, focused, Orders, row } from '../../../test/orderGrid.tsx'
import { expectNoAxeFaults, show } from '../../../test/render.tsx'
import type { OrderRow } from '../../../test/sampleOrders.ts'
import { CallRefused } from '../call/refused.ts'

let server: MemoryServer
let orders: OrderRow[]

beforeEach(async () => {
  ;({ server, orders } = await beginGrid())
})

describe('[GRD-005] when there are no rows', () => {
  test('nothing yet: says what this is and how to begin', async () => {
    serveList(server, pendingOrders, [])
    await show(
      <Orders
        empty={{
          title: 'No orders yet',
          text: 'They appear here.',
          actions: <button type="button">New order</button>,
        }}
      />,
    )
    await expect.element(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await expectNoAxeFaults()
  })
  test('nothing that matches: the way back is one press', async () => {
    await show(<Orders />, '/here?q=nobodyknowsthis')
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.element(row('SO-26-48213')).toBeVisible()
  })
  test('no answer: why, the reference, and another try', async () => {
    serveList(server, pendingOrders, orders, () => server.refuse(pendingOrders.page, 'ServerFault'))
    await show(<Orders />)
    await expect.element(page.getByText(/Server error\. Operation failed\./)).toBeVisible()
    await expect.element(page.getByText('7F3K-92QD')).toBeVisible()
    await expectNoAxeFaults()
    serveList(server, pendingOrders, orders)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(row('SO-26-48213')).toBeVisible()
  })
  test('no right: which one is missing', async () => {
    serveList(server, pendingOrders, orders, () =>
      server.refuse(pendingOrders.page, 'PermissionMissing', { permission: 'PendingOrders' }),
    )
    await show(<Orders />)
    await expect.element(page.getByText(/This needs “Tab: pending orders”\./)).toBeVisible()
  })
})

describe('[GRD-001] export', () => {
  test('all matching rows in the columns one sees, under the name the server gives', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await show(<Orders />, '/here?f={"shownState":{"in":["Revised"]}}')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect.element(page.getByText('Export finished')).toBeVisible()
    await expect.element(page.getByText('Siparişler.xlsx')).toBeVisible()
    expect(server.sentTo(pendingOrders.excel)[0]?.input).toMatchObject({
      filters: { shownState: { in: ['Revised'] } },
      from: '2026-09-01',
    })
    expect(clicked).toHaveBeenCalledOnce()
    clicked.mockRestore()
  })
  test('can be stopped', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    server.answer(
      pendingOrders.excel,
      (_input, { signal }) =>
        new Promise((_done, fail) =>
          signal?.addEventListener('abort', () => fail(signal.reason as Error)),
        ) as never,
    )
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Export stopped')).toBeVisible()
  })
})

describe('inline edit', () => {
  const cell = () => page.getByRole('textbox', { name: 'Change Confirmed' })
  const edit = async (save: (order: OrderRow, value: number) => Promise<unknown>) => {
    await show(<Orders edit={{ confirmedQuantity: { schema: z.int().min(1).max(600), save: save } }} />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    document.querySelector<HTMLElement>('[data-cell="0:3"]')?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(cell()).toHaveFocus()
  }
  test('Enter keeps, a wrong value says why, Escape leaves', async () => {
    const save = vi.fn<(order: OrderRow, value: number) => Promise<void>>(
      async (order: OrderRow, value: number) => {
        order.confirmedQuantity = value
        await Promise.resolve()
      },
    )
    await edit(save)
    await cell().fill('720')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('At most 600')).toBeVisible()
    await expect.element(cell()).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeFaults()
    await cell().fill('48')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() =>
      expect(save).toHaveBeenCalledWith(expect.objectContaining({ orderCode: 'SO-26-48213' }), 48),
    )
    await vi.waitFor(() => expect(focused()).toBe('0:3'))
  })
  test('when somebody was faster both values are shown', async () => {
    let tries = 0
    await edit(async () => {
      tries += 1
      await Promise.resolve()
      if (tries > 1) return
      if (orders[0]) orders[0].confirmedQuantity = 36
      throw new CallRefused(409, {
        Message: 'Someone changed this order at 10:41.',
        ErrorCode: 'ChangedMeanwhile',
        Reference: 'X',
        Timestamp: '2026-11-20T07:42:17.000Z',
      })
    })
    await cell().fill('48')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/Someone changed this order at 10:41\./)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Keep 36' })).toBeVisible()
    await page.getByRole('button', { name: 'Use 48' }).click()
    await vi.waitFor(() => expect(tries).toBe(2))
  })
})
