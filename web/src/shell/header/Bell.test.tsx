import {
  countMyNotices,
  getMyNotices,
  markNoticesRead,
  watchMyNotices,
  type Notice,
} from '@kervan/contract/account/own-notices'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { Bell } from './Bell.tsx'

const notice = (over: Partial<Notice>): Notice => ({
  id: '019a0000-0000-7000-8000-000000000001',
  event: 'order.approved',
  facts: { by: 'Deniz Ak', count: 30, order: null, lines: 60 },
  recordCode: null,
  createdAt: '2026-11-20T07:42:17.000Z',
  isRead: false,
  ...over,
})

test('[ORD-024] the bell counts, says what happened in the language of the reader, and reads', async () => {
  const server = await freshPortal({ language: 'de' })
  let notices = [
    notice({}),
    notice({
      id: '019a0000-0000-7000-8000-000000000000',
      event: 'order.rejected',
      facts: { by: 'Deniz Ak', count: 1, order: 'SO-7', lines: 1 },
      recordCode: 'SO-7',
    }),
  ]
  server.answer(countMyNotices, () => ({ unread: notices.filter(({ isRead }) => !isRead).length }))
  server.answer(getMyNotices, () => ({ notices, more: false }))
  server.answer(markNoticesRead, ({ id }) => {
    notices = notices.map((one) => (id === null || one.id === id ? { ...one, isRead: true } : one))
    return { done: true as const }
  })
  await show(<Bell />)
  await page.getByRole('button', { name: 'Benachrichtigungen, 2 ungelesen' }).click()
  await expect.element(page.getByText('Deniz Ak hat 30 Ihrer Bestellungen genehmigt.')).toBeVisible()
  await expect.element(page.getByText('Deniz Ak hat die Bestellung SO-7 abgelehnt.')).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Als gelesen markieren' }).first().click()
  await expect.element(page.getByRole('button', { name: 'Benachrichtigungen, 1 ungelesen' })).toBeVisible()
  await page.getByRole('button', { name: 'Alle als gelesen markieren' }).click()
  await expect.element(page.getByRole('button', { name: 'Benachrichtigungen', exact: true })).toBeVisible()
})

test('[ORD-024, ORD-004] the bell says how much of the work was refused, and nothing where nothing was', async () => {
  const server = await freshPortal()
  const job = (refused: number, id: string) =>
    notice({ id, event: 'job.succeeded', facts: { job: 'order.import', count: 1_700, refused } })
  server.answer(countMyNotices, () => ({ unread: 2 }))
  server.answer(getMyNotices, () => ({
    notices: [
      job(1_700, '019a0000-0000-7000-8000-000000000001'),
      job(0, '019a0000-0000-7000-8000-000000000000'),
    ],
    more: false,
  }))
  await show(<Bell />)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await expect
    .element(page.getByText('Order import finished: 1,700 records, 1,700 of them refused.'))
    .toBeVisible()
  await expect.element(page.getByText('Order import finished: 1,700 records.', { exact: true })).toBeVisible()
})

const about = {
  'an order': {
    over: { event: 'order.rejected' as const, recordCode: 'SO-7' },
    says: 'Deniz Ak rejected order SO-7.',
    opens: '/order/my-orders?order=SO-7',
  },
  'several orders': {
    over: { event: 'order.approved' as const, recordCode: null },
    says: 'Deniz Ak approved 30 of your orders.',
    opens: '/order/my-orders',
  },
  'a pre-approval order': {
    over: { event: 'preOrder.rejected' as const, recordCode: 'PA-3' },
    says: 'Deniz Ak rejected pre-approval order PA-3.',
    opens: '/order/my-orders?tab=preApproval&q=PA-3',
  },
  'an order that waits outside': {
    over: { event: 'order.externalOverdue' as const, recordCode: 'SO-9' },
    says: /SO-9/,
    opens: '/order/order-management?tab=external&order=SO-9',
  },
}
test.each(Object.entries(about))(
  '[ORD-024] a click on a notice of %s reads it and opens what it is about',
  async (_, { over, says, opens }) => {
    const server = await freshPortal()
    const told = notice({
      ...over,
      facts: {
        by: 'Deniz Ak',
        count: over.recordCode === null ? 30 : 1,
        order: over.recordCode,
        lines: 1,
        hours: 24,
      },
    })
    server.answer(countMyNotices, () => ({ unread: 1 }))
    server.answer(getMyNotices, () => ({ notices: [told], more: false }))
    server.answer(markNoticesRead, () => ({ done: true as const }))
    const { router } = await show(<Bell />)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const panel = page.getByRole('dialog', { name: /^Notifications/ })
    await panel.getByText(says).click()
    await expect.poll(() => router.state.location.href).toBe(opens)
    await expect.element(panel).not.toBeInTheDocument()
    await expect
      .poll(() => server.sentTo(markNoticesRead).map(({ input }) => input))
      .toEqual([{ id: told.id }])
  },
)

test('[ORD-024] an empty list, and one that does not come', async () => {
  const server = await freshPortal()
  server.answer(countMyNotices, () => ({ unread: 0 }))
  server.answer(getMyNotices, () => server.refuse(getMyNotices, 'ServerFault'))
  await show(<Bell />)
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect.element(page.getByText(/^Server error\. Operation failed\./)).toBeVisible()
  server.answer(getMyNotices, () => ({ notices: [], more: false }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing new')).toBeVisible()
})

test('[ORD-024] one tab listens and tells the others; the next one takes its place', async () => {
  const server = await freshPortal()
  server.answer(countMyNotices, () => ({ unread: 0 }))
  let say: (unread: number) => void = () => {}
  server.answer(watchMyNotices, async function* () {
    for (;;) yield { unread: await new Promise<number>((resolve) => (say = resolve)) }
  })
  const name = `kervan.notices.${session.CompanyIntCode}.${session.UserName}`
  const otherTab = new BroadcastChannel(name)
  const listens = Promise.withResolvers<void>()
  const closes = Promise.withResolvers<void>()
  const open = navigator.locks.request(name, () => {
    listens.resolve()
    return closes.promise
  })
  await listens.promise

  await show(<Bell />)
  // The page may not have opened its ear yet, so it is told until it has heard.
  await vi.waitFor(async () => {
    otherTab.postMessage(4)
    await expect
      .element(page.getByRole('button', { name: 'Notifications, 4 unread' }), { timeout: 100 })
      .toBeVisible()
  })
  expect(server.sentTo(watchMyNotices)).toEqual([])

  closes.resolve()
  await open
  await vi.waitFor(() => expect(server.sentTo(watchMyNotices)).toHaveLength(1))
  const told = new Promise((resolve) => otherTab.addEventListener('message', ({ data }) => resolve(data)))
  say(7)
  await expect.element(page.getByRole('button', { name: 'Notifications, 7 unread' })).toBeVisible()
  expect(await told).toBe(7)
  otherTab.close()
})
