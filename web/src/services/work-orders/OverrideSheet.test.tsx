import {
  getOverrideProducts,
  getOverrideSheet,
  saveOverrides,
} from '@kervan/contract/services/work-order-override'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OverrideSheet from './OverrideSheet.tsx'

const id = (no: number) => `0000000${no}-0000-4000-8000-000000000000`
const cell = (no: number, size: string, amount: number) => ({
  workOrderId: id(no),
  version: 1,
  workOrderCode: `SR-1-0000${no}`,
  workOrderState: 'Proposed' as const,
  variantCode: `P-1-${size}`,
  amount,
  proposedAmount: amount,
  stock: 1,
  lastWeek: 2,
  lastFourWeeks: 7,
  season: 31,
  locked: null,
})

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: ['WorkOrderOverrideInterface'] } })
  server.answer(getOverrideProducts, () => ({
    runs: [{ code: 'SR-1', serviceDate: '2026-11-27', strategyName: 'Weekly balance' }],
    runCode: 'SR-1',
    products: [{ code: 'P-1', name: 'Linen shirt', workOrders: 3, overridden: 0 }],
  }))
  server.answer(getOverrideSheet, () => ({
    runCode: 'SR-1',
    serviceDate: '2026-11-27',
    productCode: 'P-1',
    productName: 'Linen shirt',
    variants: [
      { code: 'P-1-S', label: 'S', pack: 1 },
      { code: 'P-1-M', label: 'M', pack: 2 },
    ],
    senders: [
      {
        code: 'W-1',
        name: 'Warehouse',
        free: [
          { variantCode: 'P-1-S', free: 3 },
          { variantCode: 'P-1-M', free: 10 },
        ],
      },
    ],
    lines: [
      {
        senderCode: 'W-1',
        recipientCode: 'S-1',
        recipientName: 'Alsancak',
        cells: [cell(1, 'S', 2), cell(2, 'M', 4)],
        blanks: [],
      },
      {
        senderCode: 'W-1',
        recipientCode: 'S-2',
        recipientName: 'Moda',
        cells: [cell(3, 'S', 1)],
        blanks: [{ variantCode: 'P-1-M', stock: 0, lastWeek: 3, lastFourWeeks: 8, season: 20 }],
      },
    ],
  }))
})
const amount = (name: string) => page.getByRole('textbox', { name, exact: true })

test('[WRK-003] amounts are changed cell by cell and saved with one reason; what is refused says why', async () => {
  server.answer(saveOverrides, ({ amounts }) => ({
    saved: amounts.length - 1,
    refused: [
      {
        workOrderId: id(3),
        added: null,
        refusal: 'InsufficientWarehouseStock',
        message: 'Insufficient warehouse stock.',
      },
    ],
  }))
  await show(<OverrideSheet />)
  await amount('S for Alsancak').fill('4')
  // What is given there is missing at the sender.
  await expect
    .element(page.getByRole('row', { name: /Left at Warehouse/ }))
    .toHaveTextContent('Left at Warehouse110')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(amount('S for Moda')).toHaveFocus()
  await amount('S for Moda').fill('9')
  await expect.element(page.getByText('7 too many')).toBeVisible()
  await amount('M for Alsancak').fill('5')
  await expect.element(page.getByText('In packs of 2.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save overrides' })).toBeDisabled()
  await amount('M for Alsancak').fill('4')
  await expect.element(page.getByText('2 quantities changed')).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Save overrides' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save overrides' }).click()
  await expect.element(page.getByText('Insufficient warehouse stock.')).toBeVisible()
  expect(server.sentTo(saveOverrides)[0]?.input).toMatchObject({
    amounts: [
      { workOrderId: id(1), amount: 4 },
      { workOrderId: id(3), amount: 9 },
    ],
    reason: 'LocalKnowledge',
  })
  await expect.element(amount('S for Moda')).toHaveValue('9')
})

test('[WRK-003] a size without a work order is given an amount; what is refused says why in its cell', async () => {
  server.answer(saveOverrides, ({ added = [] }) => ({
    saved: 0,
    refused: added.map(({ senderCode, recipientCode, variantCode }) => ({
      workOrderId: null,
      added: { senderCode, recipientCode, variantCode },
      refusal: 'LocationMayNotReceive',
      message: 'Location Moda may be unable to receive the product.',
    })),
  }))
  await show(<OverrideSheet />)
  await amount('M for Moda').fill('3')
  await expect.element(page.getByText('In packs of 2.')).toBeVisible()
  await amount('M for Moda').fill('6')
  await expect
    .element(page.getByRole('row', { name: /Left at Warehouse/ }))
    .toHaveTextContent('Left at Warehouse34')
  await page.getByRole('button', { name: 'Save overrides' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save overrides' }).click()
  await expect.element(page.getByText('Location Moda may be unable to receive the product.')).toBeVisible()
  expect(server.sentTo(saveOverrides)[0]?.input).toMatchObject({
    amounts: [],
    added: [{ senderCode: 'W-1', recipientCode: 'S-2', variantCode: 'P-1-M', amount: 6 }],
    runCode: 'SR-1',
  })
  await expect.element(amount('M for Moda')).toHaveValue('6')
  await expectNoAxeFaults()
})

test('[WRK-003] a number of scale sets gives each size its packs', async () => {
  await show(<OverrideSheet />, '/here?by=set')
  await amount('Scale sets for Alsancak').fill('3')
  await expect.element(amount('S for Alsancak')).toHaveValue('3')
  await expect.element(amount('M for Alsancak')).toHaveValue('6')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect.element(amount('M for Alsancak')).toHaveValue('4')
})

test('[WRK-004] without a run the page says that no work order was produced', async () => {
  server.answer(getOverrideProducts, () => ({ runs: [], runCode: null, products: [] }))
  await show(<OverrideSheet />)
  await expect.element(page.getByText('No work order produced.')).toBeVisible()
})
