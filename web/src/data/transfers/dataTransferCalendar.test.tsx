import {
  dataTransferCalendar,
  getDataTransferMonth,
  type TransferState,
} from '@kervan/contract/data/data-transfers'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { uuid } from '../../../test/masterServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import DataTransferCalendar from './DataTransferCalendar.tsx'

const due = (number: number, day: string, name: string, transferState: TransferState) => ({
  id: uuid(number),
  dueAt: `2026-03-${day}T06:00:00.000Z`,
  transferName: name,
  dataKind: 'priceChange' as const,
  transferState,
  receivedAt:
    transferState === 'Received' || transferState === 'Faulty' ? `2026-03-${day}T05:30:00.000Z` : null,
  changeId: transferState === 'Received' || transferState === 'Faulty' ? uuid(number + 100) : null,
  mciFileId: null,
})
const march = [
  due(1, '02', 'Prices of the ERP', 'Received'),
  due(2, '09', 'Prices of the ERP', 'Faulty'),
  due(3, '16', 'Prices of the ERP', 'Late'),
  due(4, '30', 'Prices of the ERP', 'Due'),
  ...[5, 6, 7, 8, 9].map((number) => due(number, '23', `Stock of shop ${number}`, 'Received')),
]

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: [dataTransferCalendar.page.permission ?? ''] },
  })
  server.answer(getDataTransferMonth, ({ month }) => ({
    entries: month === '2026-03' ? march : [],
    plannedUntil: '2026-05-01T00:00:00.000Z',
  }))
  server.answer(dataTransferCalendar.page, () => ({
    rows: march.map((row) => ({
      ...row,
      fileName: null,
      sender: 'ERP',
      source: 'FileDrop' as const,
      transferCode: 'PRICES',
    })),
    total: march.length,
    totalIsExact: true,
    asOf: '2026-03-20T10:00:00Z',
  }))
})

test('[DAT-001] a month shows each due date with its state in words, and what came leads to the data log', async () => {
  await show(<DataTransferCalendar />, '/here?month=2026-03')
  const table = page.getByRole('table', { name: 'Data transfer calendar' })
  await expect.element(table).toBeVisible()
  await expect.element(page.getByText('1 due, 6 received, 1 late, 1 faulty')).toBeVisible()
  await expect.element(table.getByRole('button', { name: '1 more' })).not.toBeInTheDocument()
  await expectNoAxeFaults()
  await table.getByRole('button', { name: /Prices of the ERP \(Faulty\)/ }).click()
  await expect.element(page.getByRole('link', { name: 'Open in the data log' })).toBeVisible()
  await expectNoAxeFaults()
})

test('[DAT-001] a month without due dates says until when they are planned; the list shows the same', async () => {
  const { search } = await show(<DataTransferCalendar />, '/here?month=2026-03')
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect.element(page.getByText('Nothing due in this month')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByText('List', { exact: true }).click()
  await expect.element(page.getByRole('grid').getByText('Late', { exact: true })).toBeVisible()
  expect(search()).toMatchObject({ month: '2026-03', show: 'list' })
  await expectNoAxeFaults()
})

test('[DAT-001] on a telephone the days that have something stand one below the other', async () => {
  await page.viewport(390, 844)
  await show(<DataTransferCalendar />, '/here?month=2026-03')
  await expect.element(page.getByRole('button', { name: /Prices of the ERP \(Late\)/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
