import {
  carrierContractKind as kind,
  carrierContractWords,
} from '@kervan/contract/kit/carrier-contract.testing'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { regionCodeKind } from '@kervan/contract/data/geography'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf, serveKind, uuid, type MemoryRecord } from '../../../test/masterServer.ts'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { i18n } from '../i18n/i18n.ts'
import { masterDataScreen } from './MasterDataPart.tsx'

// The screen of a kind that the product does not have: fields whose inputs no kind of the product has yet.

const CarrierContracts = masterDataScreen(kind, {
  targets: {
    businessRelation: async () => businessRelationKind,
    regionCode: async () => regionCodeKind,
  },
})

const contract: MemoryRecord = {
  id: uuid(1),
  version: 1,
  values: {
    code: 'C-1',
    validFrom: '2026-01-01',
    validTo: null,
    carrier: 'CARRIER',
    region: 'Marmara · Tuzla',
    rate: '12.5',
    rateCurrency: 'EUR',
    document: uuid(7),
  },
}

const dialog = () => page.getByRole('dialog')

async function begin(language: 'en' | 'de' = 'en') {
  await page.viewport(1440, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: rightsOf(kind) }, language })
  rememberDictionaries(server)
  i18n.addResourceBundle(language, 'translation', carrierContractWords[language], true, true)
  serveKind(server, kind, [contract])
  return server
}

test('does not compile without each kind that its references lead to', () => {
  const regionCode = async () => regionCodeKind
  // @ts-expect-error the carriers are missing
  expect(masterDataScreen(kind, { targets: { regionCode } })).toBeDefined()
  // @ts-expect-error all of them are
  expect(masterDataScreen(kind)).toBeDefined()
})

test('calls its columns by the words of the kind, and by those of all kinds where it has none', async () => {
  await begin('de')
  await show(<CarrierContracts />)
  await expect.element(page.getByRole('columnheader', { name: /^Frachtsatz/ })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: /^Gültig ab/ })).toBeVisible()
})

test('takes a document, a currency by what it is called, and a record that two codes name', async () => {
  const server = await begin()
  server.answer(kind.uploadFile as NonNullable<typeof kind.uploadFile>, () => ({
    fileId: uuid(8),
    name: 'new.pdf',
  }))
  server.answer(regionCodeKind.find, () => ({
    options: [{ id: uuid(9), code: 'Ege · Konak', name: 'Ege · Konak' }],
    hasMore: false,
  }))
  server.answer(kind.save, () => ({ id: contract.id, version: 2, changeId: uuid(900), waits: true }))
  await show(<CarrierContracts />)
  await page.getByRole('grid').getByText('C-1').click()
  await dialog().getByRole('combobox', { name: 'Currency of the rate' }).click()
  await dialog().getByRole('combobox', { name: 'Currency of the rate' }).fill('Turkish')
  await page.getByRole('option', { name: 'TRY – Turkish Lira' }).click()
  await dialog().getByRole('combobox', { name: 'Region served' }).fill('Konak')
  await page.getByRole('option', { name: /Ege · Konak/ }).click()
  const chosen = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })
  await page
    .elementLocator(dialog().element().querySelector('input[type=file]') as HTMLElement)
    .upload(chosen)
  await expect.element(dialog().getByText('new.pdf')).toBeVisible()
  await expectNoAxeFaults()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sentTo(kind.save).map(({ input }) => input))
    .toMatchObject([
      { values: { rate: '12.5', rateCurrency: 'TRY', region: 'Ege · Konak', document: uuid(8) } },
    ])
})

test('opens the document of a record by its link', async () => {
  const server = await begin()
  let opened: unknown = null
  server.answer(kind.openFile as NonNullable<typeof kind.openFile>, (input: unknown) => {
    opened = input
    return new Response('%PDF-1.4')
  })
  await show(<CarrierContracts />)
  await page.getByRole('grid').getByText('C-1').click()
  await dialog().getByRole('button', { name: 'Document', exact: true }).click()
  await expect.poll(() => opened).toMatchObject({ recordId: contract.id, fileId: uuid(7) })
})
