import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import { login } from '@kervan/contract/access/authentication'
import { forgotPassword, replacePassword } from '@kervan/contract/access/own-security'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '../kit/call/session.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import Welcome from './Welcome.tsx'

const secret = 'aB3-cD5=eF7?gH9#jK2%'
const username = 'deniz@selvi.example'

async function openLink(hash = `#${new URLSearchParams({ c: '101', u: username, p: secret })}`) {
  const server = await freshPortal({ session: null })
  window.history.replaceState(null, '', `${window.location.pathname}${hash}`)
  await show(<Welcome />)
  return server
}
async function choose(password: string) {
  for (const label of ['New password', 'Repeat new password'])
    await page.getByLabelText(label, { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
}

describe('[USR-004] the link of an invitation', () => {
  it('asks for a password alone, uses itself up once, and signs in; the secret leaves the address', async () => {
    const server = await openLink()
    const temporary = { ...session, UserName: username, PasswordChangeText: 'Choose a new password.' }
    server.answer(login, ({ password }) =>
      password === secret ? temporary : { ...session, UserName: username },
    )
    server.answer(replacePassword, ({ newPassword }) =>
      newPassword.startsWith('Password')
        ? server.refuse(replacePassword, 'PasswordTooCommon')
        : { done: true as const },
    )
    await expect.element(page.getByText(`You are invited as ${username}.`, { exact: false })).toBeVisible()
    expect(window.location.hash).toBe('')
    await expectNoAxeFaults()
    await choose('Password2026!!')
    await expect
      .element(page.getByText(/^This password appears in lists of leaked passwords\./))
      .toBeVisible()
    await choose('Blue-Rain-In-May-7')
    await vi.waitFor(() => expect(getSession()).toMatchObject({ UserName: username, PasswordChangeText: '' }))
    expect(server.sentTo(login).map(({ input }) => input.password)).toEqual([secret, 'Blue-Rain-In-May-7'])
    expect(server.sentTo(replacePassword).at(-1)?.input).toMatchObject({
      oldPassword: secret,
      newPassword: 'Blue-Rain-In-May-7',
    })
  })

  it('that was used or has ended says so and sends a temporary password on request', async () => {
    const server = await openLink()
    server.answer(login, () => server.refuse(login, 'LoginFailed'))
    server.answer(forgotPassword, () => ({ done: true as const }))
    await choose('Blue-Rain-In-May-7')
    await expect.element(page.getByText('This link has been used or has ended.')).toBeVisible()
    await page.getByRole('button', { name: 'Email me a temporary password' }).click()
    await expect.element(page.getByRole('status')).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Email me a temporary password' }))
      .not.toBeInTheDocument()
    expect(server.sentTo(forgotPassword)).toMatchObject([{ input: { username, companyIntCode: 101 } }])
    await expectNoAxeFaults()
  })

  it('that has ended offers no mail where none leaves, and says whom to ask', async () => {
    const server = await openLink()
    server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0', mailsKept: 'Kept' as const } }))
    server.answer(login, () => server.refuse(login, 'LoginFailed'))
    await choose('Blue-Rain-In-May-7')
    await expect
      .element(page.getByText(/has to ask an administrator for a new link: no email leaves this portal/))
      .toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Email me a temporary password' }))
      .not.toBeInTheDocument()
  })

  it('that was cut off says so', async () => {
    await openLink('#c=101&u=deniz')
    await expect.element(page.getByText(/^This link is incomplete\./)).toBeVisible()
  })
})
