import { creditEntries, getCreditAccount, topUpCredit } from '@kervan/contract/services/credit'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { id } from '../../../test/services.ts'
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session })
  rememberDictionaries(server)
  serveList(server, creditEntries, [])
  server.answer(getCreditAccount, () => ({
    id: id(1),
    serviceId: 'TSF-TRANSFERS',
    service: 'TSF' as const,
    serviceName: 'Store transfers',
    state: 'Active' as const,
    letsExceed: false,
    startsOn: '2026-11-17',
    endsOn: '2026-12-17',
    total: 800,
    toppedUp: 0,
    opening: 0,
    used: 776,
    reserved: 0,
    remaining: 24,
    exceeded: 0,
    projection: { runs: 18, credit: 1_746, missing: 1_722, lastsUntil: '2026-11-30' },
    waiting: 1,
    mayTopUp: true,
  }))
})

test('[SUB-001] the account of a subscription says what is left, when credit runs out, and takes a top-up', async () => {
  const added = vi.fn<(amount: number) => void>()
  server.answer(topUpCredit, ({ amount }) => {
    added(amount)
    return { total: 1_800 }
  })
  await show(<SubscriptionDrawer id={id(1)} page={null} onOpen={() => {}} />)
  await expect.element(page.getByText('Store transfers').first()).toBeVisible()
  await expect.element(page.getByText(/776/).first()).toBeVisible()
  await expect.element(page.getByText(/1,722/).first()).toBeVisible()
  await expectNoAxeFaults()
  await page
    .getByRole('button', { name: /Top up|Add credit/ })
    .first()
    .click()
  await userEvent.fill(page.getByRole('dialog').last().getByRole('textbox').first(), '1000')
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Top up|Add credit/ })
    .click()
  await vi.waitFor(() => expect(added).toHaveBeenCalledWith(1_000))
})
