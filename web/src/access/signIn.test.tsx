import {
  getUserAcknowledgementDefinitions,
  updateUserAcknowledgement,
} from '@kervan/contract/access/acknowledgement'
import { login, refreshSession, type Session } from '@kervan/contract/access/authentication'
import { getEntraSettings } from '@kervan/contract/access/entra'
import { answerInvitation, getInvitation, type InvitationTerms } from '@kervan/contract/access/invitation'
import {
  confirmSecondFactor,
  forgotPassword,
  replacePassword,
  startSecondFactor,
} from '@kervan/contract/access/own-security'
import { findCompanyDomain, getAppVersion, getCompanyDomains } from '@kervan/contract/access/sign-in-page'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getSession } from '../kit/call/session.ts'
import { chooseByHand, chooseLanguage, languageOfBrowser } from '../kit/i18n/i18n.ts'
import { readStored } from '../kit/storage/storage.ts'
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

describe('[SHL-013] the language', () => {
  const enter = async (own: 'en' | 'tr' | 'de') => {
    const server = await door()
    server.answer(login, () => ({ ...session, Language: own }))
    await show(<Login />)
    return server
  }

  it('is the person’s own after signing in', async () => {
    await enter('tr')
    await fillIn()
    await vi.waitFor(() => expect(getSession()?.Language).toBe('tr'))
    expect(document.documentElement.lang).toBe('tr')
    expect(readStored('kervan.language')).toBe('tr')
    await chooseLanguage('en')
  })

  it('stays the one that was chosen by hand on the page before', async () => {
    await enter('tr')
    await chooseByHand('de')
    await page.getByRole('textbox', { name: 'Unternehmensdomain' }).click()
    await page.getByRole('option', { name: /Selvi/ }).click()
    await page.getByLabelText('E-Mail').fill('elif@selvi.example')
    await page.getByLabelText('Passwort', { exact: true }).fill('Correct-Horse-7!')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(getSession()?.Language).toBe('tr'))
    expect(document.documentElement.lang).toBe('de')
    await chooseLanguage('en')
  })

  it('is that of the browser on a first visit, and English where it asks for none there is', () => {
    expect(languageOfBrowser(['tr-TR', 'en-US'])).toBe('tr')
    expect(languageOfBrowser(['fr-FR', 'DE'])).toBe('de')
    expect(languageOfBrowser(['fr', 'ja-JP'])).toBe('en')
    expect(languageOfBrowser([])).toBe('en')
  })
})

describe('[ACC-001] the company', () => {
  it('that is typed before the list has come is sought in the list, not among those that are not listed', async () => {
    const server = await door()
    const come = server.hold()
    await show(<Login />)
    await page.getByRole('textbox', { name: 'Company domain' }).fill('selvi ilaç')
    await userEvent.keyboard('{Tab}')
    come()
    await expect.element(page.getByRole('textbox', { name: 'Company domain' })).toHaveValue('Selvi İlaç')
    expect(server.sentTo(findCompanyDomain)).toEqual([])
  })

  it('(D32) that alone begins as typed is taken by Enter', async () => {
    const server = await door()
    await show(<Login />)
    const field = page.getByRole('textbox', { name: 'Company domain' })
    await field.fill('sel')
    await expect.element(page.getByRole('option', { name: /Selvi/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('Selvi İlaç')
    expect(server.sentTo(findCompanyDomain)).toEqual([])
  })

  it('that is sought does not take the place of what is typed meanwhile', async () => {
    const server = await door()
    await show(<Login />)
    const { promise: told, resolve: tell } = Promise.withResolvers<void>()
    server.answer(findCompanyDomain, async ({ domain }) => {
      await told
      return { companyIntCode: 103, companyName: 'Gizli A.Ş.', domain }
    })
    const field = page.getByRole('textbox', { name: 'Company domain' })
    await field.fill('gizli')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(server.sentTo(findCompanyDomain)).toHaveLength(1))
    await field.fill('selvi ilaç')
    tell()
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('Selvi İlaç')
  })
})

describe('the second factor at the door', () => {
  it('is asked for after the password, takes a pasted code, says what is wrong, and takes a recovery code instead', async () => {
    const server = await door()
    server.answer(login, ({ secondFactor }) => {
      if (!secondFactor) return server.refuse(login, 'SecondFactorRequired')
      if (secondFactor === '000000') return server.refuse(login, 'SecondFactorWrong')
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
    await expect.element(page.getByText(/^This code is invalid or has already been used\./)).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabelText('Recovery code').fill('abcde-23456')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(getSession()?.Token).toBe(session.Token))
    expect(server.sentTo(login).at(-1)?.input).toMatchObject({
      username: 'elif@selvi.example',
      companyIntCode: 102,
      secondFactor: 'ABCDE-23456',
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('is set up at the door where it is required: QR code, key, proof, recovery codes once', async () => {
    const server = await door({ session: { ...session, SecondFactorSetup: true } })
    server.answer(startSecondFactor, ({ password }) =>
      password === 'right'
        ? { seed: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Kervan:elif?secret=JBSWY3DPEHPK3PXP' }
        : server.refuse(startSecondFactor, 'OldPasswordWrong'),
    )
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCD${index}-EFGH${index}`)
    server.answer(confirmSecondFactor, ({ code }) =>
      code === '123456' ? { recoveryCodes } : server.refuse(confirmSecondFactor, 'SecondFactorWrong'),
    )
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
    await page.getByLabelText('Code from the app').fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('ABCD9-EFGH9')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await vi.waitFor(() => expect(getSession()?.SecondFactorSetup).toBeUndefined())
  })
})

describe('a password that has to be replaced', () => {
  it('[ACC-006, ACC-011] tells why, ticks the rules off while typing, and signs in with the new one', async () => {
    const server = await door({
      session: { ...session, PasswordChangeText: 'Your password has expired. Choose a new one to continue.' },
    })
    server.answer(replacePassword, ({ newPassword }) =>
      newPassword.startsWith('Password')
        ? server.refuse(replacePassword, 'PasswordTooCommon')
        : { done: true as const },
    )
    await show(<Login />)
    await expect
      .element(page.getByText('Your password has expired. Choose a new one to continue.'))
      .toBeVisible()
    await page.getByLabelText('Current password').fill('Correct-Horse-7!')
    const next = page.getByLabelText('New password', { exact: true })
    await next.fill('Karaca-flies')
    const rules = page.getByRole('list', { name: 'Password requirements' })
    await expect.element(rules.getByText('An upper-case letter (met)')).toBeVisible()
    await expect.element(rules.getByText('A digit (not met yet)')).toBeVisible()
    await expect.element(rules.getByText('Not your name, user name or company (not met yet)')).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('Some rules are not met yet.')).toBeVisible()
    await next.fill('Password2026!!')
    await page.getByLabelText('Repeat new password').fill('Password2026??')
    await expect.element(page.getByText('New passwords does not match')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByLabelText('Repeat new password').fill('Password2026!!')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect
      .element(page.getByText(/^This password appears in lists of leaked passwords\./))
      .toBeVisible()
    for (const label of ['New password', 'Repeat new password'])
      await page.getByLabelText(label, { exact: true }).fill('Blue-Rain-In-May-7')
    server.answer(login, () => session)
    await page.getByRole('button', { name: 'Change password' }).click()
    await vi.waitFor(() => expect(getSession()?.PasswordChangeText).toBe(''))
    expect(server.sentTo(login).at(-1)?.input).toMatchObject({
      username: session.UserName,
      password: 'Blue-Rain-In-May-7',
      companyIntCode: session.CompanyIntCode,
    })
  })

  it('[ACC-011] leads back to signing in where the new password alone does not open the door', async () => {
    const server = await door({ session: { ...session, PasswordChangeText: 'Choose a new password.' } })
    server.answer(replacePassword, () => ({ done: true as const }))
    server.answer(login, () => server.refuse(login, 'SecondFactorRequired'))
    await show(<Login />)
    await page.getByLabelText('Current password').fill('Correct-Horse-7!')
    for (const label of ['New password', 'Repeat new password'])
      await page.getByLabelText(label, { exact: true }).fill('Blue-Rain-In-May-7')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect
      .element(page.getByText('Your password has been changed. Sign in with the new one.'))
      .toBeVisible()
    expect(getSession()).toBeNull()
  })

  it('[ACC-009] is asked for with address and company, and the answer never tells whether there is such a user', async () => {
    const server = await door()
    server.answer(forgotPassword, () => ({ done: true as const }))
    await show(<ForgotPassword />)
    await page.getByRole('button', { name: 'Request temporary password' }).click()
    await expect.element(page.getByText('Domain is required')).toBeVisible()
    await expect.element(page.getByText('Email is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'Company domain' }).fill('Selvi İlaç')
    await userEvent.keyboard('{Tab}')
    await page.getByLabelText('Email').fill('elif@selvi.example')
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByText(/If elif@selvi.example belongs to a user of Selvi İlaç/))
      .toBeVisible()
    expect(server.sentTo(forgotPassword)[0]?.input).toEqual({
      username: 'elif@selvi.example',
      companyIntCode: 102,
    })
  })
})

describe('[ACC-009] an installation from which no mail leaves', () => {
  it('says so, and offers to send nothing', async () => {
    const server = await door()
    server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0', mailsKept: 'Kept' as const } }))
    await show(<ForgotPassword />)
    await expect.element(page.getByText(/nobody can be sent a temporary password/)).toBeVisible()
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  it('of a demo leads to where mails are shown', async () => {
    const server = await door()
    server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0', mailsKept: 'Shown' as const } }))
    server.answer(forgotPassword, () => ({ done: true as const }))
    await show(<ForgotPassword />)
    await expect
      .element(page.getByRole('link', { name: 'Show emails' }))
      .toHaveAttribute('href', '/dev/mails')
    await page.getByRole('textbox', { name: 'Company domain' }).fill('Selvi İlaç')
    await userEvent.keyboard('{Tab}')
    await page.getByLabelText('Email').fill('elif@selvi.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Request received' })).toBeVisible()
    await expect.element(page.getByText(/No email leaves this portal/)).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[ACC-010] the user acknowledgement form', () => {
  const pending = {
    ...session,
    UserAcknowledgement: true,
    UserAcknowledgementInfos: [{ IntCode: 7, Title: 'Terms of use', Version: 2 }],
  }
  const definition = {
    IntCode: 7,
    Version: 2,
    Title: 'Terms of use',
    Text: 'First.\n\nSecond.',
    PublishedAt: '2026-11-01T08:00:00.000Z',
    AgreedVersion: 1,
    Changes: [{ Version: 2, PublishedAt: '2026-11-01T08:00:00.000Z', Text: 'How long we keep things.' }],
  }
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
    expect(server.sentTo(updateUserAcknowledgement)[0]?.input).toEqual({
      UserAcknowledgementRequest: { IntCode: 7, Version: 2, Choice: 'Activated' },
    })
  })

  it('asks once more before rejecting, and then the session is over', async () => {
    const server = await form()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject and sign out' }).click()
    await expect
      .element(page.getByText('You rejected the acknowledgement and were signed out.'))
      .toBeVisible()
    expect(server.sentTo(updateUserAcknowledgement)[0]?.input).toMatchObject({
      UserAcknowledgementRequest: { Choice: 'Rejected' },
    })
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
    await expect
      .element(page.getByRole('button', { name: 'Continue with Microsoft' }))
      .toHaveAttribute('aria-disabled', 'true')
  })
})

describe('[USR-004] an invitation at the door', () => {
  const terms: InvitationTerms = {
    version: 3,
    companyName: session.CompanyName,
    invitedBy: 'Nilgün Aksoy',
    invitedAt: '2026-11-18T08:00:00.000Z',
    userType: 'InternalUser',
    roles: ['Order manager', 'Advisor planner'],
    partner: null,
    locations: ['Ankara depot', 'İzmir depot'],
    locationCount: 24,
  }
  async function invited(over: Partial<InvitationTerms> = {}) {
    const server = await door({
      session: { ...session, InvitationPending: true, PermissionsUI: [], UserAcknowledgement: true },
    })
    server.answer(getInvitation, () => ({ invitation: { ...terms, ...over } }))
    return server
  }

  it('tells who invites as what and what will be seen, and goes on to what waits next once accepted', async () => {
    const server = await invited()
    server.answer(answerInvitation, () => ({ closed: null }))
    server.answer(refreshSession, () => ({ ...session, UserAcknowledgement: true }))
    server.answer(getUserAcknowledgementDefinitions, () => ({ UserAcknowledgementDefinitions: [] }))
    await show(<Login />)
    await expect
      .element(page.getByRole('heading', { name: `${session.CompanyName} invites you` }))
      .toBeVisible()
    for (const said of [
      'Internal user',
      'Order manager, Advisor planner',
      'Ankara depot, İzmir depot and 22 more',
      'Your password',
    ])
      await expect.element(page.getByText(said, { exact: true })).toBeVisible()
    await expect.element(page.getByText(/^Nilgün Aksoy, /)).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Accept' }).click()
    await vi.waitFor(() => expect(getSession()?.InvitationPending).toBeUndefined())
    expect(server.sentTo(answerInvitation).map(({ input }) => input)).toEqual([
      { version: 3, answer: 'Accepted' },
    ])
  })

  it('declined after a question leads out, and says so', async () => {
    const server = await invited({ locations: [], locationCount: 0, roles: [] })
    server.answer(answerInvitation, () => ({ closed: null }))
    await show(<Login />)
    await expect.element(page.getByText('None assigned yet')).toBeVisible()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expectNoAxeFaults()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(server.sentTo(answerInvitation)).toHaveLength(0)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect
      .element(page.getByText(`You declined the invitation. You are not a user of ${session.CompanyName}.`))
      .toBeVisible()
    expect(getSession()).toBeNull()
    expect(server.sentTo(answerInvitation).map(({ input }) => input.answer)).toEqual(['Declined'])
  })

  it('declined for good says so, and sends it', async () => {
    const server = await invited()
    server.answer(answerInvitation, () => ({ closed: null }))
    await show(<Login />)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('checkbox', { name: 'Do not ask me again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect
      .element(
        page.getByText(`You declined the invitation. You will not hear from ${session.CompanyName} again.`),
      )
      .toBeVisible()
    expect(getSession()).toBeNull()
    expect(server.sentTo(answerInvitation).map(({ input }) => input.answer)).toEqual(['Refused'])
  })

  it('accepted where something is still missing says what, at the sign-in page', async () => {
    const server = await invited({ locations: [], locationCount: 0 })
    server.answer(answerInvitation, () => ({ closed: 'There is no location defined for your user.' }))
    await show(<Login />)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect
      .element(page.getByText('You accepted the invitation. There is no location defined for your user.'))
      .toBeVisible()
    expect(getSession()).toBeNull()
  })

  it('changed meanwhile says so and is read again', async () => {
    const server = await invited()
    server.answer(answerInvitation, () => server.refuse(answerInvitation, 'InvitationChanged'))
    await show(<Login />)
    await expect.element(page.getByText('Order manager, Advisor planner')).toBeVisible()
    server.answer(getInvitation, () => ({ invitation: { ...terms, version: 4, roles: ['Order operator'] } }))
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^The invitation has changed\./)
          .first(),
      )
      .toBeVisible()
    await expect.element(page.getByText('Order operator')).toBeVisible()
  })

  it('can be put off, and one that is gone says so', async () => {
    const server = await invited()
    server.answer(getInvitation, () => ({ invitation: null }))
    await show(<Login />)
    await expect.element(page.getByText(/is no longer open/)).toBeVisible()
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await vi.waitFor(() => expect(getSession()).toBeNull())
    expect(server.sentTo(answerInvitation)).toHaveLength(0)
  })
})
