import { dataLog } from '@kervan/contract/data/data-log'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { freshPortal, show } from '../../test/render.tsx'
import DataLog from './DataLog.tsx'

const row = {
  madeAt: '2026-11-20T07:00:00.000Z',
  dataKind: 'stockLevel',
  source: 'FileDrop',
  fileOrRecord: 'stock.csv',
  added: 0,
  changed: 0,
  removed: 0,
  faulty: 0,
  madeBy: 'ERP',
  activatedAt: null,
  approvedBy: null,
  record: null,
}

test('[DAT-002] the data log tells what a delivery brought, and calls its states what they mean for a change', async () => {
  await page.viewport(1440, 900)
  const server = await freshPortal({ language: 'de' })
  rememberDictionaries(server)
  serveList(server, dataLog, [
    { ...row, id: uuid(1), state: 'Active', unchanged: 412 },
    { ...row, id: uuid(2), state: 'Checked', unchanged: 0 },
  ])
  await show(<DataLog />)
  const line = (at: number) => page.getByRole('row').nth(at)
  await expect.element(line(1).getByText('Übernommen')).toBeVisible()
  await expect.element(line(1).getByText('412')).toBeVisible()
  await expect.element(line(2).getByText('Geprüft, Freigabe offen')).toBeVisible()
  await page.viewport(390, 844)
  await expect.element(page.getByText('Unverändert 412')).toBeVisible()
  await page.viewport(1440, 900)
})
