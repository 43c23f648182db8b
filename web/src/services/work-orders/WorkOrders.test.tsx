import {
  getWorkOrder,
  getWorkOrderFlows,
  swapSubstitute,
  workOrders,
} from '@kervan/contract/services/work-orders'
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

test('[ENG-003] a proposed substitute says why, and another declared one is swapped for it by hand', async () => {
  const may = ['WorkOrderManagement', swapSubstitute.permission ?? '']
  server = await freshPortal({ session: { ...session, PermissionsUI: may } })
  rememberDictionaries(server)
  const side = { stock: 0, inTransit: 0, rate: 0.7, cover: 0, lastWeek: 5, lastFourWeeks: 18, season: 40 }
  server.answer(getWorkOrder, () => ({
    id: order.id,
    version: 3,
    workOrderCode: order.workOrderCode,
    runCode: order.runCode,
    serviceDate: order.serviceDate,
    workOrderType: 'DemandRelatedReplenishment' as const,
    workOrderState: 'Proposed' as const,
    productCode: 'P-1-M',
    productName: 'Linen shirt',
    amount: 6,
    proposedAmount: 6,
    pack: 1,
    sender: { code: 'W-1', name: 'Warehouse', ...side },
    recipient: { code: 'S-1', name: 'Alsancak', ...side },
    overrideReason: null,
    overrideNote: null,
    overriddenBy: null,
    responseMessage: null,
    failureNote: null,
    transferCode: null,
    reasons: ['P-2-M goes instead of P-1-M, which no sender has.', 'It is declared as a substitute.'],
    mutedUntil: null,
    nextDates: [],
    orderBy: null,
    substitute: 'P-2-M',
    substitutes: [
      { code: 'P-2-M', name: 'Cotton shirt, M', available: 34 },
      { code: 'P-3-M', name: 'Linen blouse, M', available: 12 },
    ],
    actions: { override: null },
  }))
  server.answer(swapSubstitute, () => ({ done: true as const }))
  serveList(server, workOrders, [{ ...order, substitution: true, substituteProducts: 'P-2-M' }])
  await show(<WorkOrders />, `/here?workOrder=${order.id}`)
  const drawer = page.getByRole('dialog').first()
  await expect.element(drawer.getByText('It is declared as a substitute.')).toBeVisible()
  await drawer.getByRole('button', { name: /^Swap substitute/ }).click()
  const dialog = page.getByRole('dialog', { name: /SR-1-00001/ }).last()
  await dialog.getByRole('combobox', { name: 'Goes instead' }).click()
  await page.getByRole('option', { name: /Linen blouse, M/ }).click()
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect
    .poll(() => server.sentTo(swapSubstitute)[0]?.input)
    .toMatchObject({ workOrderId: order.id, version: 3, substituteCode: 'P-3-M', reason: 'LocalKnowledge' })
})
