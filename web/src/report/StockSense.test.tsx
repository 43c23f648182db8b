import {
  getStockSense,
  getStockSenseSettings,
  stockSenseItems,
  updateStockSense,
} from '@kervan/contract/report/stock-sense'
import {
  getReportViews,
  saveReportView,
  shareReportView,
  startReportRun,
} from '@kervan/contract/report/report-views'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import StockSense from './StockSense.tsx'

const role = { id: '00000001-0000-4000-8000-0000000000a1', name: 'Planner' }
const view = {
  id: '00000001-0000-4000-8000-0000000000b1',
  version: 3,
  name: 'Sold out by city',
  question: {
    rows: ['city'],
    column: null,
    measure: 'places',
    only: { coverClass: ['Out'] },
    names: {},
    sort: 'total' as const,
  },
  period: null,
  from: null,
  to: null,
  isOwn: false,
  ownerName: 'Ayla Demir',
  roles: [role],
  mailsReaders: false,
  schedule: null,
  nextAt: null,
  limits: null,
  actions: {},
}
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
  server.answer(getStockSenseSettings, () => ({ lowDays: 14, overDays: 90, version: 0 }))
  server.answer(getReportViews, () => ({ views: [view], roles: [role] }))
  let left = minutesLeft
  server.answer(getStockSense, () => ({
    columns: [head('Out'), head('Healthy')],
    rows: [{ path: [head('Stores')], cells: ['2', '7'], total: '9' }],
    columnTotals: ['2', '7'],
    grandTotal: '9',
    currency: null,
    additive: true,
    freshness: { builtAt: '2026-11-27T01:00:00.000Z', lastDay: '2026-11-26', minutesLeft: left },
    madeAt: '2026-11-27T09:00:00.000Z',
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
      lostUnitsLow: '0.4',
      lostUnitsHigh: '4.6',
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
  const dialog = page.getByRole('dialog', { name: 'Products in this figure · Stores · Sold out' })
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

test('[RPT-001] a shared view is opened; what is shown is kept, shared with a role and sent every week', async () => {
  const server = await begin(null)
  server.answer(saveReportView, () => ({ viewId: view.id, version: 1 }))
  server.answer(shareReportView, () => ({ viewId: view.id, version: 2 }))
  const { search } = await show(<StockSense />)
  await page.getByRole('button', { name: 'Shared views' }).click()
  await page.getByRole('menuitem', { name: 'Sold out by city Shared by Ayla Demir' }).click()
  await expect.poll(() => search()).toMatchObject({ rows: ['city'], only: { coverClass: ['Out'] } })
  await page.getByRole('button', { name: 'Shared views' }).click()
  await page.getByRole('menuitem', { name: 'Share or send this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share or send this view' })
  await dialog.getByLabelText('Name').fill('Cities')
  await dialog.getByRole('combobox', { name: 'Send by mail' }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await dialog.getByRole('combobox', { name: /^Share with roles/ }).click()
  await page.getByRole('option', { name: 'Planner' }).click()
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sentTo(shareReportView)[0]?.input)
    .toMatchObject({ roleIds: [role.id], version: 1 })
  expect(server.sentTo(saveReportView)[0]?.input).toMatchObject({
    report: 'stockSenseReport',
    name: 'Cities',
    period: null,
    question: { rows: ['city'], measure: 'places' },
    schedule: { rhythm: 'Weekly', weekday: 1, monthDay: null, at: '07:00' },
  })
})

test('[RPT-002] figures that are too many for the screen are made beside it', async () => {
  const server = await begin(null)
  server.answer(getStockSense, () =>
    server.refuse(getStockSense, 'ReportTooLarge', { rows: 1000, columns: 50 }),
  )
  server.answer(startReportRun, () => server.refuse(startReportRun, 'TooManyReportRuns', { limit: 5 }))
  await show(<StockSense />)
  await page.getByRole('button', { name: 'Make in the background' }).click()
  await expect
    .poll(() => server.sentTo(startReportRun)[0]?.input)
    .toMatchObject({ report: 'stockSenseReport', question: { column: 'coverClass' }, from: null })
})
