import { getDateFormats } from '@kervan/contract/access/authentication'
import { OwnFormats } from './OwnFormats.tsx'
import * as contract from '@kervan/contract/account/profile'
import { getProfilePicture } from '@kervan/contract/account/profile-picture'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { getSession } from '../../kit/call/session.ts'
import { chooseLanguage } from '../../kit/i18n/i18n.ts'
import Profile from './Profile.tsx'

const { getProfile, requestUsernameChange, confirmUsernameChange, setOwnLanguage } = contract
let server: MemoryServer
let change: { username: string; expiresAt: string } | null
let username: string
let language: 'en' | 'tr' | 'de'
beforeEach(async () => {
  await page.viewport(1440, 900)
  change = null
  username = session.UserName
  language = 'en'
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'MyAccount',
        requestUsernameChange.permission ?? '',
        contract.setOwnFormats.permission ?? '',
      ],
    },
  })
  server.answer(getProfilePicture, () => new Response(null, { status: 204 }))
  server.answer(getProfile, () => ({
    username,
    language,
    joinedAt: '2025-10-17T07:00:00.000Z',
    roles: ['Order manager'],
    change,
  }))
})
const dialog = () => page.getByRole('dialog')

describe('[USR-001] the own profile', () => {
  test('the user name changes with the password and a code, each fault at its field', async () => {
    server.answer(requestUsernameChange, ({ password }) => {
      if (password !== 'right') return server.refuse(requestUsernameChange, 'OldPasswordWrong')
      change = { username: 'new@selvi.example', expiresAt: '2026-11-20T07:15:00.000Z' }
      return { expiresAt: change.expiresAt }
    })
    server.answer(confirmUsernameChange, ({ code }) => {
      if (code !== '123456')
        return server.refuse(confirmUsernameChange, 'AddressCodeWrong', {
          left: 2,
        })
      username = 'new@selvi.example'
      change = null
      return { username }
    })
    await show(<Profile />)
    await page.getByRole('button', { name: 'Change user name' }).click()
    await dialog().getByRole('textbox', { name: 'New email address' }).fill('new@selvi.example')
    await dialog().getByLabelText('Your password').fill('wrong')
    await dialog().getByRole('button', { name: 'Request code' }).click()
    await expect.element(dialog().getByText('The current password is not correct.')).toBeVisible()
    await dialog().getByLabelText('Your password').fill('right')
    await dialog().getByRole('button', { name: 'Request code' }).click()
    await expect.element(dialog().getByText(/Enter the code for new@selvi\.example/)).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('textbox', { name: 'Code' }).fill('12345')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect.element(dialog().getByText('Six digits')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Code' }).fill('654321')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect.element(dialog().getByText('This code is wrong. Attempts left: 2.')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Code' }).fill('123456')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect.element(page.getByText('You now sign in with new@selvi.example')).toBeVisible()
  })

  test('[D40] a name that somebody else has taken while the code was on its way is said at the code', async () => {
    change = { username: 'new@selvi.example', expiresAt: '2026-11-20T07:15:00.000Z' }
    server.answer(confirmUsernameChange, () =>
      server.refuse(confirmUsernameChange, 'UsernameTaken', {
        username: 'new@selvi.example',
      }),
    )
    await show(<Profile />)
    await page.getByRole('button', { name: 'Enter code' }).click()
    await dialog().getByRole('textbox', { name: 'Code' }).fill('123456')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect.element(dialog().getByText(/^new@selvi\.example is already a user\./)).toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await expectNoAxeFaults()
    expect(getSession()?.UserName).toBe(session.UserName)
  })

  test('a change that waits for its code can be finished later; the language is kept, and the portal speaks it at once', async () => {
    change = { username: 'later@selvi.example', expiresAt: '2026-11-20T07:15:00.000Z' }
    server.answer(setOwnLanguage, (input) => {
      language = input.language
      return { done: true as const }
    })
    await show(<Profile />)
    await expect
      .element(page.getByText('The change to later@selvi.example is waiting for its code.'))
      .toBeVisible()
    await page.getByText('German').click()
    await expect.element(page.getByText('Sprache geändert')).toBeVisible()
    expect(getSession()?.Language).toBe('de')
    await chooseLanguage('en')
    expect(server.sentTo(setOwnLanguage).map(({ input }) => input)).toEqual([{ language: 'de' }])
    await page.getByRole('button', { name: 'Enter code' }).click()
    await expect.element(dialog().getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await expectNoAxeFaults()
  })
})

describe('[SHL-015] (D38) dates and times', () => {
  test('are chosen with their look, kept by the server, and the whole screen follows', async () => {
    let own: { dateFormat: 'Iso' | 'Dots' | 'Slashes' | null; timeZone: string | null } = {
      dateFormat: null,
      timeZone: null,
    }
    server.answer(getDateFormats, () => ({
      date: 'YYYY-MM-DD',
      dateTime: 'YYYY-MM-DD HH:mm',
      dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss',
      longDate: 'dddd, D MMMM YYYY',
      choices: [
        {
          dateFormat: 'Iso' as const,
          date: 'YYYY-MM-DD',
          dateTime: 'YYYY-MM-DD HH:mm',
          dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss',
        },
        {
          dateFormat: 'Dots' as const,
          date: 'DD.MM.YYYY',
          dateTime: 'DD.MM.YYYY HH:mm',
          dateTimeSeconds: 'DD.MM.YYYY HH:mm:ss',
        },
      ],
      ...own,
    }))
    server.answer(contract.setOwnFormats, (input) => {
      own = input
      return { done: true as const }
    })
    await show(<OwnFormats />)
    await page.getByRole('combobox', { name: 'Date format' }).click()
    await page.getByRole('option', { name: /^\d{2}\.\d{2}\.\d{4} / }).click()
    await expect.element(page.getByText('Date and time settings saved')).toBeVisible()
    expect(server.sentTo(contract.setOwnFormats).map(({ input }) => input)).toEqual([
      { dateFormat: 'Dots', timeZone: null },
    ])
    await expectNoAxeFaults()
  })
})
