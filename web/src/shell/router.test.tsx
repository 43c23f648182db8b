import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import { orderTemplates } from '@kervan/contract/order/order-templates'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { freshPortal, session } from '../../test/render.tsx'
import { makeQueryClient } from '../kit/call/query.ts'
import { KitProvider } from '../kit/KitProvider.tsx'
import { Portal } from './Portal.tsx'
import { makeRouter } from './router.tsx'

test('[GRD-004] the page stays and the search box keeps the focus while the address changes, however slow', async () => {
  await page.viewport(1440, 900)
  const server = await freshPortal({
    session: { ...session, PermissionsUI: ['OrderTemplate', orderTemplates.page.permission ?? ''] },
  })
  rememberDictionaries(server)
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  const row = { id: crypto.randomUUID(), version: 1, templateId: 7, templateName: 'Week’s gloves' }
  const rest = { plannedDeliveryLocation: null, productCount: 2, quantity: 36, actions: {} }
  serveList(server, orderTemplates, [{ ...row, ...rest, changedAt: '2026-11-20T07:42:00.000Z' }])
  const queryClient = makeQueryClient()
  const history = createMemoryHistory({ initialEntries: ['/order/order-templates'] })
  const router = makeRouter(queryClient, history)
  await router.load()
  await render(
    <KitProvider queryClient={queryClient}>
      <Portal router={router} />
    </KitProvider>,
  )
  const field = page.getByRole('searchbox')
  await expect.element(field).toBeVisible()

  // A machine on which a second passes from one look at the clock to the next.
  const { now } = Date
  let late = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (late += 1_000))
  let hidden = 0
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof HTMLElement && target.style.display === 'none') hidden += 1
  })
  watch.observe(document.body, { attributes: true, attributeFilter: ['style'], subtree: true })
  await field.click()
  for (const typed of ['we', 'ek', 's ']) {
    await userEvent.keyboard(typed)
    const q = (field.element() as HTMLInputElement).value.trim()
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ q }))
    await vi.waitFor(() => expect(router.state.status).toBe('idle'))
    await expect.element(field).toHaveFocus()
  }
  clock.mockRestore()
  watch.disconnect()
  await expect.element(field).toHaveValue('weeks ')
  expect(hidden).toBe(0)
})
