import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  getSecondFactor,
  getSessions,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@kervan/contract/access/own-security'
import {
  answerOwnInvitation,
  getOwnCompanies,
  leaveCompany,
  setCompanyRefused,
  type OwnCompany,
} from '@kervan/contract/access/invitation'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '../../kit/call/session.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Security from './Security.tsx'

const laptop = {
  id: '019a0000-0000-7000-8000-000000000001',
  agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0',
  address: '198.51.100.7',
  signedInAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-20T09:00:00.000Z',
  current: true,
}
const phone = {
  ...laptop,
  id: '019a0000-0000-7000-8000-000000000002',
  agent: 'Mozilla/5.0 (iPhone) AppleWebKit Version/19.0 Mobile Safari/604.1',
  current: false,
}

const home: OwnCompany = {
  companyIntCode: 101,
  companyName: 'Selvi Medikal A.Ş.',
  current: true,
  home: true,
  standing: 'Active',
  since: '2025-10-17T07:00:00.000Z',
  invitation: null,
  mayLeave: false,
  mayRefuse: false,
}
const guest: OwnCompany = {
  ...home,
  companyIntCode: 102,
  companyName: 'Nar Keten',
  current: false,
  home: false,
  mayLeave: true,
}
const waiting: OwnCompany = {
  ...guest,
  companyIntCode: 103,
  companyName: 'Boğaç',
  standing: 'Invited',
  since: '2026-11-18T08:00:00.000Z',
  mayLeave: false,
  invitation: {
    version: 2,
    companyName: 'Boğaç',
    invitedBy: 'Haluk Denizer',
    invitedAt: '2026-11-18T08:00:00.000Z',
    userType: 'InternalUser',
    roles: ['Customer success'],
    partner: null,
    locations: null,
    locationCount: 0,
  },
}

async function security(options: { permissions?: string[]; setUp?: boolean; required?: boolean } = {}) {
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: options.permissions ?? ['MyAccount', changePassword.permission as string],
    },
  })
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
  server.answer(getOwnCompanies, () => ({ companies: [home], hasPassword: true }))
  server.answer(getSecondFactor, () => ({
    offered: true,
    required: options.required ?? false,
    setUpAt: options.setUp ? '2026-11-01T08:00:00.000Z' : null,
    recoveryCodesLeft: options.setUp ? 1 : 0,
  }))
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
    server.answer(changePassword, ({ oldPassword }) =>
      oldPassword === 'wrong' ? server.refuse(changePassword, 'OldPasswordWrong') : { done: true as const },
    )
    const { router } = await show(<Security />)
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Current password').fill('wrong')
    for (const label of ['New password', 'Repeat new password'])
      await dialog.getByLabelText(label, { exact: true }).fill('Blue-Rain-In-May-7')
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
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByLabelText('Current password').fill('right')
    await page.getByRole('dialog').getByLabelText('Code or recovery code').fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(removeSecondFactor)[0]?.input).toEqual({ password: 'right', code: '123456' }),
    )
  })

  it('keeps a second factor that the company requires', async () => {
    await security({ setUp: true, required: true })
    await show(<Security />)
    await expect.element(page.getByText('Your company requires it, so it cannot be removed.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
  })
})

describe('[USR-009] where somebody is a user', () => {
  it('lists the companies; what waits is read and answered, the own one is not left', async () => {
    const server = await security()
    let companies = [
      home,
      guest,
      waiting,
      { ...guest, companyIntCode: 104, companyName: 'Denge', standing: 'Declined' as const, mayLeave: false },
      {
        ...guest,
        companyIntCode: 105,
        companyName: 'Kule',
        standing: 'Closed' as const,
        since: null,
        mayLeave: false,
      },
    ]
    server.answer(getOwnCompanies, () => ({ companies, hasPassword: true }))
    server.answer(answerOwnInvitation, ({ companyIntCode }) => {
      companies = companies.map((one) =>
        one.companyIntCode === companyIntCode
          ? { ...one, standing: 'Active' as const, invitation: null, mayLeave: true }
          : one,
      )
      return { done: true as const }
    })
    await show(<Security />)
    for (const word of [
      'Your account was created by this company',
      'signed in here',
      'Not a user',
      'Not active',
      /^invited by Haluk Denizer/,
    ])
      await expect.element(page.getByText(word)).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Leave Selvi Medikal A.Ş.' }))
      .not.toBeInTheDocument()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Answer the invitation of Boğaç' }).click()
    await expect.element(page.getByRole('dialog').getByText('Customer success')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect.element(page.getByText('You are now a user of Boğaç. Sign in there to start.')).toBeVisible()
    expect(server.sentTo(answerOwnInvitation).map(({ input }) => input)).toEqual([
      { companyIntCode: 103, version: 2, answer: 'Accepted' },
    ])
    await expect.element(page.getByRole('button', { name: 'Leave Boğaç' })).toBeVisible()
  })

  it('declines what waits after a question', async () => {
    const server = await security()
    server.answer(getOwnCompanies, () => ({ companies: [home, waiting], hasPassword: true }))
    server.answer(answerOwnInvitation, () => ({ done: true as const }))
    await show(<Security />)
    await page.getByRole('button', { name: 'Answer the invitation of Boğaç' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    const question = page.getByRole('dialog', { name: 'Decline the invitation?' })
    await question.getByRole('button', { name: 'Decline' }).click()
    await expect
      .element(page.getByText('You declined the invitation. You are not a user of Boğaç.'))
      .toBeVisible()
    expect(server.sentTo(answerOwnInvitation).map(({ input }) => input)).toEqual([
      { companyIntCode: 103, version: 2, answer: 'Declined' },
    ])
  })

  it('declines for good where that is ticked, says later that nothing more is wanted, and takes it back', async () => {
    const server = await security()
    let companies = [
      home,
      waiting,
      {
        ...guest,
        companyIntCode: 104,
        companyName: 'Denge',
        standing: 'Declined' as OwnCompany['standing'],
        mayLeave: false,
        mayRefuse: true,
      },
    ]
    server.answer(getOwnCompanies, () => ({ companies, hasPassword: true }))
    server.answer(answerOwnInvitation, () => ({ done: true as const }))
    server.answer(setCompanyRefused, ({ companyIntCode, refused }) => {
      companies = companies.map((one) =>
        one.companyIntCode === companyIntCode
          ? { ...one, standing: refused ? ('Refused' as const) : ('Declined' as const), mayRefuse: !refused }
          : one,
      )
      return { done: true as const }
    })
    await show(<Security />)
    await page.getByRole('button', { name: 'Answer the invitation of Boğaç' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    const question = page.getByRole('dialog', { name: 'Decline the invitation?' })
    await question.getByRole('checkbox', { name: 'Do not ask me again' }).click()
    await expect.element(question.getByText(/It is not told about this/)).toBeVisible()
    await expectNoAxeFaults()
    await question.getByRole('button', { name: 'Decline' }).click()
    await expect
      .element(page.getByText('You declined the invitation. You will not hear from Boğaç again.'))
      .toBeVisible()
    expect(server.sentTo(answerOwnInvitation).map(({ input }) => input)).toEqual([
      { companyIntCode: 103, version: 2, answer: 'Refused' },
    ])
    await page.getByRole('button', { name: 'No more invitations: Denge' }).click()
    await expect.element(page.getByText('No invitations wanted')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Allow again: Denge' }).click()
    await expect.element(page.getByText('Denge may invite you again.')).toBeVisible()
    expect(server.sentTo(setCompanyRefused).map(({ input }) => input)).toEqual([
      { companyIntCode: 104, refused: true },
      { companyIntCode: 104, refused: false },
    ])
  })

  it('leaves another company with the password, and stays signed in', async () => {
    const server = await security()
    server.answer(getOwnCompanies, () => ({ companies: [home, guest], hasPassword: true }))
    server.answer(leaveCompany, ({ password }) =>
      password === 'right' ? { done: true as const } : server.refuse(leaveCompany, 'OldPasswordWrong'),
    )
    await show(<Security />)
    await page.getByRole('button', { name: 'Leave Nar Keten' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
    await dialog.getByLabelText('Current password').fill('wrong')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.element(dialog.getByText('The current password is not correct.')).toBeVisible()
    await expectNoAxeFaults()
    await dialog.getByLabelText('Current password').fill('right')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.element(page.getByText('You are no longer a user of Nar Keten.')).toBeVisible()
    expect(getSession()).not.toBeNull()
  })

  it('leaving the company one is signed in to leads out; who has no password is asked for none', async () => {
    const server = await security()
    server.answer(getOwnCompanies, () => ({ companies: [{ ...guest, current: true }], hasPassword: false }))
    server.answer(leaveCompany, () => ({ done: true as const }))
    const { router } = await show(<Security />)
    await page.getByRole('button', { name: 'Leave Nar Keten' }).click()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Leave' })).toBeVisible()
    await expect.element(page.getByRole('dialog').getByLabelText('Current password')).not.toBeInTheDocument()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await vi.waitFor(() => expect([getSession(), router.state.location.pathname]).toEqual([null, '/login']))
    expect(server.sentTo(leaveCompany).map(({ input }) => input)).toEqual([
      { companyIntCode: 102, password: null },
    ])
  })
})
