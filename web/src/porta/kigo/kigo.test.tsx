import { getApplicationSetup } from '@kervan/contract/porta/applications'
import {
  closeKigoMonth,
  getKigoMonths,
  kigoPaper,
  kigoReport,
  kigoTotals,
  myKigoReport,
  myKigoTotals,
} from '@kervan/contract/porta/kigo'
import type { RowOf } from '@kervan/contract/kit/page'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import KigoReport from './KigoReport.tsx'
import MyKigoReport from './MyKigoReport.tsx'

const at = '2026-11-20T09:12:00.000Z'
const row: RowOf<typeof kigoReport> = {
  id: '00000000-0000-4000-8000-000000000001',
  requestId: '00000000-0000-4000-8000-000000000001',
  applicantId: 'DR-000001',
  validDataMatrix: '(01)08689999001018(21)7K2M9QX41B(17)311231(10)B24A07',
  lotNumber: 'B24A07',
  serialNumber: '7K2M9QX41B',
  warehouseGln: '8689999200015',
  warehouseName: 'Göksu Deposu',
  shipToLocation: '35-001',
  invoiceDate: '2026-10-05',
  ownerGln: '8689999100018',
  ownerName: 'Çınar Eczanesi',
  ownerCity: 'İzmir',
  gtin: '08689999001018',
  productName: 'Vexiprazole 15 mg capsule',
  inquiryDate: at,
  applicantDate: at,
  validSaleDate: '2026-10-10',
  paymentLocationName: 'Göksu Deposu',
  applicationStatus: 'Approved',
  sellIn: '56.00',
  sellInTax: '61.60',
  sellOut: '61.04',
  sellOutTax: '67.14',
  serviceCharge: '1.22',
  discountRatio: '28.000',
  payment: '61.04',
  paymentTax: '67.14',
  periodDay: '2026-10-10',
  rowKind: 'Row',
  monthClosed: false,
  kigoNotes: [],
  basisDay: '2026-10-05',
  manufacturerPrice: '200.0000',
  requiredRate: '28.00',
  appliedRate: '0.00',
  taxRate: '10.00',
  serviceRate: '2.00',
  paidPrice: '218.00',
  duePrice: '156.96',
}
const answer = { rows: [row], total: 1, totalIsExact: true, asOf: at }
const totals = {
  approvedCount: 1,
  approvedAmount: '61.04',
  approvedAmountTax: '67.14',
  declinedCount: 0,
  declinedAmount: '0.00',
  declinedAmountTax: '0.00',
  pharmacyPayment: '61.04',
  pharmacyPaymentTax: '67.14',
  currency: 'TRY',
}

async function begin(language: 'en' | 'tr' | 'de', calls: { permission: string | null }[]) {
  await page.viewport(1440, 900)
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ language, session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  return server
}

describe('[KIG-001] the KIGO report', () => {
  test('shows rows with the totals of the same rows, and saves them as a PDF', async () => {
    const server = await begin('en', [kigoReport.page, kigoReport.excel])
    server.answer(kigoReport.page, () => answer)
    server.answer(kigoTotals, () => totals)
    server.answer(kigoPaper, () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }))
    await show(<KigoReport />, '/here?from=2026-10-01&to=2026-10-31')
    await expect.element(page.getByText('Vexiprazole 15 mg capsule')).toBeVisible()
    await expect.element(page.getByText('₺67.14', { exact: true })).toBeVisible()
    expect(server.sentTo(kigoTotals)[0]?.input).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-31',
    })
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    await vi.waitFor(() => expect(server.sentTo(kigoPaper)[0]?.input).toMatchObject({ from: '2026-10-01' }))
    await expectNoAxeFaults()
  })

  test('closes the month that is next after asking', async () => {
    const server = await begin('de', [kigoReport.page, closeKigoMonth])
    server.answer(kigoReport.page, () => answer)
    server.answer(kigoTotals, () => totals)
    server.answer(getKigoMonths, () => ({ closed: [], next: '2026-10-01' }))
    server.answer(closeKigoMonth, () => ({
      closed: [{ month: '2026-10-01', at, by: 'Ayşe', rows: 7 }],
      next: null,
    }))
    await show(<KigoReport />, '/here?from=2026-10-01&to=2026-10-31')
    await page.getByRole('button', { name: 'Okt. 2026 abschließen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Okt. 2026 abschließen' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(closeKigoMonth)[0]?.input).toMatchObject({
        firstDay: '2026-10-01',
      }),
    )
    await expect.element(page.getByText('Okt. 2026 ist abgeschlossen. Zeilen: 7')).toBeVisible()
  })

  test('shows a pharmacy its own rows from the first day that it sees', async () => {
    const server = await begin('tr', [myKigoReport.page])
    await page.viewport(390, 844)
    server.answer(getApplicationSetup, () => ({
      pointsOfSale: [],
      morePointsOfSale: false,
      maximumCodes: 500,
      maximumImages: 20,
      flows: [],
      earliest: '2026-06-01',
      earliestBy: 'ArchiveDate' as const,
      itsPausedUntil: null,
    }))
    server.answer(myKigoReport.page, () => answer)
    server.answer(myKigoTotals, () => totals)
    await show(<MyKigoReport />, '/here')
    await expect.element(page.getByText('Eczane ödemesi')).toBeVisible()
    const asked = server.sentTo(myKigoReport.page)[0]
    expect(String(asked?.input['from']) >= '2026-06-01').toBe(true)
    await expectNoAxeFaults()
  })
})
