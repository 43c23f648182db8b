import { getTransferSearch, searchTransfers } from '@kervan/contract/trace/transfers'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { TransferState } from './TransferState.tsx'

const state = {
  isOpen: true,
  searchedTo: '2026-11-28',
  askedAt: '2026-11-29T02:30:00.000Z',
  answeredAt: '2026-11-29T02:30:00.000Z',
  problem: null,
}
let server: MemoryServer
beforeEach(async () => {
  server = await freshPortal({
    session: { ...session, PermissionsUI: ['PFSIInsight', 'pfsiService-searchTransfers'] },
  })
})

test('[TRC-004] says up to when ITS was asked, and has it asked once more', async () => {
  server.answer(getTransferSearch, () => state)
  server.answer(searchTransfers, () => ({ done: true as const }))
  await show(<TransferState />)
  await expect.element(page.getByText(/^ITS was asked for packages up to /)).toBeVisible()
  await page.getByRole('button', { name: 'Ask ITS now' }).click()
  await vi.waitFor(() => expect(server.sentTo(searchTransfers)).toHaveLength(1))
  await expectNoAxeFaults()
})

test('[TRC-004] says why ITS gave none', async () => {
  server.answer(getTransferSearch, () => ({ ...state, problem: 'SignInRefused' as const }))
  await show(<TransferState />)
  await expect.element(page.getByText(/it did not accept the user of your company/)).toBeVisible()
  await expectNoAxeFaults()
})

test('[TRC-004] says nothing where ITS is not set up', async () => {
  server.answer(getTransferSearch, () => ({
    isOpen: false,
    searchedTo: null,
    askedAt: null,
    answeredAt: null,
    problem: null,
  }))
  await show(<TransferState />)
  await vi.waitFor(() => expect(server.sentTo(getTransferSearch)).toHaveLength(1))
  expect(page.getByText(/ITS/).elements()).toEqual([])
})
