import { changePassword, endOtherSessions, endOwnSession, getSecondFactor, getSessions, removeSecondFactor, renewRecoveryCodes } from '@kervan/contract/access/own-security'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '../../kit/session.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Security from './Security.tsx'

const laptop = { id: '019a0000-0000-7000-8000-000000000001', agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0', address: '198.51.100.7', signedInAt: '2026-11-20T08:00:00.000Z', lastUsedAt: '2026-11-20T09:00:00.000Z', current: true }
const phone = { ...laptop, id: '019a0000-0000-7000-8000-000000000002', agent: 'Mozilla/5.0 (iPhone) AppleWebKit Version/19.0 Mobile Safari/604.1', current: false }

async function security(options: { permissions?: string[]; setUp?: boolean; required?: boolean } = {}) {
  const server = await freshPortal({ session: { ...session, PermissionsUI: options.permissions ?? ['MyAccount', changePassword.permission as string] } })
  let sessions = [laptop, phone]
  server.answer(getSessions, () => ({ sessions }))
  server.answer(endOwnSession, ({ id }) => {
    sessions = sessions.filter((one) => one.id !== id)
    return { done: true as const }
  })
  server.answer(endOtherSessions, () => {
    sessions = [laptop]
    return { ended: 1 }
  })
  server.answer(getSecondFactor, () => ({ offered: true, required: options.required ?? false, setUpAt: options.setUp ? '2026-11-01T08:00:00.000Z' : null, recoveryCodesLeft: options.setUp ? 1 : 0 }))
  return server
}

describe('[USR-009] own security', () => {
  it('lists open sessions, marks this one, and ends the others one by one or all at once', async () => {
    const server = await security()
    await show(<Security />)
    await expect.element(page.getByText('Firefox, Windows')).toBeVisible()
    await expect.element(page.getByText('this session')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'End session: Safari, iPhone' }).click()
    await expect.element(page.getByText('Safari, iPhone')).not.toBeInTheDocument()
    expect(server.sentTo(endOwnSession)[0]?.input).toEqual({ id: phone.id })
    await security()
    await show(<Security />)
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await expect.element(page.getByText('Safari, iPhone')).not.toBeInTheDocument()
  })

  it('[ACC-011] changes the password where that is allowed, and goes to the sign-in page', async () => {
    const server = await security()
    server.answer(changePassword, ({ oldPassword }) => (oldPassword === 'wrong' ? server.refuse(422, 'OldPasswordWrong', 'The current password is not correct.') : { done: true as const }))
    const { router } = await show(<Security />)
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Current password').fill('wrong')
    for (const label of ['New password', 'Repeat new password']) await dialog.getByLabelText(label, { exact: true }).fill('Blue-Rain-In-May-7')
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('The current password is not correct.')).toBeVisible()
    await dialog.getByLabelText('Current password').fill('right')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await vi.waitFor(() => expect([getSession(), router.state.location.pathname]).toEqual([null, '/login']))
  })

  it('shows no way to change the password without the permission', async () => {
    await security({ permissions: ['MyAccount'] })
    await show(<Security />)
    await expect.element(page.getByText('Open sessions')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Change password' })).not.toBeInTheDocument()
  })

  it('renews recovery codes and removes the second factor with its own proof', async () => {
    const server = await security({ setUp: true })
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `NEWS${index}-EFGH${index}`)
    server.answer(renewRecoveryCodes, () => ({ recoveryCodes }))
    server.answer(removeSecondFactor, () => ({ done: true as const }))
    await show(<Security />)
    await expect.element(page.getByText('1 recovery code left')).toBeVisible()
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('dialog').getByLabelText('Current password').fill('right')
    await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click()
    await expect.element(page.getByText('NEWS9-EFGH9')).toBeVisible()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByLabelText('Current password').fill('right')
    await page.getByRole('dialog').getByLabelText('Code or recovery code').fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await vi.waitFor(() => expect(server.sentTo(removeSecondFactor)[0]?.input).toEqual({ password: 'right', code: '123456' }))
  })

  it('keeps a second factor that the company requires', async () => {
    await security({ setUp: true, required: true })
    await show(<Security />)
    await expect.element(page.getByText('Your company requires it, so it cannot be removed.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
  })
})
