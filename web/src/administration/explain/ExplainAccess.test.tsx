import { explainAccess, getExplainTargets } from '@kervan/contract/administration/explain'
import { getPermissions, getRole } from '@kervan/contract/administration/roles'
import { getUser, users } from '@kervan/contract/administration/users'
import type { OutputOf } from '@kervan/contract/kit/call'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import { registrations } from '@kervan/contract/registration/registration'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { ExplainAccess } from './ExplainAccess.tsx'

const membershipId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8'
const roleId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e9'
const registrationId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2ea'
const subject = { id: membershipId, name: 'Elif Karaca' }
const explained: OutputOf<typeof explainAccess> = {
  name: 'Elif Karaca',
  allowed: false,
  steps: [
    {
      step: 'member',
      ok: true,
      blocks: true,
      permission: null,
      through: [],
      lentBy: [],
      wouldGive: [],
      hiddenBy: [],
    },
    {
      step: 'permission',
      ok: false,
      blocks: true,
      permission: 'NewOrder',
      through: [],
      lentBy: [],
      wouldGive: [{ id: roleId, name: 'Order operator' }],
      hiddenBy: [],
    },
    {
      step: 'menu',
      ok: false,
      blocks: false,
      permission: 'Orders',
      through: [],
      lentBy: [],
      wouldGive: [],
      hiddenBy: [],
    },
    {
      step: 'scope',
      ok: false,
      blocks: true,
      permission: null,
      through: [],
      lentBy: [],
      wouldGive: [],
      hiddenBy: [],
    },
  ],
}
const asking = [
  explainAccess,
  getExplainTargets,
  getPermissions,
  getManagedOrder,
  getUser,
  registrations.page,
].flatMap(({ permission }) => permission ?? [])

let server: MemoryServer
async function start(...more: string[]) {
  await page.viewport(390, 800)
  server = await freshPortal({
    session: { ...session, PermissionsUI: [...session.PermissionsUI, ...asking, ...more] },
  })
  server.answer(getPermissions, () => ({
    permissions: [
      { permission: 'orderNew-getCart', area: 'orders', kind: 'read', roles: 1, mine: true } as const,
    ],
  }))
  server.answer(getExplainTargets, ({ kind }) => ({
    targets:
      kind === 'user'
        ? [{ id: membershipId, code: 'elif@selvi.example', name: 'Elif Karaca' }]
        : [{ id: registrationId, code: 'ayla@pharmacy.example', name: 'Ayla Tan' }],
    hasMore: false,
  }))
  server.answer(explainAccess, () => explained)
}
beforeEach(() => start())

async function choose(field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}
const asked = () => server.sentTo(explainAccess).map(({ input }) => input['target'])

test('a screen is chosen, and the chain says what is in the way and what would change it', async () => {
  await show(<ExplainAccess subject={subject} />)
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Choose what to check.')).toBeVisible()
  expect(asked()).toEqual([])
  await choose('Screen', 'New order')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  await expect.element(page.getByText(/A role includes “New order”/)).toBeVisible()
  await expect.element(page.getByText('Assign one of these roles to the user: Order operator')).toBeVisible()
  expect(page.getByRole('link').elements()).toEqual([])
  await expect.element(page.getByText(/still be opened by its address/)).toBeVisible()
  expect(server.sentTo(explainAccess)[0]?.input).toEqual({
    membershipId,
    target: { kind: 'screen', path: '/order/new-order' },
  })
  await expectNoAxeFaults()
})

test('[ORD-010] what is lent to a deputy is said with who lends it', async () => {
  server.answer(explainAccess, () => ({
    ...explained,
    allowed: true,
    steps: explained.steps.map((step) => ({
      ...step,
      ok: true,
      lentBy: step.step === 'permission' ? ['Nil Aksoy'] : [],
    })),
  }))
  await show(<ExplainAccess subject={subject} />)
  await choose('Screen', 'New order')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('As deputy of Nil Aksoy')).toBeVisible()
})

test('an action goes by its call, an order by its code, other records by what is found', async () => {
  await show(<ExplainAccess subject={subject} />)
  await choose('What', 'Action')
  await choose('Action', 'See the own cart')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  await choose('What', 'Order')
  // The answer was to another question.
  await expect.element(page.getByText('Elif Karaca cannot see this.')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Order code' }).fill(' SO-26-00042 ')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText(/The order is visible to the user/)).toBeVisible()
  await choose('What', 'Registration')
  await choose('Registration', 'Ayla Tan ayla@pharmacy.example')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText(/The registration is visible to the user/)).toBeVisible()
  await expectNoAxeFaults()
  expect(asked()).toEqual([
    { kind: 'call', name: 'OrderNew/GetCart' },
    { kind: 'order', orderCode: 'SO-26-00042' },
    { kind: 'registration', registrationId },
  ])
})

test('a record that the asker does not see stands at its field', async () => {
  server.answer(explainAccess, () => server.refuse(explainAccess, 'OrderNotFound'))
  await show(<ExplainAccess subject={subject} />)
  await choose('What', 'Order')
  await page.getByRole('textbox', { name: 'Order code' }).fill('SO-26-00042')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect
    .element(page.getByText('This order was not found, or you do not have access to it.'))
    .toBeVisible()
})

test('kinds that the asker may see nothing of are not offered', async () => {
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [explainAccess.permission!, users.page.permission!, getExplainTargets.permission!],
    },
  })
  await show(<ExplainAccess subject={subject} />)
  await page.getByRole('combobox', { name: 'What' }).click()
  await expect.element(page.getByRole('option', { name: 'User' })).toBeVisible()
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Screen', 'User'])
})

test('asked from anywhere: first who, then what, with the screen one is on; roles lead to themselves', async () => {
  await start('UserManagement', getRole.permission!)
  await show(<ExplainAccess screen="/order/new-order" />)
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Choose a user.')).toBeVisible()
  await choose('User', 'Elif Karaca elif@selvi.example')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect.element(page.getByText('Elif Karaca cannot see this.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Order operator' }))
    .toHaveAttribute('href', `/account/account-settings?part=roles&role=${roleId}`)
  expect(server.sentTo(explainAccess)[0]?.input).toEqual({
    membershipId,
    target: { kind: 'screen', path: '/order/new-order' },
  })
  await expectNoAxeFaults()
})
