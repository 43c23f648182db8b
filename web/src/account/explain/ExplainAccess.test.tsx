import { explainAccess } from '@kervan/contract/account/explain'
import { getPermissions } from '@kervan/contract/account/roles'
import type { OutputOf } from '@kervan/contract/kit/call'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { ExplainAccess } from './ExplainAccess.tsx'

const membershipId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8'
const explained: OutputOf<typeof explainAccess> = {
  name: 'Elif Karaca',
  allowed: false,
  steps: [
    { step: 'member', ok: true, blocks: true, permission: null, through: [], wouldGive: [] },
    { step: 'permission', ok: false, blocks: true, permission: 'NewOrder', through: [], wouldGive: ['Order operator'] },
    { step: 'menu', ok: false, blocks: false, permission: 'Orders', through: [], wouldGive: [] },
  ],
}

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(390, 800)
  server = await freshPortal()
  server.answer(getPermissions, () => ({ permissions: [{ permission: 'orderNew-getCart', area: 'orders', kind: 'read', roles: 1, mine: true } as const] }))
  server.answer(explainAccess, () => explained)
})

test('a screen is chosen, and the chain says what is in the way and what would change it', async () => {
  await show(<ExplainAccess membershipId={membershipId} name="Elif Karaca" />)
  await expect.element(page.getByRole('button', { name: 'Explain' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Screen' }).click()
  await page.getByRole('option', { name: 'New order' }).click()
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  await expect.element(page.getByText(/A role gives “New order”/)).toBeVisible()
  await expect.element(page.getByText('Give the user one of these roles: Order operator')).toBeVisible()
  await expect.element(page.getByText(/still reached by its address/)).toBeVisible()
  expect(server.sentTo(explainAccess)[0]?.input).toEqual({ membershipId, target: { kind: 'screen', path: '/order/new-order' } })
  await expectNoAxeFaults()
})

test('an action goes by its call, an order by its code', async () => {
  await show(<ExplainAccess membershipId={membershipId} name="Elif Karaca" />)
  await page.getByText('Action', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'See the own cart' }).click()
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  await page.getByText('Order', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Order code' }).fill(' SO-26-00042 ')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  expect(server.sentTo(explainAccess).map(({ input }) => input['target'])).toEqual([{ kind: 'call', name: 'OrderNew/GetCart' }, { kind: 'order', orderCode: 'SO-26-00042' }])
})
