import { getWorkOrderFlows, workOrders } from '@kervan/contract/services/work-orders'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import WorkOrders from './WorkOrders.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: ['WorkOrderManagement'] } })
  rememberDictionaries(server)
})

const order = {
  id: '00000001-0000-4000-8000-000000000001',
  workOrderCode: 'SR-1-00001',
  serviceDate: '2026-11-27',
  workOrderType: 'DemandRelatedReplenishment',
  workOrderState: 'Proposed',
  productCode: 'P-1-M',
  productName: 'Linen shirt',
  senderCode: 'W-1',
  senderName: 'Warehouse',
  recipientCode: 'S-1',
  recipientName: 'Alsancak',
  amount: 6,
  proposedAmount: 6,
  netGain: '120.00',
  erpNotified: false,
  substitution: false,
  substituteProducts: null,
  revisedTotal: null,
  revisedPrice: null,
  responseMessage: null,
  failureNote: null,
  runCode: 'SR-1',
  version: 1,
  actions: {},
}

test('[WRK-001] work orders stand with sender, recipient and amount', async () => {
  serveList(server, workOrders, [order])
  await show(<WorkOrders />)
  await expect.element(page.getByText('SR-1-00001').first()).toBeVisible()
  await expect.element(page.getByText('Alsancak').first()).toBeVisible()
  await expectNoAxeFaults()
})

test('[WRK-004] without any the page says that none was produced', async () => {
  serveList(server, workOrders, [])
  await show(<WorkOrders />)
  await expect.element(page.getByText('No work order produced.')).toBeVisible()
  await expectNoAxeFaults()
})

test('[WRK-002] on the map a chosen location tells what it sends and receives', async () => {
  server.answer(getWorkOrderFlows, () => ({
    places: [
      { code: 'W-1', name: 'Warehouse', latitude: 41, longitude: 29, sends: 18, receives: 0 },
      { code: 'S-1', name: 'Alsancak', latitude: 38.4, longitude: 27.1, sends: 0, receives: 12 },
      { code: 'S-2', name: 'Moda', latitude: null, longitude: null, sends: 0, receives: 6 },
    ],
    flows: [
      { senderCode: 'W-1', recipientCode: 'S-1', workOrders: 2, amount: 12 },
      { senderCode: 'W-1', recipientCode: 'S-2', workOrders: 1, amount: 6 },
    ],
    left: 3,
  }))
  await show(<WorkOrders />, '/here?view=map')
  await expect.element(page.getByText('1 flow drawn')).toBeVisible()
  await expect.element(page.getByText('3 smaller flows are left out')).toBeVisible()
  await expect.element(page.getByText('Without coordinates: Moda')).toBeVisible()
  await page.getByRole('button', { name: 'Warehouse, W-1' }).click()
  await expect.element(page.getByText('sends 18, receives 0')).toBeVisible()
  await expect.element(page.getByText('Warehouse → Moda: 6')).toBeVisible()
  await expectNoAxeFaults()
})
