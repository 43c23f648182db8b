import {
  notificationContactKind as kind,
  testNotificationContact,
} from '@kervan/contract/administration/notification-contacts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf, serveKind, uuid, type MemoryRecord } from '../../../test/masterServer.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { setSession } from '../../kit/call/session.ts'
import Contacts from './Contacts.tsx'

// What every kind of master data does stands in masterData.test.tsx; here what is special to contacts.

const rights = [...rightsOf(kind), testNotificationContact.permission ?? '']
const watch: MemoryRecord = {
  id: uuid(1),
  version: 3,
  values: { email: 'watch@office.example', name: 'Watch', language: 'tr', notificationTypes: ['Security'] },
}

let server: MemoryServer
async function begin(records: MemoryRecord[], language: 'en' | 'de' = 'en', width = 1440) {
  await page.viewport(width, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  rememberDictionaries(server)
  serveKind(server, kind, records)
}
beforeEach(() => begin([watch]))
const dialog = () => page.getByRole('dialog')
const email = () => dialog().getByRole('textbox', { name: 'Email' })
const openWatch = () => page.getByRole('grid').getByText('watch@office.example').click()

describe('[USR-011] notification contacts', () => {
  test('are entered with an address and what they are told of, in the language of who enters them', async () => {
    await begin([])
    server.answer(kind.save, () => ({ id: watch.id, version: 1, changeId: null, waits: false }))
    await show(<Contacts />)
    await expect.element(page.getByText('No notification contacts yet')).toBeVisible()
    await page.getByRole('button', { name: 'New contact' }).first().click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText('Enter a value')).toBeVisible()
    await expect.element(dialog().getByText('Select at least one')).toBeVisible()
    await expect.element(email()).toHaveFocus()
    await expectNoAxeFaults()
    await email().fill('new')
    await expect.element(dialog().getByText('Enter a valid email address')).toBeVisible()
    await email().fill('new@office.example')
    await dialog().getByRole('checkbox', { name: 'Orders' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sentTo(kind.save).at(-1)?.input).toMatchObject({
      id: null,
      version: null,
      values: { email: 'new@office.example', name: null, language: 'en', notificationTypes: ['Orders'] },
    })
  })

  test('[USR-004] are read only for who sees part of the company, and say why', async () => {
    setSession({ ...session, PermissionsUI: rights, SeesPart: true })
    const why = 'This applies to the whole company; you see part of it.'
    serveKind(server, kind, [{ ...watch, edit: why }])
    await show(<Contacts />)
    await expect.element(page.getByText(/^This applies to the whole company/).first()).toBeVisible()
    await openWatch()
    await expect.element(dialog().getByText('Turkish')).toBeVisible()
    await expect.element(email()).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'New contact' })).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('get another address; one that is taken says so at its field', async () => {
    const message = 'This is already there: other@office.example.'
    server.answer(kind.save, () =>
      server.refuse(kind.save, 'RecordInvalid', {
        issues: [{ field: 'email', code: 'KeyTaken', message }],
        reasons: message,
      }),
    )
    await show(<Contacts />)
    await openWatch()
    await email().fill('other@office.example')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText(message).first()).toBeVisible()
    expect(server.sentTo(kind.save)[0]?.input).toMatchObject({
      id: watch.id,
      version: 3,
      values: { email: 'other@office.example', language: 'tr', notificationTypes: ['Security'] },
    })
  })

  test('[D40] saved too late, keep what both have ticked', async () => {
    server.answer(kind.save, ({ version }) => {
      if (version === 4) return { id: watch.id, version: 5, changeId: null, waits: false }
      const values = { ...watch.values, name: 'Night watch', notificationTypes: ['Security', 'Imports'] }
      serveKind(server, kind, [{ ...watch, version: 4, values }])
      return server.refuse(kind.save, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Contacts />)
    await openWatch()
    await dialog().getByRole('checkbox', { name: 'Orders' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: /^Name/ })).toHaveValue('Night watch')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sentTo(kind.save).at(-1)?.input).toMatchObject({
      version: 4,
      values: { name: 'Night watch', notificationTypes: ['Security', 'Imports', 'Orders'] },
    })
  })

  test('get a test mail from their row, and from their drawer, where no row has a menu', async () => {
    server.answer(testNotificationContact, () => ({ done: true as const }))
    await show(<Contacts />)
    await page.getByRole('grid').getByText('watch@office.example').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Send test email' }).click()
    await expect.element(page.getByText(/^The test for Watch was written/)).toBeVisible()
    await begin([watch], 'en', 390)
    server.answer(testNotificationContact, () => ({ done: true as const }))
    await show(<Contacts />)
    await page.getByRole('button', { name: 'Open watch@office.example' }).click()
    await dialog().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Send test email' }).click()
    await expect.element(page.getByText(/^The test for .* was written/).last()).toBeVisible()
    expect(server.sentTo(testNotificationContact)[0]?.input).toMatchObject({ id: watch.id })
    await expectNoAxeFaults()
  })

  test('say when mails come and of which types', async () => {
    await show(<Contacts />)
    await openWatch()
    await expect.element(dialog().getByText(/security events are told at once/)).toBeVisible()
    await expect.element(dialog().getByRole('checkbox', { name: 'Fuel prices', exact: true })).toBeVisible()
    await expect.element(dialog().getByRole('checkbox', { name: 'Security', exact: true })).toBeChecked()
  })

  test('in German, on a telephone, with their types in words', async () => {
    await begin([watch], 'de', 390)
    await show(<Contacts />)
    await expect.element(page.getByText('watch@office.example').first()).toBeVisible()
    await expect.element(page.getByText('Sicherheit').first()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})
