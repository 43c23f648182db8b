import { getOrderReport, getOrderReportExcel } from '@kervan/contract/order/order-report'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
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
  await page.getByRole('button', { name: 'Excel' }).click()
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
