import { colorKind as kind } from '@kervan/contract/company/products'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rightsOf, serveKind, uuid, type MemoryRecord } from '../../../test/masterServer.ts'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Colors from './colors.ts'

const black: MemoryRecord = {
  id: uuid(1),
  version: 3,
  values: { code: 'BLK', name: 'Black', nameEnglish: null, nameTurkish: 'Siyah', nameGerman: 'Schwarz' },
}
let server: MemoryServer
async function open(language: 'en' | 'de', record = black.id) {
  server = await freshPortal({ session: { ...session, PermissionsUI: rightsOf(kind) }, language })
  rememberDictionaries(server)
  serveKind(server, kind, [black])
  server.answer(kind.save, () => ({ id: black.id, version: 4, changeId: uuid(900), waits: false }))
  await show(<Colors />, `/here?record=${record}`)
}
beforeEach(() => page.viewport(1440, 900))
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const choose = (word: string) =>
  dialog()
    .getByRole('radiogroup')
    .getByText(new RegExp(`^${word}`))
    .first()
    .click()
const sent = () => server.sentTo(kind.save)[0]?.input.values

describe('[PRD-001] a name in several languages is one field of the form', () => {
  test('which begins with the name that the reader sees, and tells it apart from the base name', async () => {
    await open('de')
    await expect.element(field('Name auf Deutsch')).toHaveValue('Schwarz')
    await expect.element(dialog().getByText('Sehen alle, die das Portal auf Deutsch lesen.')).toBeVisible()
    await expect.element(field('Basisname')).not.toBeInTheDocument()
    await expectNoAxeFaults()
    await field('Name auf Deutsch').fill('Tiefschwarz')
    await choose('Basis')
    await expect.element(field('Basisname')).toHaveValue('Black')
    await dialog().getByRole('button', { name: 'Speichern' }).click()
    await expect.poll(sent).toEqual({
      code: 'BLK',
      name: 'Black',
      nameEnglish: null,
      nameTurkish: 'Siyah',
      nameGerman: 'Tiefschwarz',
    })
  })

  test('where the reader’s language has none it is the base name, and the switch says which languages have one', async () => {
    await open('en')
    await expect.element(field('Base name')).toHaveValue('Black')
    await expect.element(dialog().getByRole('radio', { name: 'EN English (no name)' })).toBeInTheDocument()
    await expect.element(dialog().getByRole('radio', { name: 'DE Deutsch', exact: true })).toBeInTheDocument()
    await choose('EN')
    await expect.element(field('Name in English')).toHaveValue('')
    await expect.element(dialog().getByText('No name in English: “Black” is shown.')).toBeVisible()
  })

  test('what is wrong with it is shown, whichever language is looked at', async () => {
    await open('en', 'new')
    await expect.element(field('Base name')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Code' }).fill('RED')
    await choose('TR')
    await field('Name in Turkish').fill('Kırmızı')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(field('Base name')).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeFaults()
    expect(sent()).toBeUndefined()
  })

  test('the list calls the reader’s name by its plain name, and offers the base name beside it', async () => {
    await open('en')
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect.element(page.getByText('Base name')).toBeVisible()
    await expect.element(page.getByText('Name in German')).toBeVisible()
  })
})
