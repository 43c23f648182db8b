import * as contract from '@kervan/contract/administration/notification-contacts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { setSession } from '../../kit/call/session.ts'
import Contacts from './Contacts.tsx'

const { notificationContacts, saveNotificationContact, deleteNotificationContact, testNotificationContact } =
  contract
const rights = [
  notificationContacts.page,
  notificationContacts.excel,
  saveNotificationContact,
  deleteNotificationContact,
  testNotificationContact,
].flatMap(({ permission }) => permission ?? [])
const watch = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 3,
  email: 'watch@office.example',
  name: 'Watch',
  types: ['Security' as const],
  notificationTypes: 'Security',
  language: 'tr' as const,
  changedAt: '2026-11-20T07:00:00.000Z',
}

let server: MemoryServer
async function begin(rows: (typeof watch)[], language: 'en' | 'de' = 'en', width = 1440) {
  await page.viewport(width, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  rememberDictionaries(server)
  serveList(server, notificationContacts, rows)
}
beforeEach(() => begin([watch]))
const dialog = () => page.getByRole('dialog')

describe('[USR-011] notification contacts', () => {
  test('are entered with an address and what they are told of', async () => {
    await begin([])
    server.answer(saveNotificationContact, () => ({ id: watch.id, version: 1 }))
    await show(<Contacts />)
    await expect.element(page.getByText('No notification contacts yet')).toBeVisible()
    await page.getByRole('button', { name: 'New contact' }).first().click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText('Enter a value')).toBeVisible()
    await expect.element(dialog().getByText('Select at least one')).toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: 'Email' })).toHaveFocus()
    await expectNoAxeFaults()
    await dialog().getByRole('textbox', { name: 'Email' }).fill('new')
    await expect.element(dialog().getByText('Enter a valid email address')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Email' }).fill('new@office.example')
    await dialog().getByRole('checkbox', { name: 'Orders' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Contact saved')).toBeVisible()
    expect(server.sentTo(saveNotificationContact).at(-1)?.input).toMatchObject({
      id: null,
      version: null,
      email: 'new@office.example',
      name: null,
      language: 'en',
      types: ['Orders'],
    })
  })

  test('[USR-004] are read only for who sees part of the company, and say why', async () => {
    setSession({ ...session, PermissionsUI: rights, SeesPart: true })
    await show(<Contacts />)
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await page.getByRole('grid').getByText('watch@office.example').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    for (const name of ['New contact', 'Send test email', /^Actions/])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('are changed under their version; an address that is there already stands at its field', async () => {
    server.answer(saveNotificationContact, () =>
      server.refuse(409, 'ContactTaken', 'other@office.example is on the list already.', {
        email: 'other@office.example',
      }),
    )
    await show(<Contacts />)
    await page.getByRole('grid').getByText('watch@office.example').click()
    await dialog().getByRole('textbox', { name: 'Email' }).fill('other@office.example')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText('other@office.example is on the list already.')).toBeVisible()
    expect(server.sentTo(saveNotificationContact)[0]?.input).toMatchObject({
      id: watch.id,
      version: 3,
      language: 'tr',
      types: ['Security'],
    })
  })

  test('[D40] saved too late, keep what both have ticked', async () => {
    server.answer(saveNotificationContact, ({ version }) => {
      if (version === 4) return { id: watch.id, version: 5 }
      serveList(server, notificationContacts, [
        { ...watch, version: 4, name: 'Night watch', types: ['Security' as const, 'Imports' as never] },
      ])
      return server.refuse(409, 'ChangedMeanwhile', 'Mert Aydoğan changed this.', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Contacts />)
    await page.getByRole('grid').getByText('watch@office.example').click()
    await dialog().getByRole('checkbox', { name: 'Orders' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: /^Name/ })).toHaveValue('Night watch')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Contact saved')).toBeVisible()
    expect(server.sentTo(saveNotificationContact).at(-1)?.input).toMatchObject({
      version: 4,
      name: 'Night watch',
      types: ['Security', 'Imports', 'Orders'],
    })
  })

  test('are tried out and deleted from their dialog, where no row has a menu', async () => {
    await begin([watch], 'en', 390)
    server.answer(testNotificationContact, () => ({ done: true as const }))
    server.answer(deleteNotificationContact, () => ({ done: true as const }))
    await show(<Contacts />)
    await page.getByRole('button', { name: 'Open watch@office.example' }).click()
    await dialog().getByRole('button', { name: 'Send test email' }).click()
    await expect.element(page.getByText('Test email sent to watch@office.example')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Contact deleted')).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(server.sentTo(deleteNotificationContact)[0]?.input).toEqual({ id: watch.id, version: 3 })
  })

  test('get a test mail from their row, and the form says when mails come and which have to wait for their module', async () => {
    server.answer(testNotificationContact, () => ({ done: true as const }))
    await show(<Contacts />)
    await page.getByRole('grid').getByText('watch@office.example').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Send test email' }).click()
    await expect.element(page.getByText('Test email sent to watch@office.example')).toBeVisible()
    expect(server.sentTo(testNotificationContact)[0]?.input).toMatchObject({ id: watch.id })
    await page.getByRole('grid').getByText('watch@office.example').click()
    await expect.element(dialog().getByText(/security events are sent immediately/)).toBeVisible()
    await expect.element(dialog().getByRole('checkbox', { name: 'Fuel prices (coming soon)' })).toBeVisible()
    await expect.element(dialog().getByRole('checkbox', { name: 'Security', exact: true })).toBeChecked()
  })

  test('in German, on a telephone', async () => {
    await begin([watch], 'de', 390)
    await show(<Contacts />)
    await expect.element(page.getByText('watch@office.example').first()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})
