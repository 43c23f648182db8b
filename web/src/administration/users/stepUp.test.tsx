import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import { getOwnProof } from '@kervan/contract/access/own-security'
import * as acts from '@kervan/contract/administration/user-acts'
import * as users from '@kervan/contract/administration/users'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { proofDialog, prove, wantsProof } from '../../../test/stepUp.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { setSession } from '../../kit/call/session.ts'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'
import { userActions } from './userActions.tsx'
import { Rename, ResetPassword } from './UserDialogs.tsx'

const contract = { ...users, ...acts }

// What the server wants proved is asked for over the dialog it is about, wherever that stands (USR-004).

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const actions = Object.fromEntries(
  contract.userActions.map((action) => [action, null]),
) as users.UserView['actions']
const user: users.UserView = {
  id: id(1),
  version: 3,
  username: 'baris@selvi.example',
  firstName: 'Barış',
  lastName: 'Ilgaz',
  userType: 'InternalUser',
  state: 'Active',
  joinedAt: '2025-10-17T07:00:00.000Z',
  lastLoginAt: null,
  lockedUntil: null,
  secondFactor: false,
  actions,
  language: 'en',
  roles: [],
  partner: null,
  pointOfSale: null,
  thirdPartyLocation: null,
  locationScoped: false,
  locationCount: 0,
  isHome: true,
  invitation: null,
  sessionCount: 1,
}
const issued = { temporaryPassword: 'zZ9-abcdefghijkmnpqr', expiresAt: '2026-11-21T07:00:00.000Z', user }

let server: MemoryServer
const onClose = vi.fn<() => void>()
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal()
  onClose.mockReset()
  server.answer(contract.getUser, () => user)
  server.answer(contract.getUserOptions, () => ({
    options: [{ id: id(900), code: 'admin', name: 'Administrator', blocked: null }],
    hasMore: false,
  }))
})

const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const record = { ...user, invitation: null }
const resetting = () => show(<ResetPassword record={record} onClose={onClose} />)
const renaming = () => show(<Rename record={record} onClose={onClose} />)
const assigning = userActions.find(({ key }) => key === 'assignRoles')!
const reset = page.getByRole('dialog', { name: /^Reset the password/ })

describe('[USR-004] a proof over resetting a password', () => {
  test('says whose it is; a wrong password stands at its field, the right one leads on to the new one', async () => {
    const check = wantsProof(server, contract.resetPassword, ['baris@selvi.example'])
    server.answer(contract.resetPassword, ({ proof }) => {
      check(proof)
      return issued
    })
    await resetting()
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect.element(proofDialog().getByRole('listitem')).toHaveTextContent('baris@selvi.example')
    await expect.element(proofDialog().getByLabelText('Current password')).toHaveFocus()
    await expectNoAxeFaults()
    await proofDialog().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(proofDialog().getByText('Enter your password.')).toBeVisible()
    await prove('wrong')
    await expect.element(proofDialog().getByText('The current password is not correct.')).toBeVisible()
    await prove()
    await expect.element(page.getByText(issued.temporaryPassword)).toBeVisible()
    await expect.element(proofDialog()).not.toBeInTheDocument()
    expect(sent(contract.resetPassword)).toEqual([
      { membershipId: id(1) },
      { membershipId: id(1), proof: { password: 'wrong' } },
      { membershipId: id(1), proof: { password: 'right' } },
    ])
    expect(onClose).not.toHaveBeenCalled()
  })

  test('canceled by its button or by Escape leaves the question as it stood, and nothing is said', async () => {
    const check = wantsProof(server, contract.resetPassword, ['baris@selvi.example'])
    server.answer(contract.resetPassword, ({ proof }) => {
      check(proof)
      return issued
    })
    await resetting()
    for (const cancel of [
      () => proofDialog().getByRole('button', { name: 'Cancel' }).click(),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      await page.getByRole('button', { name: 'Reset password' }).click()
      await expect.element(proofDialog().getByLabelText('Current password')).toHaveFocus()
      await cancel()
      await expect.element(proofDialog()).not.toBeInTheDocument()
      await expect.element(page.getByRole('button', { name: 'Reset password' })).toBeEnabled()
    }
    expect(onClose).not.toHaveBeenCalled()
    expect(page.getByRole('dialog').elements()).toHaveLength(1)
    await expect.element(reset).toBeVisible()
  })

  test('goes with the session, and with the way back', async () => {
    wantsProof(server, contract.resetPassword)
    server.answer(contract.resetPassword, () =>
      server.refuse(contract.resetPassword, 'ReauthenticationRequired', { names: [], count: 0 }),
    )
    for (const leave of [() => window.dispatchEvent(new PopStateEvent('popstate')), () => setSession(null)]) {
      const { screen } = await resetting()
      await page.getByRole('button', { name: 'Reset password' }).click()
      await expect.element(proofDialog().getByLabelText('Current password')).toBeVisible()
      leave()
      await expect.element(proofDialog()).not.toBeInTheDocument()
      await screen.unmount()
    }
  })

  test('sends who has no password to sign in again', async () => {
    server.answer(getOwnProof, () => ({ proof: 'SignIn' as const }))
    server.answer(contract.resetPassword, () =>
      server.refuse(contract.resetPassword, 'FreshSignInNeeded', {
        minutes: 5,
        names: ['baris@selvi.example'],
        count: 1,
      }),
    )
    await resetting()
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect.element(proofDialog().getByText(/sign in with Microsoft again/)).toBeVisible()
    await expect.element(proofDialog().getByText('baris@selvi.example')).toBeVisible()
    await expectNoAxeFaults()
    await proofDialog().getByRole('button', { name: 'Close' }).last().click()
    await expect.element(reset).toBeVisible()
    expect(page.getByRole('dialog').elements()).toHaveLength(1)
  })
})

describe('[USR-004] a proof over a form', () => {
  test('canceled leaves what was typed; a refusal behind it stands at its field', async () => {
    const check = wantsProof(server, contract.changeUsername, ['baris@selvi.example'])
    server.answer(contract.changeUsername, ({ proof, username }) => {
      check(proof)
      return server.refuse(contract.changeUsername, 'UsernameTaken', { username })
    })
    await renaming()
    const name = page.getByRole('textbox', { name: 'User name' })
    await name.fill('new@selvi.example')
    await page.getByRole('button', { name: 'Change user name' }).click()
    await proofDialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(proofDialog()).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('new@selvi.example')
    await page.getByRole('button', { name: 'Change user name' }).click()
    await prove()
    await expect.element(page.getByText(/ is already a user\. Enter another address/)).toBeVisible()
    await expect.element(proofDialog()).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('new@selvi.example')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('[USR-004] a proof over assigning roles to many', () => {
  test('is asked once, names the first of them, and goes under the same request key', async () => {
    const check = wantsProof(
      server,
      contract.assignRoles,
      [1, 2, 3, 4, 5].map((index) => `user${index}@selvi.example`),
      7,
    )
    const results = [1, 2].map((index) => ({
      id: id(index),
      code: `user${index}`,
      ok: true,
      count: 1,
      refusal: null,
      message: null,
    }))
    server.answer(contract.assignRoles, ({ dryRun, proof }) => {
      if (!dryRun) check(proof)
      return { jobId: null, ...summariseResults(results) }
    })
    await show(
      <BulkDialog
        action={{ ...assigning.bulk!, call: assigning.call, nouns: 'account.users.count', refreshes: [] }}
        selection={{ mode: 'ids', ids: [id(1), id(2)] }}
        count={2}
        onClose={onClose}
      />,
    )
    await page.getByLabelText('Assign').first().click()
    await page.getByRole('option', { name: /Administrator/ }).click()
    await userEvent.keyboard('{Escape}')
    const assign = page.getByRole('button', { name: 'Change 2 users' })
    await assign.click()
    await expect.element(proofDialog().getByText('and 2 more')).toBeVisible()
    expect(proofDialog().getByRole('listitem').elements()).toHaveLength(6)
    await expectNoAxeFaults()
    await prove()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    const [asked, proved] = sent(contract.assignRoles).filter(({ dryRun }) => dryRun === false)
    expect(proved).toEqual({ ...asked, proof: { password: 'right' } })
    // One intent is one request key, before the proof and after it.
    const keys = server
      .sentTo(contract.assignRoles)
      .filter(({ input }) => input['dryRun'] === false)
      .map(({ requestKey }) => requestKey)
    expect(keys).toEqual([expect.any(String), keys[0]])
  })
})
