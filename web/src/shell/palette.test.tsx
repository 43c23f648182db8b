import { type FoundRecord } from '@kervan/contract/kit/found-record'
import { findRecords } from '@kervan/contract/shell/find-records'
import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import type { Session } from '@kervan/contract/access/authentication'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session } from '../../test/render.tsx'
import { makeQueryClient } from '../kit/call/query.ts'
import { chooseLanguage } from '../kit/i18n/i18n.ts'
import { KitProvider } from '../kit/KitProvider.tsx'
import { Portal } from './Portal.tsx'
import { makeRouter } from './router.tsx'

let server: MemoryServer
const order: FoundRecord = {
  kind: 'order',
  id: '01a204af-30d7-7302-a673-12193f66682b',
  code: 'SO-26-11941',
  name: 'Kızılırmak Ecza Deposu',
  hint: 'Sincan',
  quantity: 300,
  state: 'Request',
  place: 'pending',
}
const customer: FoundRecord = {
  ...order,
  kind: 'customer',
  id: '01a204af-30d7-7302-a673-12193f66682c',
  code: 'C-100',
  hint: 'Kırıkkale',
  quantity: null,
  state: null,
  place: null,
}

const administrator: Session = {
  ...session,
  PermissionsUI: [
    'HomePage',
    'AccountSettings',
    'MyAccount',
    'UserManagement',
    'OrderManagement',
    'LMA',
    'AdvisorServiceCalendar',
    'StockSenseReport',
  ],
}

async function start(own: Session = administrator) {
  server = await freshPortal({ session: own })
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  const router = makeRouter(makeQueryClient(), createMemoryHistory({ initialEntries: ['/lma'] }))
  await router.load()
  await render(
    <KitProvider queryClient={makeQueryClient()}>
      <Portal router={router} />
    </KitProvider>,
  )
  return router
}
const field = () => page.getByPlaceholder('Search orders, customers, pages and actions')
async function open() {
  await expect.element(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field()).toHaveFocus()
}

beforeEach(() => page.viewport(1440, 900))

describe('the palette', () => {
  test('[SHL-027] (D1) closes with Escape, by a press beside it and with its own key, and opens again', async () => {
    await start()
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () =>
        userEvent.click(document.querySelector('.mantine-Spotlight-overlay') as Element, {
          position: { x: 20, y: 500 },
        }),
      () => userEvent.keyboard('{Control>}k{/Control}'),
    ]) {
      await open()
      await close()
      await expect.element(field()).not.toBeInTheDocument()
    }
    await open()
    await expectNoAxeFaults()
  })

  test('(D8) finds records on the server while one types, and opens one beside its list', async () => {
    const router = await start()
    server.answer(findRecords, ({ text }) => ({ records: text.startsWith('kiz') ? [order, customer] : [] }))
    await open()
    await userEvent.keyboard('kizil')
    const found = page.getByRole('dialog').getByRole('button', { name: /SO-26-11941/ })
    for (const part of ['Kızılırmak Ecza Deposu', 'Sincan · 300 units', 'Pending'])
      await expect.element(found.getByText(part, { exact: true })).toBeVisible()
    await expect.element(found).toHaveAttribute('data-selected')
    await expect.element(page.getByRole('button', { name: /Kırıkkale · C-100/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => router.state.location.pathname).toBe('/order/order-management')
    expect(router.state.location.search).toMatchObject({ order: 'SO-26-11941' })
    await open()
    await expect.element(page.getByRole('button', { name: /SO-26-11941/ })).toHaveAttribute('data-selected')
  })

  test('[ORD-001] begins a new order for a customer that was found', async () => {
    const router = await start({
      ...administrator,
      PermissionsUI: [...administrator.PermissionsUI, 'NewOrder'],
    })
    server.answer(findRecords, () => ({ records: [customer] }))
    await open()
    await userEvent.keyboard('kizil')
    await page.getByRole('button', { name: /^New order for Kızılırmak/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/order/new-order')
  })

  test('(D8) asks for two letters at least, and never shows what was found for other words', async () => {
    await start()
    const asked: string[] = []
    server.answer(findRecords, ({ text }) => {
      asked.push(text)
      return { records: text === 'ki' ? [order] : [] }
    })
    await open()
    await userEvent.keyboard('k')
    await expect
      .element(page.getByRole('button', { name: /Knowledge|Dark|dark/ }).first())
      .toBeInTheDocument()
    await userEvent.keyboard('i')
    await expect.element(page.getByRole('button', { name: /SO-26-11941/ })).toBeVisible()
    await userEvent.keyboard('zzz')
    await expect.element(page.getByText('No results for “kizzz”')).toBeVisible()
    expect(asked.every((text) => text.length >= 2)).toBe(true)
  })

  test('(D8) finds settings by what they are about, languages by their own name, and leads there', async () => {
    const router = await start()
    server.answer(findRecords, () => ({ records: [] }))
    for (const [typed, name] of [
      ['users', /^Users/],
      ['roles', /^Roles/],
      ['password', /^Security/],
      ['turkce', /^Türkçe/],
      ['deutsch', /^Deutsch/],
    ] as const) {
      await open()
      await userEvent.keyboard(typed)
      await expect.element(page.getByRole('dialog').getByRole('button', { name }).first()).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(field()).not.toBeInTheDocument()
    }
    await open()
    await userEvent.keyboard('password{Enter}')
    await expect.poll(() => router.state.location.search).toMatchObject({ part: 'security' })
    await chooseLanguage('tr')
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('kullanici')
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: /^Kullanıcılar/ }))
      .toBeVisible()
  })
})
