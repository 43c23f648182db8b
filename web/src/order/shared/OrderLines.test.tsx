import { exportManagedLines } from '@kervan/contract/order/line-export'
import { saveGridState } from '@kervan/contract/account/web-app-user-dictionary'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OrderManagement from '../management/OrderManagement.tsx'

let server: MemoryServer
let orders: OrderServer

beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: [...managerRights, exportManagedLines.permission ?? ''] },
  })
  orders = serveOrders(server, 'manager', 2, () => [
    sampleLine(0, { demandQuantity: 240, poQuantity: 240 }),
    sampleLine(1, { available: 12 }),
    sampleLine(2, { state: 'Rejected', poQuantity: 0, rejectReason: 'OutOfStock' }),
    sampleLine(3, { demandQuantity: 60, poQuantity: 60 }),
  ])
})

const drawer = () => page.getByRole('dialog', { name: /^SO-26-/ })
const lines = () => drawer().getByRole('grid', { name: 'Lines' })
const button = (name: string | RegExp) => drawer().getByRole('button', { name })
const heading = (name: string) =>
  lines().getByRole('columnheader', { name: new RegExp(`^${name} Column menu`) })
const headings = () =>
  lines()
    .getByRole('columnheader')
    .elements()
    .flatMap((element) => element.querySelector('button')?.textContent ?? [])
/** The products from above to below. */
const products = () =>
  lines()
    .getByRole('button', { expanded: false })
    .elements()
    .map(({ textContent }) => /^(Nitrile|Surgical|Gauze|Elastic)/.exec(textContent)?.[1])
    .filter(Boolean)
const open = async (index = 0) => {
  const shown = await show(<OrderManagement />, `/here?order=${orders.rows[index]!.orderCode}`)
  await expect.element(lines().getByRole('row', { name: /Nitrile/ })).toBeVisible()
  return shown
}
const columnMenu = (name: string) => lines().getByRole('button', { name: `Column menu: ${name}` })

describe('[GRD-001] [ORD-009] the lines of an order are a grid like any other', () => {
  test('a heading sorts, turns, and leads back to the order’s own; Enter does the same', async () => {
    await open()
    const own = ['Nitrile', 'Surgical', 'Gauze', 'Elastic']
    expect(products()).toEqual(own)
    const ordered = heading('Ordered').getByRole('button', { name: 'Ordered', exact: true })
    await ordered.click()
    await expect.element(heading('Ordered')).toHaveAttribute('aria-sort', 'ascending')
    expect(products()).toEqual(['Elastic', 'Surgical', 'Gauze', 'Nitrile'])
    await ordered.click()
    expect(products()).toEqual(['Nitrile', 'Surgical', 'Gauze', 'Elastic'])
    await expect.element(heading('Ordered')).toHaveAttribute('aria-sort', 'descending')
    await ordered.click()
    await expect.element(heading('Ordered')).not.toHaveAttribute('aria-sort')
    heading('Stock').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Stock')).toHaveAttribute('aria-sort', 'ascending')
    expect(products()[0]).toBe('Surgical')
  })

  test('a filter of a column and chips with their counts leave lines out', async () => {
    await open()
    await expect.element(button('Pending 3')).toBeVisible()
    await expect.element(button('Short of stock 1')).toBeVisible()
    await button('Rejected 1').click()
    await expect.element(drawer().getByText('1 of 4 lines')).toBeVisible()
    expect(products()).toEqual(['Gauze'])
    await button('Clear filters').click()
    await columnMenu('Ordered').click()
    await page.getByRole('textbox', { name: 'From' }).fill('100')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.element(drawer().getByText('3 of 4 lines')).toBeVisible()
    expect(products()).toEqual(['Nitrile', 'Surgical', 'Gauze'])
    await expectNoAxeFaults()
  })

  test('the export has the filtered lines, in their order and the columns that are shown', async () => {
    server.answer(
      exportManagedLines,
      () => new Response('x', { headers: { 'Content-Disposition': 'attachment; filename="lines.xlsx"' } }),
    )
    await open()
    await button('Pending 3').click()
    await heading('Ordered').getByRole('button', { name: 'Ordered', exact: true }).click()
    await columnMenu('Stock').click()
    await page.getByRole('button', { name: 'Hide column' }).click()
    await button('Export').click()
    await vi.waitFor(() =>
      expect(server.sentTo(exportManagedLines).map(({ input }) => input)).toEqual([
        {
          orderCode: orders.rows[0]!.orderCode,
          columns: [
            'product',
            'color',
            'size',
            'code',
            'gtin',
            'demand',
            'po',
            'completed',
            'total',
            'state',
          ],
          lineIds: [3, 1, 0].map((index) => sampleLine(index).id),
        },
      ]),
    )
  })

  test('a pinned column stands first and stays with the user, in the next order as well', async () => {
    await open()
    expect(headings()[0]).toBe('Product')
    await columnMenu('State').click()
    await page.getByRole('button', { name: 'Pin to the left' }).click()
    await vi.waitFor(() => expect(headings().slice(0, 2)).toEqual(['Product', 'State']))
    expect(getComputedStyle(heading('State').element()).position).toBe('sticky')
    await button('Next record').click()
    await expect.element(drawer().getByRole('heading', { name: orders.rows[1]!.orderCode })).toBeVisible()
    await vi.waitFor(() => expect(headings().slice(0, 2)).toEqual(['Product', 'State']))
    await vi.waitFor(() => expect(server.sentTo(saveGridState)).toHaveLength(1))
    expect(server.sentTo(saveGridState)[0]?.input).toMatchObject({ ObjectKey: 'grid:OrderLines' })
  })

  test('[GRD-002] a named view keeps columns, sort, search and chips', async () => {
    await open()
    await button('Short of stock 1').click()
    await heading('Ordered').getByRole('button', { name: 'Ordered', exact: true }).click()
    await button('Views').click()
    await page.getByRole('menuitem', { name: /^Save/ }).click()
    await page.getByRole('textbox', { name: /Name/ }).fill('To clarify')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect.element(button('To clarify')).toBeVisible()
    await button('Clear filters').click()
    await heading('Stock').getByRole('button', { name: 'Stock', exact: true }).click()
    await expect.element(button(/^To clarify · changed/)).toBeVisible()
    expect(products()).toHaveLength(4)
    await button(/^To clarify/).click()
    await page.getByRole('menuitem', { name: 'To clarify', exact: true }).click()
    await vi.waitFor(() => expect(products()).toEqual(['Surgical']))
    await expect.element(heading('Ordered')).toHaveAttribute('aria-sort', 'ascending')
    await expectNoAxeFaults()
  })

  test('the column of totals is as wide as its longest amount, whatever is filtered', async () => {
    orders = serveOrders(server, 'manager', 2, () => [
      sampleLine(0),
      sampleLine(1, { state: 'Rejected', lineTotal: '174946668.20' }),
    ])
    await open()
    const total = lines().getByText('₺174,946,668.20')
    await expect.element(total).toBeVisible()
    const cell = total.element().closest('[role=gridcell]')!
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
    const { width } = heading('Line total').element().getBoundingClientRect()
    expect(width).toBeGreaterThan(120)
    await button('Pending 1').click()
    await expect.element(total).not.toBeInTheDocument()
    expect(heading('Line total').element().getBoundingClientRect().width).toBe(width)
  })

  test('[ORD-010] what is chosen outlives search, and has no bar beside the foot of the order', async () => {
    await open()
    await expect.element(drawer().getByText(/^3 lines selected · 420 units/)).toBeVisible()
    await drawer().getByRole('searchbox', { name: 'Search lines' }).fill('elastic')
    await expect.element(drawer().getByText('1 of 4 lines')).toBeVisible()
    await expect.element(drawer().getByText(/^3 lines selected · 420 units/)).toBeVisible()
    await expect.element(button('Deselect 2 hidden lines')).toBeVisible()
    await expect
      .element(drawer().getByRole('toolbar', { name: 'Actions on the selection' }))
      .not.toBeInTheDocument()
  })

  test('[SHL-027] on a telephone a card unfolds, and a quantity is typed in it', async () => {
    await page.viewport(390, 844)
    await show(<OrderManagement />, `/here?order=${orders.rows[0]!.orderCode}`)
    const cards = drawer().getByRole('list', { name: 'Lines' })
    await expect.element(cards.getByText('Surgical mask, M')).toBeVisible()
    await expect.element(button('Short of stock 1')).toBeVisible()
    await cards.getByRole('button', { name: /^Open Surgical/ }).click()
    await expect.element(cards.getByText('SO-26-48213-2')).toBeVisible()
    await userEvent.keyboard('r')
    await expect.element(cards.getByRole('textbox', { name: /Nitrile/ })).toHaveFocus()
    await userEvent.keyboard('40')
    await expect.element(cards.getByText('40 is not a full pack. Use 36 or 48.')).toBeVisible()
    await expectNoAxeFaults()
  })
})
