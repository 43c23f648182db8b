import { pendingOrders } from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, serveOrders } from '../../../test/orderServer.ts'
import { freshPortal, session, show } from '../../../test/render.tsx'
import OrderManagement from './OrderManagement.tsx'

let server: MemoryServer
async function begin(hidden: boolean) {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: managerRights, ...(hidden && { PricesHidden: true as const }) },
  })
  serveOrders(server, 'manager')
}

const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const address = `/here?sort=total.desc&f=${encodeURIComponent(JSON.stringify({ total: { from: '1' } }))}`

describe('[ORD-020] where prices are hidden', () => {
  beforeEach(() => begin(true))

  test('there is no column of totals: not in the grid, the chooser, or the filters', async () => {
    await show(<OrderManagement />)
    await expect.element(page.getByRole('columnheader', { name: /^Ordered/ })).toBeVisible()
    // Of what is summed up only quantities are said.
    await expect.element(page.getByText(/^Ordered [\d,]+$/)).toBeVisible()
    await expect.element(page.getByText(/^Total /)).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect.element(page.getByRole('checkbox', { name: 'Recorded by' })).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: 'Total' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Recorded by' })).toBeVisible()
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: 'Total' }))
      .not.toBeInTheDocument()
  })

  test('an address that sorts and filters by it is mended before anything is asked', async () => {
    await show(<OrderManagement />, address)
    await vi.waitFor(() =>
      expect(sent(pendingOrders.page)[0]).toMatchObject({ sort: pendingOrders.defaultSort, filters: {} }),
    )
  })
})

test('[ORD-020] where they are not, the chooser offers the totals and the address means what it says', async () => {
  await begin(false)
  await show(<OrderManagement />, address)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Total' })).toBeVisible()
  await vi.waitFor(() =>
    expect(sent(pendingOrders.page)[0]).toMatchObject({
      sort: [{ column: 'total', direction: 'desc' }],
      filters: { total: { from: '1' } },
    }),
  )
})
