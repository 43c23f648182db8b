import { getOrderReport, getOrderReportExcel, orderReportOrders } from '@kervan/contract/order/order-report'
import { getReportViews } from '@kervan/contract/report/report-views'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OrderReport from './OrderReport.tsx'

async function begin(options: { hidden?: true; language?: 'en' | 'de'; width?: number } = {}) {
  await page.viewport(options.width ?? 1440, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['OrderInsights'],
      ...(options.hidden && { PricesHidden: true as const }),
    },
    language: options.language ?? 'en',
  })
  rememberDictionaries(server)
  server.answer(getReportViews, () => ({ views: [], roles: [] }))
  const head = (value: string, label: string | null = null) => ({ value, label })
  server.answer(getOrderReport, ({ rows }) => ({
    columns: [head('2026-10'), head('2026-11')],
    rows: [
      { path: [head('C-1', 'Aster')], cells: ['10', '5'], total: '15' },
      ...(rows.length > 1
        ? [{ path: [head('C-1', 'Aster'), head('Directly')], cells: ['10', '5'], total: '15' }]
        : []),
      { path: [head('C-2', 'Birch')], cells: [null, '1200'], total: '1200' },
    ],
    columnTotals: ['10', '1205'],
    grandTotal: '1215',
    currency: null,
    additive: true,
    freshness: null,
    madeAt: '2026-11-29T09:00:00Z',
  }))
  return server
}

test('[ORD-018] figures are drawn and read, limited to one row, and downloaded', async () => {
  const server = await begin()
  server.answer(getOrderReportExcel, () => new File(['x'], 'report.xlsx'))
  const { search } = await show(<OrderReport />)
  const table = page.getByRole('table', { name: 'Order report', exact: true })
  await expect.element(table.getByRole('cell', { name: '1,215' })).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Aster' }).click()
  await page.getByRole('menuitem', { name: 'Only Aster' }).click()
  await expect.element(page.getByText('Customer: Aster')).toBeVisible()
  expect(server.sentTo(getOrderReport).at(-1)?.input).toMatchObject({ filters: { customer: ['C-1'] } })
  expect(search()).toMatchObject({ only: { customer: ['C-1'] } })
  await page.getByRole('button', { name: 'Remove Customer: Aster' }).click()
  await page.getByRole('button', { name: 'Files' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  await expect
    .poll(() => server.sentTo(getOrderReportExcel)[0]?.input)
    .toMatchObject({ rows: ['customer'], column: 'month', measure: 'quantity', filters: {} })
})

test('[ORD-018] a row is broken down by something else', async () => {
  const server = await begin()
  await show(<OrderReport />)
  await page.getByRole('button', { name: 'Birch' }).click()
  await page.getByRole('menuitem', { name: 'Order type' }).click()
  await expect
    .poll(() => server.sentTo(getOrderReport).at(-1)?.input)
    .toMatchObject({ rows: ['type'], filters: { customer: ['C-2'] } })
})

test('[ORD-018] Enter on a figure shows its orders, limited as the figure is', async () => {
  const server = await begin()
  serveList(server, orderReportOrders, [
    {
      id: '00000001-0000-4000-8000-000000000001',
      orderCode: 'SO-26-00042',
      customerName: 'Aster',
      orderDate: '2026-11-02T08:00:00.000Z',
      deliveryLocationName: 'Aster Ankara',
      deliveryDate: '2026-11-05',
      shownState: 'Request',
      lineCount: 1,
      demandQuantity: 5,
      confirmedQuantity: 5,
      completedQuantity: 0,
      rejectedQuantity: 0,
      total: '50.00',
      currency: 'TRY',
      place: 'toDecide',
    },
  ])
  await show(<OrderReport />)
  const figure = page.getByRole('button', { name: '5', exact: true })
  await expect.element(figure).toBeVisible()
  ;(figure.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Orders in this figure · Aster · Nov 2026' })
  await expect.element(dialog.getByText('SO-26-00042')).toBeVisible()
  expect(server.sentTo(orderReportOrders.page)[0]?.input).toMatchObject({
    only: [
      { dimension: 'customer', values: ['C-1'] },
      { dimension: 'month', values: ['2026-11'] },
    ],
  })
  await expectNoAxeFaults()
})

test('[ORD-018] is limited to a value that stands neither in its rows nor in its columns', async () => {
  const server = await begin()
  await show(<OrderReport />)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Filter by' }).click()
  await page.getByRole('option', { name: 'City' }).click()
  await page.getByRole('combobox', { name: 'City' }).click()
  await page.getByRole('option', { name: 'Birch' }).click()
  await expect
    .poll(() => server.sentTo(getOrderReport).at(-1)?.input)
    .toMatchObject({ rows: ['customer'], filters: { city: ['C-2'] } })
  await expectNoAxeFaults()
})

test('[ORD-018] rows, column and figure are chosen, saved as a view, and opened again', async () => {
  const server = await begin()
  const { search } = await show(<OrderReport />)
  const asked = () => server.sentTo(getOrderReport).at(-1)?.input
  await page.getByRole('combobox', { name: 'Figure' }).click()
  await page.getByRole('option', { name: 'Net amount' }).click()
  await expect.poll(asked).toMatchObject({ measure: 'netAmount' })
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'Season' }).click()
  // Its pills cover the box, which opens wherever it is pressed.
  await page.getByRole('combobox', { name: 'Rows' }).click({ force: true })
  await page.getByRole('option', { name: 'Brand' }).click()
  await expect
    .poll(asked)
    .toMatchObject({ rows: ['customer', 'brand'], column: 'season', measure: 'netAmount' })
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Brands by season')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect.element(page.getByRole('button', { name: 'Brands by season' })).toBeVisible()
  await expectNoAxeFaults()

  await page.getByRole('combobox', { name: 'Figure' }).click()
  await page.getByRole('option', { name: 'Orders' }).click()
  await expect.poll(asked).toMatchObject({ measure: 'orders' })
  await page.getByRole('button', { name: 'Brands by season · changed' }).click()
  await page.getByRole('menuitem', { name: 'Brands by season', exact: true }).click()
  await expect
    .poll(search)
    .toMatchObject({ rows: ['customer', 'brand'], column: 'season', measure: 'netAmount' })
  await expect.element(page.getByRole('button', { name: 'Brands by season', exact: true })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Figure' })).toHaveValue('Net amount')
})

test('[ORD-020] amounts are not offered to who may not see prices', async () => {
  await begin({ hidden: true })
  await show(<OrderReport />)
  await page.getByRole('combobox', { name: 'Figure' }).click()
  await expect.element(page.getByRole('option', { name: 'Pieces ordered' })).toBeVisible()
  expect(page.getByRole('option', { name: 'Net amount' }).elements()).toEqual([])
})

test('[SHL-027] in German, on a telephone', async () => {
  await begin({ language: 'de', width: 390 })
  await show(<OrderReport />)
  await expect.element(page.getByRole('rowheader', { name: 'Aster' }).first()).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
