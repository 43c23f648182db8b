import { getStockSense, stockSenseItems, updateStockSense } from '@kervan/contract/report/stock-sense'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import StockSense from './StockSense.tsx'

const head = (value: string, label: string | null = null) => ({ value, label })

async function begin(minutesLeft: number | null, width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['StockSenseReport', 'WorkOrderManagement', updateStockSense.permission ?? ''],
    },
  })
  rememberDictionaries(server)
  let left = minutesLeft
  server.answer(getStockSense, () => ({
    columns: [head('Out'), head('Healthy')],
    rows: [{ path: [head('Stores')], cells: ['2', '7'], total: '9' }],
    columnTotals: ['2', '7'],
    grandTotal: '9',
    currency: null,
    additive: true,
    freshness: { builtAt: '2026-11-27T01:00:00.000Z', lastDay: '2026-11-26', minutesLeft: left },
  }))
  server.answer(updateStockSense, () => {
    left = 4
    return { minutesLeft: 4 }
  })
  serveList(server, stockSenseItems, [
    {
      id: '00000001-0000-4000-8000-000000000001',
      locationCode: 'S-1',
      locationName: 'Alsancak',
      productCode: 'P-1',
      productName: 'Linen shirt',
      variantCode: 'P-1-M',
      coverClass: 'Out',
      onHandUnits: 0,
      inTransitUnits: 0,
      weeklyRate: '3.5',
      stockCover: 0,
      lostUnits: '2.5',
      lostValue: '250.00',
      stockValue: '0.00',
      brokenSet: true,
      nextStep: 'WO-26-00017',
      workOrderCode: 'WO-26-00017',
      currency: 'TRY',
    },
  ])
  return server
}

test('[RPT-001] leaves out places without sales, says how old it is, and a figure opens its products', async () => {
  const server = await begin(null)
  await show(<StockSense />)
  await expect.element(page.getByText(/^Last day of data: .*2026/)).toBeVisible()
  expect(server.sentTo(getStockSense)[0]?.input).toMatchObject({
    from: null,
    to: null,
    filters: { coverClass: ['Out', 'Low', 'Healthy', 'Over', 'Dead'] },
  })
  await expectNoAxeFaults()
  const figure = page.getByRole('button', { name: '2', exact: true }).first()
  await expect.element(figure).toBeVisible()
  ;(figure.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Products behind the figure · Stores · Sold out' })
  await expect.element(dialog.getByText('WO-26-00017')).toBeVisible()
  // Pieces are no money, though amounts of money stand in the same row.
  await expect.element(dialog.getByText('2.5', { exact: true })).toBeVisible()
  expect(server.sentTo(stockSenseItems.page)[0]?.input).toMatchObject({
    only: expect.arrayContaining([
      { dimension: 'locationGroup', values: ['Stores'] },
      { dimension: 'coverClass', values: ['Out'] },
    ]),
  })
  await expectNoAxeFaults()
})

test('[RPT-002] is updated on request and says the minutes that are left', async () => {
  const server = await begin(null, 390)
  await show(<StockSense />)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.element(page.getByText('Report being updated. Estimated minutes remaining: 4')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  expect(server.sentTo(updateStockSense)).toHaveLength(1)
  await expectNoAxeFaults()
})
