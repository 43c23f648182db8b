import { findings, getDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import { getDashboard, saveDashboard } from '@kervan/contract/home/home'
import { dashboardBoxes } from '@kervan/contract/home/words'
import { countOrders } from '@kervan/contract/order/order-management'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import KpiDashboard from './KpiDashboard.tsx'

async function begin(boxes: (keyof typeof dashboardBoxes)[] | null, width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'Dashboard',
        dashboardBoxes.orders,
        dashboardBoxes.findings,
        // A box whose call one may not make is not offered.
        dashboardBoxes.serviceRuns,
        ...[countOrders, findings.page, getDashboard, saveDashboard].map(
          ({ permission }) => permission ?? '',
        ),
      ],
    },
  })
  let kept = boxes
  server.answer(getDashboard, () => ({ boxes: kept }))
  server.answer(saveDashboard, ({ boxes: chosen }) => {
    kept = chosen
    return { done: true as const }
  })
  const count = { orders: 12, isExact: true, late: 3 }
  server.answer(countOrders, () => ({
    toDecide: count,
    inFulfilment: { ...count, orders: 4, late: 0 },
    externalApproval: null,
    arrived: null,
    openEdiMessages: null,
  }))
  server.answer(getDiagnosis, () => ({
    running: null,
    report: null,
    reports: [],
    levels: [{ level: 'Error' as const, count: 2 }],
    maintenance: null,
  }))
  return server
}

test('[HOM-003] each figure opens the list behind it with the same filter', async () => {
  await begin(null)
  await show(<KpiDashboard />)
  await expect
    .element(page.getByRole('link', { name: 'Error: 2' }))
    .toHaveAttribute('href', expect.stringContaining('/report/system-diagnosis?f='))
  await expect.element(page.getByRole('region', { name: 'Orders due' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Service runs' })).not.toBeInTheDocument()
  await expectNoAxeFaults()
})

test('[HOM-003] one box that fails leaves the others, on a telephone too', async () => {
  const server = await begin(null, 390)
  server.answer(getDiagnosis, () => server.refuse(getDiagnosis, 'DiagnosisReportNotFound'))
  await show(<KpiDashboard />)
  await expect.element(page.getByRole('region', { name: 'Orders due' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^To decide 12/ })).toBeVisible()
  await expectNoAxeFaults()
})

test('[DIA-001] the box of findings says that there is no report before the first diagnosis', async () => {
  const server = await begin(['findings'])
  server.answer(getDiagnosis, () => ({
    running: null,
    report: null,
    reports: [],
    levels: [{ level: 'Error' as const, count: 0 }],
    maintenance: null,
  }))
  await show(<KpiDashboard />)
  const box = page.getByRole('region', { name: 'Findings of the system diagnosis' })
  await expect.element(box.getByText('No report yet')).toBeVisible()
  await expect.element(box.getByText(/^The checks run every night/)).toBeVisible()
  await expect.element(box.getByText('Error')).not.toBeInTheDocument()
})

test('[HOM-003] boxes are arranged by the user and remembered', async () => {
  const server = await begin(['findings', 'orders'])
  await show(<KpiDashboard />)
  const regions = () =>
    page
      .getByRole('region')
      .elements()
      .map((one) => one.getAttribute('aria-label'))
      .filter((name) => name === 'Orders due' || name === 'Findings of the system diagnosis')
  await expect.poll(regions).toEqual(['Findings of the system diagnosis', 'Orders due'])
  await page.getByRole('button', { name: 'Arrange figures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Arrange figures' })
  await expect.element(dialog).toBeVisible()
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sentTo(saveDashboard)[0]?.input).toEqual({ boxes: ['findings', 'orders'] })
})
