import { getOrderPolicy, updateOrderPolicy, type OrderPolicyView } from '@kervan/contract/order/order-policy'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { GeneralSettings } from './orderSettings.tsx'

const policy: OrderPolicyView = {
  version: 3,
  quotaVisible: true,
  priceVisibility: 'NoHide',
  pendingScope: 'CancelOnlyBackorder',
  referenceTimeZone: null,
  orderFlow: 'FundamentalFlow',
  packBundleAmount: 1,
  topLocationGroups: 0,
  checkPoNumber: false,
  requireErpCodes: false,
  externalAlarmHours: 24,
  archiveDate: null,
  replenishmentDays: 30,
  safetyStockDays: 0,
  pending: { direct: 90, backorder: 42 },
  unorderableProducts: 0,
  customersWithoutErpCodes: 0,
}

test('[ORD-014] what cancels more every night is asked before it is saved, and what cancels less is not', async () => {
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [...session.PermissionsUI, updateOrderPolicy.permission as never],
    },
  })
  server.answer(getOrderPolicy, () => policy)
  server.answer(updateOrderPolicy, (input) => ({ ...policy, ...input, version: 4 }) as OrderPolicyView)
  await show(<GeneralSettings />)
  const choose = async (scope: string) => {
    await page.getByRole('combobox', { name: 'Cancelled automatically at midnight' }).click()
    await page.getByRole('option', { name: scope }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await choose('All pending orders')
  const question = page.getByRole('dialog', { name: 'Cancel pending orders every night?' })
  await expect.element(question.getByText(/90 direct orders and 42 backorders/)).toBeVisible()
  await expectNoAxeFaults()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(server.sentTo(updateOrderPolicy)).toHaveLength(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel every night' }).click()
  await expect.poll(() => server.sentTo(updateOrderPolicy)).toHaveLength(1)
  expect(server.sentTo(updateOrderPolicy)[0]?.input.pendingScope).toBe('CancelAllTypeOrders')

  await choose('Nothing')
  await expect.poll(() => server.sentTo(updateOrderPolicy)).toHaveLength(2)
  await expect.element(question).not.toBeInTheDocument()
})
