import { getUserAcknowledgementDefinitions, updateUserAcknowledgement } from '@kervan/contract/access/acknowledgement'
import { login, refreshSession, type Session } from '@kervan/contract/access/authentication'
import { getEntraSettings } from '@kervan/contract/access/entra'
import { confirmSecondFactor, forgotPassword, replacePassword, startSecondFactor } from '@kervan/contract/access/own-security'
import { getAppVersion, getCompanyDomains } from '@kervan/contract/access/web-resources'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getSession } from '../kit/session.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import ForgotPassword from './ForgotPassword.tsx'
import Login from './Login.tsx'

const selvi = { companyIntCode: 102, companyName: 'Selvi İlaç', domain: 'selvi.example' }

async function door(options: { session?: Session | null } = {}) {
  const server = await freshPortal({ session: options.session ?? null })
  server.answer(getCompanyDomains, () => ({ domains: [selvi] }))
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  server.answer(getEntraSettings, () => ({ settings: null }))
  return server
}
async function fillIn() {
  await page.getByRole('textbox', { name: 'Company domain' }).click()
  await page.getByRole('option', { name: /Selvi/ }).click()
  await page.getByLabelText('Email').fill('elif@selvi.example')
  await page.getByLabelText('Password', { exact: true }).fill('Correct-Horse-7!')
  await userEvent.keyboard('{Enter}')
}

describe('the second factor at the door', () => {
  it('is asked for after the password, takes a pasted code, says what is wrong, and takes a recovery code instead', async () => {
    const server = await door()
    server.answer(login, ({ secondFactor }) => {
      if (!secondFactor) return server.refuse(422, 'SecondFactorRequired', 'Enter the code of your second factor.')
      if (secondFactor === '000000') return server.refuse(422, 'SecondFactorWrong', 'This code is not valid.')
      return session
    })
    const { router } = await show(<Login />)
    await fillIn()
    await expect.element(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
    const code = page.getByLabelText('Code', { exact: true })
    await expect.element(code).toHaveFocus()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Enter the code.')).toBeVisible()
    await code.fill('000 000')
    await expect.element(code).toHaveValue('000000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This code is not valid.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabelText('Recovery code').fill('abcde-23456')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(getSession()?.Token).toBe(session.Token))
    expect(server.sentTo(login).at(-1)?.input).toMatchObject({ username: 'elif@selvi.example', companyIntCode: 102, secondFactor: 'ABCDE-23456' })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('is set up at the door where it is required: QR code, key, proof, recovery codes once', async () => {
    const server = await door({ session: { ...session, SecondFactorSetup: true } })
    server.answer(startSecondFactor, ({ password }) => (password === 'right' ? { seed: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Kervan:elif?secret=JBSWY3DPEHPK3PXP' } : server.refuse(422, 'OldPasswordWrong', 'The current password is not correct.')))
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCD${index}-EFGH${index}`)
    server.answer(confirmSecondFactor, ({ code }) => (code === '123456' ? { recoveryCodes } : server.refuse(422, 'SecondFactorWrong', 'This code is not valid.')))
    server.answer(refreshSession, () => session)
    await show(<Login />)
    await expect.element(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    await page.getByLabelText('Current password').fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The current password is not correct.')).toBeVisible()
    await page.getByLabelText('Current password').fill('right')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByLabelText('Code shown by the app').fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('ABCD9-EFGH9')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await vi.waitFor(() => expect(getSession()?.SecondFactorSetup).toBeUndefined())
  })
})

describe('a password that has to be replaced', () => {
  it('[ACC-006, ACC-011] tells why, ticks the rules off while typing, and leads back to signing in', async () => {
    const server = await door({ session: { ...session, PasswordChangeText: 'Your password has expired. Choose a new one to go on.' } })
    server.answer(replacePassword, ({ newPassword }) => (newPassword.startsWith('Password') ? server.refuse(422, 'PasswordTooCommon', 'This password is in lists of known passwords.') : { done: true as const }))
    await show(<Login />)
    await expect.element(page.getByText('Your password has expired. Choose a new one to go on.')).toBeVisible()
    await page.getByLabelText('Current password').fill('Correct-Horse-7!')
    const next = page.getByLabelText('New password', { exact: true })
    await next.fill('Karaca-flies')
    const rules = page.getByRole('list', { name: 'What the new password needs' })
    await expect.element(rules.getByText('An upper-case letter (kept)')).toBeVisible()
    await expect.element(rules.getByText('A digit (not yet kept)')).toBeVisible()
    await expect.element(rules.getByText('Not your name, user name or company (not yet kept)')).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('Some rules are not kept yet.')).toBeVisible()
    await next.fill('Password2026!!')
    await page.getByLabelText('Repeat new password').fill('Password2026??')
    await expect.element(page.getByText('New passwords does not match')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByLabelText('Repeat new password').fill('Password2026!!')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('This password is in lists of known passwords.')).toBeVisible()
    for (const label of ['New password', 'Repeat new password']) await page.getByLabelText(label, { exact: true }).fill('Blue-Rain-In-May-7')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('Your password was changed. Sign in with the new one.')).toBeVisible()
    expect(getSession()).toBeNull()
  })

  it('[ACC-009] is asked for with address and company, and the answer never tells whether there is such a user', async () => {
    const server = await door()
    server.answer(forgotPassword, () => ({ done: true as const }))
    await show(<ForgotPassword />)
    await page.getByRole('button', { name: 'Send temporary password' }).click()
    await expect.element(page.getByText('Domain is required')).toBeVisible()
    await expect.element(page.getByText('Email is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'Company domain' }).fill('Selvi İlaç')
    await userEvent.keyboard('{Tab}')
    await page.getByLabelText('Email').fill('elif@selvi.example')
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/If elif@selvi.example belongs to a user of Selvi İlaç/)).toBeVisible()
    expect(server.sentTo(forgotPassword)[0]?.input).toEqual({ username: 'elif@selvi.example', companyIntCode: 102 })
  })
})

describe('[ACC-010] the user acknowledgement form', () => {
  const pending = { ...session, UserAcknowledgement: true, UserAcknowledgementInfos: [{ IntCode: 7, Title: 'Terms of use', Version: 2 }] }
  const definition = { IntCode: 7, Version: 2, Title: 'Terms of use', Text: 'First.\n\nSecond.', PublishedAt: '2026-11-01T08:00:00.000Z', AgreedVersion: 1, Changes: [{ Version: 2, PublishedAt: '2026-11-01T08:00:00.000Z', Text: 'How long we keep things.' }] }
  async function form() {
    const server = await door({ session: pending })
    server.answer(getUserAcknowledgementDefinitions, () => ({ UserAcknowledgementDefinitions: [definition] }))
    server.answer(updateUserAcknowledgement, () => ({ done: true as const }))
    server.answer(refreshSession, () => session)
    await show(<Login />)
    return server
  }

  it('shows what changed since the user agreed, and lets in who accepts', async () => {
    const server = await form()
    await expect.element(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
    await expect.element(page.getByText('How long we keep things.')).toBeVisible()
    await expect.element(page.getByText('What has changed since you agreed to version 1')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Accept' }).click()
    await vi.waitFor(() => expect(getSession()?.UserAcknowledgement).toBe(false))
    expect(server.sentTo(updateUserAcknowledgement)[0]?.input).toEqual({ UserAcknowledgementRequest: { IntCode: 7, Version: 2, Choice: 'Activated' } })
  })

  it('asks once more before rejecting, and then the session is over', async () => {
    const server = await form()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject and sign out' }).click()
    await expect.element(page.getByText('You rejected the acknowledgement and were signed out.')).toBeVisible()
    expect(server.sentTo(updateUserAcknowledgement)[0]?.input).toMatchObject({ UserAcknowledgementRequest: { Choice: 'Rejected' } })
    expect(getSession()).toBeNull()
  })
})

describe('[ACC-004] the Microsoft button', () => {
  it('asks for the company first, and says where it is not set up', async () => {
    await door()
    await show(<Login />)
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click()
    await expect.element(page.getByText('Domain is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'Company domain' }).fill('Selvi İlaç')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Microsoft sign-in is not set up for this company.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Continue with Microsoft' })).toHaveAttribute('aria-disabled', 'true')
  })
})
