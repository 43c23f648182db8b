import { refreshSession } from '@kervan/contract/access/authentication'
import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import {
  explainAccess,
  explainOwnAccess,
  getExplainTargets,
  type ExplainStep,
} from '@kervan/contract/administration/explain'
import { getCart } from '@kervan/contract/order/cart'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session } from '../../test/render.tsx'
import { callServer } from '../kit/call/client.ts'
import { showRefused } from '../kit/feedback/dialogs.ts'
import { KitProvider } from '../kit/KitProvider.tsx'
import { makeQueryClient } from '../kit/call/query.ts'
import { toRefused } from '../kit/call/refused.ts'
import { getSession, setSession } from '../kit/call/session.ts'
import { Portal } from './Portal.tsx'
import { forgetRefused } from './refusedScreen.ts'
import { makeRouter } from './router.tsx'

let server: MemoryServer

async function start(address: string, permissions: string[], language: 'en' | 'de' = 'en') {
  forgetRefused()
  server = await freshPortal({ session: { ...session, PermissionsUI: permissions }, language })
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  server.answer(refreshSession, () => getSession() ?? session)
  server.answer(explainOwnAccess, ({ target }) => ({
    allowed: false,
    steps: [missing(target.kind === 'screen' ? 'OrderManagement' : 'orderNew-getCart')],
  }))
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  await render(
    <KitProvider queryClient={queryClient}>
      <Portal router={router} />
    </KitProvider>,
  )
  return router
}
const missing = (permission: string): ExplainStep => ({
  step: 'permission',
  ok: false,
  blocks: true,
  permission,
  through: [],
  lentBy: [],
  wouldGive: [],
  hiddenBy: [],
})
const bar = page.getByText('You do not have access to “Order management”: none of your roles includes it.')

beforeEach(() => page.viewport(1440, 900))

test('[SHL-002] [SHL-004] a screen that is refused leads on, and says above the page which one it was and why', async () => {
  const router = await start('/order/order-management', ['HomePage', 'AccountSettings'])
  await expect.element(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
  await expect.element(bar).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Why?' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Why can’t I open “Order management”?' }))
    .toBeVisible()
  await expect
    .element(page.getByText('Ask your administrators for a role with this permission.'))
    .toBeVisible()
  expect(server.sentTo(explainOwnAccess)[0]?.input).toEqual({
    target: { kind: 'screen', path: '/order/order-management' },
  })
  await expectNoAxeFaults()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(bar).toBeVisible()
})

test('it goes when the user goes on, or closes it', async () => {
  const router = await start('/order/order-management', ['HomePage', 'AccountSettings'])
  await expect.element(bar).toBeVisible()
  await router.navigate({ to: '/account/account-settings' })
  await expect.element(bar).not.toBeInTheDocument()
  await router.navigate({ to: '/order/order-management' })
  await expect.element(bar).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('[ACC-008] a screen whose right is taken away while one is on it says so as well', async () => {
  const router = await start('/order/order-management', ['HomePage', 'OrderManagement'])
  await expect.element(page.getByRole('heading', { name: 'Order management', level: 1 })).toBeVisible()
  setSession({ ...session, PermissionsUI: ['HomePage'] })
  await router.invalidate()
  await expect.element(bar).toBeVisible()
})

test('[SHL-003] the bare address leads to the first screen without a word, and so does looking ahead', async () => {
  const router = await start('/', ['AccountSettings', 'NewOrder'])
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/order/new-order'))
  await router.preloadRoute({ to: '/order/order-management' })
  await expect.element(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible()
  expect(page.getByRole('button', { name: 'Why?' }).elements()).toEqual([])
})

test('[SHL-003] where nothing is open at all, the page itself says what is missing and copies a request', async () => {
  await start('/order/order-management', [])
  await expect.element(page.getByText("You don't have the permission to access!")).toBeVisible()
  await expect.element(page.getByText('You cannot use “Order management” at the moment.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Copy request for the administrators' }))
    .toBeVisible()
  await expectNoAxeFaults()
})

test('[SHL-020] a call that is refused for want of a permission is explained from its error dialog; other refusals are not', async () => {
  await start('/', ['HomePage'])
  server.answer(getCart, () =>
    server.refuse(getCart, 'PermissionMissing', {
      permission: 'orderNew-getCart',
    }),
  )
  await expect.element(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  showRefused(toRefused(await callServer(getCart, {}).catch((thrown: unknown) => thrown)))
  await expect
    .element(page.getByText(/^This needs the permission “See the own cart”\./).first())
    .toBeVisible()
  await expect.element(page.getByText('orderNew-getCart')).toBeVisible()
  await page.getByRole('button', { name: 'Why?' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Why can’t I open “See the own cart”?' }))
    .toBeVisible()
  await vi.waitFor(() =>
    expect(server.sentTo(explainOwnAccess)[0]?.input).toEqual({
      target: { kind: 'call', name: 'OrderNew/GetCart' },
    }),
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  server.answer(getCart, () => server.refuse(getCart, 'ServerFault'))
  showRefused(toRefused(await callServer(getCart, {}).catch((thrown: unknown) => thrown)))
  await expect.element(page.getByText(/^Server error\. Operation failed\./).first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Why?' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Close' }).last().click()
})

test('the palette explains to who may explain others, beginning with the screen one is on', async () => {
  await start('/account/account-settings', [
    'HomePage',
    'AccountSettings',
    explainAccess.permission!,
    getExplainTargets.permission!,
  ])
  server.answer(getExplainTargets, () => ({
    targets: [
      { id: '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8', code: 'elif@selvi.example', name: 'Elif Karaca' },
    ],
    hasMore: false,
  }))
  await expect.element(page.getByRole('heading', { name: 'Account settings' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByPlaceholder('Search orders, customers, pages and actions').fill('why')
  await expect.element(page.getByText('Why can’t a user see this page?')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Why can’t a user see this page?' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Screen' })).toHaveValue('Account settings')
  await expectNoAxeFaults()
})

test('and is silent to everybody else', async () => {
  await start('/', ['HomePage'])
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByPlaceholder('Search orders, customers, pages and actions').fill('why')
  await expect.element(page.getByText('No results for “why”')).toBeVisible()
})
