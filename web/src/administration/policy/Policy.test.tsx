import { getOwnProof } from '@kervan/contract/access/own-security'
import { getPolicy, updatePolicy, type PolicyView } from '@kervan/contract/administration/policy'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { prove, wantsProof } from '../../../test/stepUp.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { whenRightsDiffer } from '../../kit/call/client.ts'
import { getSession, setSession } from '../../kit/call/session.ts'
import Policy from './Policy.tsx'

const policy: PolicyView = {
  passwordMaxAgeDays: null,
  idleMinutes: 30,
  lockOutAfter: 10,
  lockOutMinutes: 15,
  secondFactor: 'Optional',
  entraOnly: false,
  registration: 'Closed',
  chartExport: false,
  disableValidateFromImage: false,
  disableITSValidation: true,
  disablePortaMateValidation: false,
  version: 3,
  maximumUsers: 50,
  activeUsers: 14,
  withoutSecondFactor: 9,
  linkedUsers: 0,
  linkedAdministrators: 0,
  chartUsers: 9,
  tutorials: { disableValidateFromImage: 2, disableITSValidation: 1, disablePortaMateValidation: 0 },
}
let server: MemoryServer
beforeEach(async () => {
  await page.viewport(390, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['UserManagement', getPolicy.permission ?? '', updatePolicy.permission ?? ''],
    },
  })
  server.answer(getPolicy, () => policy)
  server.answer(updatePolicy, ({ version, ...settings }) => ({
    ...policy,
    ...settings,
    version: version + 1,
  }))
})

describe('[USR-009] the sign-in policy', () => {
  test('says what each rule means and whom it touches, and is saved with its version', async () => {
    await show(<Policy />)
    await expect.element(page.getByText(/9 people who sign in have not set one up yet/)).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /^Microsoft sign-in only/ })).toBeDisabled()
    await page.getByRole('switch', { name: /^Passwords expire/ }).click()
    await page.getByRole('textbox', { name: 'After days' }).fill('90')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Company rules saved')).toBeVisible()
    expect(server.sentTo(updatePolicy)[0]?.input).toEqual({
      passwordMaxAgeDays: 90,
      idleMinutes: 30,
      lockOutAfter: 10,
      lockOutMinutes: 15,
      secondFactor: 'Optional',
      entraOnly: false,
      registration: 'Closed',
      chartExport: false,
      disableValidateFromImage: false,
      disableITSValidation: true,
      disablePortaMateValidation: false,
      version: 3,
    })
    await expectNoAxeFaults()
  })

  test('[SHL-023] [HOM-002] opens the saving of charts and takes tutorials away, with whom it touches', async () => {
    await show(<Policy />)
    await expect.element(page.getByText(/9 active users see charts/)).toBeVisible()
    await expect.element(page.getByText(/^.*Hides 2 tutorials/)).toBeVisible()
    await page.getByRole('switch', { name: /^Allow chart export/ }).click()
    await page.getByRole('switch', { name: /^Switch off ITS validation/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Company rules saved')).toBeVisible()
    expect(server.sentTo(updatePolicy)[0]?.input).toMatchObject({
      chartExport: true,
      disableITSValidation: false,
      disableValidateFromImage: false,
      disablePortaMateValidation: false,
      version: 3,
    })
    await expectNoAxeFaults()
  })

  test('asks who weakens a rule for the password and the code, and says which rule; a wrong one stands at its field', async () => {
    server.answer(getOwnProof, () => ({ proof: 'PasswordAndCode' as const }))
    server.answer(updatePolicy, ({ version, proof, ...settings }) => {
      if (!proof) return server.refuse(updatePolicy, 'ReauthenticationRequired', { names: [], count: 0 })
      if (proof.password !== 'right') return server.refuse(updatePolicy, 'OldPasswordWrong')
      if (proof.code !== '123456') return server.refuse(updatePolicy, 'SecondFactorWrong')
      return { ...policy, ...settings, version: version + 1 }
    })
    await show(<Policy />)
    await page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }).fill('60')
    await page.getByRole('switch', { name: /^Allow chart export/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expect.element(dialog.getByText('Sign out after (minutes of inactivity): 30 → 60')).toBeVisible()
    expect(dialog.getByRole('listitem').elements()).toHaveLength(1)
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
    await expect.element(dialog.getByText('Enter the code.')).toBeVisible()
    expect(server.sentTo(updatePolicy)).toHaveLength(1)
    await dialog.getByLabelText('Current password').fill('wrong')
    await dialog.getByRole('textbox', { name: /code/i }).fill('123456')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog.getByText('The current password is not correct.')).toBeVisible()
    await dialog.getByLabelText('Current password').fill('right')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText('Company rules saved')).toBeVisible()
    expect(server.sentTo(updatePolicy).at(-1)?.input).toMatchObject({
      idleMinutes: 60,
      chartExport: true,
      version: 3,
      proof: { password: 'right', code: '123456' },
    })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('sends who has no password to sign in again, and keeps what was changed', async () => {
    server.answer(getOwnProof, () => ({ proof: 'SignIn' as const }))
    server.answer(updatePolicy, () =>
      server.refuse(updatePolicy, 'FreshSignInNeeded', { minutes: 5, names: [], count: 0 }),
    )
    await show(<Policy />)
    await page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }).fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expect.element(dialog.getByText(/sign in with Microsoft again/)).toBeVisible()
    await expectNoAxeFaults()
    await expect.element(dialog.getByText('Sign out after (minutes of inactivity): 30 → 60')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }))
      .toHaveValue('60')
    expect(server.sentTo(updatePolicy)).toHaveLength(1)
  })

  test('[D40] saved too late, shows what somebody else has set, in words, and loses nothing', async () => {
    const theirs = {
      ...policy,
      version: 4,
      idleMinutes: 60,
      secondFactor: 'Required' as const,
      chartExport: true,
    }
    server.answer(updatePolicy, ({ version, ...settings }) => {
      if (version === 4) return { ...theirs, ...settings, version: 5 }
      server.answer(getPolicy, () => theirs)
      return server.refuse(getPolicy, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Policy />)
    await page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }).fill('15')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText(/^Mert Aydoğan changed this while you were editing/)).toBeVisible()
    const way = (field: string, name: RegExp) =>
      page.getByRole('group', { name: field }).getByRole('button', { name })
    await expect
      .element(way('Sign out after (minutes of inactivity)', /^Yours 15/))
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(way('Second factor', /^Theirs Required/)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(way('Allow chart export', /^As it was No/)).toBeVisible()
    await expectNoAxeFaults()
    await way('Allow chart export', /^As it was No/).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Company rules saved')).toBeVisible()
    expect(
      server
        .sentTo(updatePolicy)
        .map(({ input: { version, idleMinutes, secondFactor, chartExport } }) => [
          version,
          idleMinutes,
          secondFactor,
          chartExport,
        ]),
    ).toEqual([
      [3, 15, 'Optional', false],
      [4, 15, 'Required', false],
    ])
  })

  test('[D40] found out too late behind the proof, comes back to the form, and nothing is lost', async () => {
    const check = wantsProof(server, updatePolicy)
    server.answer(updatePolicy, ({ proof }) => {
      check(proof)
      server.answer(getPolicy, () => ({ ...policy, version: 4, idleMinutes: 45 }))
      return server.refuse(getPolicy, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Policy />)
    await page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }).fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await prove()
    await expect
      .element(
        page
          .getByRole('group', { name: 'Sign out after (minutes of inactivity)' })
          .getByRole('button', { name: /^Theirs 45/ }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }))
      .toHaveValue('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(page.getByRole('dialog').getByText('Sign out after (minutes of inactivity): 45 → 60'))
      .toBeVisible()
  })

  test('holds what makes no sense at its field', async () => {
    await show(<Policy />)
    await page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }))
      .toHaveAttribute('aria-invalid', 'true')
    expect(server.sentTo(updatePolicy)).toEqual([])
  })
})

/** The reader sees part of the company from now on. */
function narrow() {
  const now = getSession()
  if (now) setSession({ ...now, SeesPart: true })
}

describe('[USR-004] who sees part of the company', () => {
  test('reads the rules, and why they cannot be changed', async () => {
    narrow()
    await show(<Policy />)
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /^Passwords expire/ })).toBeDisabled()
    await expect
      .element(page.getByRole('textbox', { name: 'Sign out after (minutes of inactivity)' }))
      .toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('without the right to change them is not told so: there is nothing to miss', async () => {
    await freshPortal({
      session: { ...session, PermissionsUI: ['UserManagement', getPolicy.permission ?? ''], SeesPart: true },
    }).then((fresh) => fresh.answer(getPolicy, () => policy))
    await show(<Policy />)
    await expect.element(page.getByRole('switch', { name: /^Passwords expire/ })).toBeDisabled()
    await expect.element(page.getByText(/^This applies to the whole company/)).not.toBeInTheDocument()
  })

  test('since a moment ago learns it with the refusal, and the screen follows', async () => {
    whenRightsDiffer(narrow)
    server.answer(updatePolicy, () => server.refuse(updatePolicy, 'WholeCompanyNeeded'))
    await show(<Policy />)
    await page.getByRole('switch', { name: /^Allow chart export/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/you only see part of it/)
          .first(),
      )
      .toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /^Allow chart export/ })).toBeDisabled()
    whenRightsDiffer(() => {})
  })
})
