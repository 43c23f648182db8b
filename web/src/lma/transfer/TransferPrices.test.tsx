import {
  calculateTransferPrices,
  checkTransferBatch,
  exportTransferBatch,
  getTransferPrice,
  rejectTransferBatch,
  transferPrices,
  uploadAcknowledgement,
  type TransferPrice,
} from '@kervan/contract/lma/transfer-batches'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import TransferPrices from './TransferPrices.tsx'

const id = '00000001-0000-4000-8000-000000000001'
const batchId = '00000002-0000-4000-8000-000000000002'
const row = {
  id,
  batchId,
  transferBatch: '7',
  transferDay: '2026-11-04',
  transferItem: 'DSL-IZM',
  terminal: 'İzmir',
  fuelProduct: 'DIESEL',
  fuelProductName: 'Diesel 10 ppm',
  yt04State: 'Draft' as const,
  transferPrice: '626.7850',
  serviceFee: '95.00',
  transferAllIn: '26532.79',
  validFrom: '2026-11-05',
  madeBy: 'Elif Karaca',
  madeAt: '2026-11-04T13:00:00.000Z',
}
const opened: TransferPrice = {
  id,
  batchId,
  transferBatch: '7',
  yt04State: 'Draft',
  transferDay: row.transferDay,
  validFrom: row.validFrom,
  transferItem: row.transferItem,
  terminal: row.terminal,
  fuelProductName: row.fuelProductName,
  inputs: { density: '0.845', rate: '42.18', quote: '716.500' },
  legs: [
    {
      legNumber: 1,
      fuelSupplier: 'Supplier',
      purchaseType: 'Import',
      supplierMode: 'Vessel',
      ratio: '60.0000',
      base: '605.4425',
      afterRebate: '605.4425',
      premium: '21.8855',
      price: '627.3280',
    },
  ],
  supply: '622.8806',
  blended: '625.2850',
  parameter: '1.5000',
  price: '626.7850',
  fee: '95.00',
  allIn: '26532.79',
  formulaVersion: 'lma-1',
  inputsHash: 'a'.repeat(64),
  madeBy: row.madeBy,
  madeAt: row.madeAt,
  checkedBy: null,
  checkedAt: null,
  approvedBy: null,
  approvedAt: null,
  exportedAt: null,
  fileHash: null,
  acknowledgement: null,
  reason: null,
  actions: { check: null, reject: null },
}

async function begin(width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'TransferPrice',
        ...[
          transferPrices.page,
          calculateTransferPrices,
          checkTransferBatch,
          rejectTransferBatch,
          exportTransferBatch,
          uploadAcknowledgement,
        ].flatMap(({ permission }) => permission ?? []),
      ],
    },
  })
  rememberDictionaries(server)
  serveList(server, transferPrices, [row])
  server.answer(getTransferPrice, () => opened)
  server.answer(calculateTransferPrices, () => ({ batchId, prices: 3 }))
  server.answer(checkTransferBatch, () => ({ done: true as const }))
  return server
}

test('[LMA-006] shows each step of a price, and its batch is checked by a second person', async () => {
  const server = await begin()
  await show(<TransferPrices />)
  await expectNoAxeFaults()
  await page.getByRole('button', { name: '7', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'DSL-IZM · İzmir' })
  for (const step of ['627.328', '622.8806', '625.285', '626.785'])
    await expect.element(drawer.getByText(step, { exact: false }).first()).toBeVisible()
  await expectNoAxeFaults()
  await drawer.getByRole('button', { name: /^Check/ }).click()
  await expect.element(page.getByText('Checked', { exact: true }).first()).toBeVisible()
  expect(server.sentTo(checkTransferBatch)[0]?.input).toMatchObject({ batchId })
})

test('[LMA-006] calculates the prices of today and says how many', async () => {
  const server = await begin(390)
  await show(<TransferPrices />)
  await page.getByRole('button', { name: 'Calculate today' }).click()
  await expect.element(page.getByText('3 transfer prices calculated')).toBeVisible()
  expect(server.sentTo(calculateTransferPrices)[0]?.input).toMatchObject({ transferDay: null })
  await expectNoAxeFaults()
})
