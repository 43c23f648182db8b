import { mciEntityKind } from '@kervan/contract/company/mci'
import * as contract from '@kervan/contract/company/mci-files'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import EntityData from './EntityData.tsx'
import IoLog from './IoLog.tsx'

const {
  activateEntityFile,
  cancelEntityFile,
  downloadEntityFile,
  entityFaults,
  entityFiles,
  getEntityFile,
  getEntityRows,
  saveEntityRow,
  uploadEntityFile,
} = contract
const rights = [
  mciEntityKind.find,
  entityFiles.page,
  getEntityFile,
  getEntityRows,
  entityFaults.page,
  activateEntityFile,
  cancelEntityFile,
  saveEntityRow,
  uploadEntityFile,
].flatMap(({ permission }) => permission ?? [])
const entity = {
  id: '00000000-0000-4000-8000-000000000001',
  code: 'SAFETY',
  name: 'Safety stock',
  dataSource: 'ManageByMergedInputs' as const,
}
const file = {
  id: '00000000-0000-4000-8000-000000000002',
  entityId: entity.id,
  ioId: 7,
  fileName: 'stock.csv',
  input: 'User' as const,
  state: 'Succeeded' as const,
  rows: 12,
  faulty: 0,
  jobId: null,
  uploadedAt: '2026-11-20T07:00:00.000Z',
  uploadedBy: 'Nil Aksoy',
  activatedAt: null,
  activatedBy: null,
  message: null,
  actions: { activate: null, cancel: null },
}

let server: MemoryServer
async function begin(language: 'en' | 'de' = 'en', width = 1440) {
  await page.viewport(width, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  rememberDictionaries(server)
  server.answer(mciEntityKind.find, () => ({
    options: [{ id: entity.id, code: entity.code, name: entity.name }],
    hasMore: false,
  }))
  server.answer(getEntityRows, () => ({
    entity,
    fields: [
      { code: 'Item', name: 'Item', type: 'Product' as const, mandatory: true, keyPart: true },
      { code: 'Pieces', name: 'Pieces', type: 'Integer' as const, mandatory: true, keyPart: false },
    ],
    rows: [{ key: 'a-1', values: { Item: 'A-1', Pieces: 1200 }, fromUser: ['Pieces'] }],
    total: 1,
  }))
  const { id, entityId, ioId, fileName, state, rows, faulty, uploadedAt, uploadedBy, activatedAt } = file
  const row = { id, entityId, ioId, fileName, state, rows, faulty, uploadedAt, uploadedBy, activatedAt }
  serveList(server, entityFiles, [{ ...row, entityName: entity.name, mciInput: file.input, orderIndex: 1 }])
}
beforeEach(() => begin())

describe('[MCI-001] the data of an entity', () => {
  test('shows what services read and which values are the user’s', async () => {
    await show(<EntityData />)
    await expect.element(page.getByRole('cell', { name: 'A-1' })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: '1,200 (entered by the user)' })).toBeVisible()
    await expect.element(page.getByText('1 rows · Bold: entered by the user')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('of more entities than one answer has, any is found by typing and stands in the address', async () => {
    const first = { id: entity.id, code: entity.code, name: entity.name }
    const shelf = { id: '00000000-0000-4000-8000-000000000009', code: 'SHELF', name: 'Shelf space' }
    server.answer(mciEntityKind.find, ({ search }) => ({
      options: search === '' ? [first] : [shelf].filter(({ name }) => name.includes(search)),
      hasMore: search === '',
    }))
    server.answer(mciEntityKind.get, () => server.refuse(mciEntityKind.get, 'NotFound'))
    const { search } = await show(<EntityData />)
    const picker = page.getByRole('combobox', { name: 'Entity' })
    await expect.element(picker).toHaveValue('SAFETY – Safety stock')
    await picker.fill('Shelf')
    await page.getByRole('option', { name: 'SHELF – Shelf space' }).click()
    await expect.poll(() => search()).toMatchObject({ entity: shelf.id })
    await expect.poll(() => server.sentTo(getEntityRows).at(-1)?.input).toMatchObject({ entityId: shelf.id })
    await expectNoAxeFaults()
  })

  test('a row is changed in a form, and only what was changed is sent', async () => {
    server.answer(saveEntityRow, () => ({ key: 'a-1' }))
    await show(<EntityData />)
    await page.getByRole('button', { name: 'A-1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Row of Safety stock' })
    await expect.element(dialog.getByText(/Your values take precedence/)).toBeVisible()
    await dialog.getByLabelText('Pieces').fill('7')
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.sentTo(saveEntityRow)[0]?.input).toMatchObject({
      entityId: entity.id,
      key: 'a-1',
      values: { Item: 'A-1', Pieces: 7 },
    })
  })

  test('in German, on a telephone', async () => {
    await begin('de', 390)
    await show(<EntityData />)
    await expect.element(page.getByRole('cell', { name: 'A-1' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})

describe('[MCI-002] [MCI-003] a file with faults', () => {
  const failed = {
    ...file,
    // Of a workbook the sheet is told as well.
    fileName: 'stock.xlsx',
    state: 'ValidationFailed' as const,
    rows: 10,
    faulty: 2,
    actions: { activate: 'Not in this state.', validate: null, file: null, cancel: null },
  }
  const fault = (number: number, field: string | null, message: string) => ({
    id: `00000000-0000-4000-8000-0000000001${number}`,
    sheet: 'North',
    row: number,
    field,
    message,
  })

  test('is uploaded for one of the inputs and leads to its record', async () => {
    server.answer(uploadEntityFile, () => file)
    const { search } = await show(<EntityData />)
    await page.getByRole('button', { name: 'Upload file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'ERP' }).click()
    await expectNoAxeFaults()
    const drop = dialog.getByLabelText('Drop an Excel or CSV file here, or choose one')
    await drop.upload(new File(['%PDF'], 'stock.pdf', { type: 'application/pdf' }))
    await expect
      .element(dialog.getByText('Unsupported file selected! stock.pdf is not of a supported type.'))
      .toBeVisible()
    expect(server.sentTo(uploadEntityFile)).toEqual([])
    await drop.upload(new File(['Item;Pieces'], 'stock.csv', { type: 'text/csv' }))
    await expect.poll(() => search()).toEqual({ part: 'mciFile', file: file.id })
    expect(server.sentTo(uploadEntityFile)[0]?.input).toEqual({ entityId: entity.id, input: 'Erp' })
  })

  test('tells them by sheet and row, is downloaded with comments, and is not activated', async () => {
    server.answer(getEntityFile, () => failed)
    server.answer(downloadEntityFile, () => new File(['x'], 'stock.xlsx'))
    serveList(server, entityFaults, [
      fault(12, 'Pieces', '“many” is not a number.'),
      fault(14, 'Item', '“NOWHERE” does not exist.'),
    ])
    await show(<IoLog />)
    await page.getByRole('grid').getByText('7', { exact: true }).click()
    const dialog = page.getByRole('dialog')
    const faults = dialog.getByRole('grid', { name: 'Errors' })
    await expect
      .element(faults.getByRole('row', { name: 'North 12 Pieces “many” is not a number.' }))
      .toBeVisible()
    await expect
      .element(faults.getByRole('row', { name: 'North 14 Item “NOWHERE” does not exist.' }))
      .toBeVisible()
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Download file with comments' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(downloadEntityFile)[0]?.input).toEqual({ mciFileId: file.id }),
    )
    await dialog.getByRole('button', { name: 'More' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Re-validate' })).toBeEnabled()
    await expect.element(page.getByRole('menuitem', { name: 'Activate' })).not.toBeInTheDocument()
  })
})

describe('[MCI-002] the IO log', () => {
  test('[MCI-003] says of a file why it is not activated, before it is pressed', async () => {
    const why = 'Mandatory fields of the base class without an assigned field: Value.'
    server.answer(getEntityFile, () => ({ ...file, actions: { activate: why, cancel: null } }))
    await show(<IoLog />)
    await page.getByRole('grid').getByText('7', { exact: true }).click()
    const activate = page.getByRole('dialog').getByRole('button', { name: 'Activate' })
    await expect.element(activate).toBeDisabled()
    await expect.element(page.getByText(why)).toBeVisible()
    await expectNoAxeFaults()
  })

  test('opens a file and activates it after a question', async () => {
    server.answer(getEntityFile, () => ({ ...file, rows: 1_200 }))
    server.answer(activateEntityFile, () => ({ ...file, state: 'Active' as const, actions: {} }))
    await show(<IoLog />)
    await page.getByRole('grid').getByText('7', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect.element(page.getByText(/1,200 rows replace all rows/)).toBeVisible()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Activate' }).click()
    await expect.element(page.getByText('File activated')).toBeVisible()
    expect(server.sentTo(activateEntityFile)[0]?.input).toMatchObject({ mciFileId: file.id })
  })
})
