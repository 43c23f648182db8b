import { locationTypeKind as kind } from '@kervan/contract/data/location-types'
import { newPropertyColumn, propertyColumn, type FileColumns } from '@kervan/contract/kit/file-columns'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { aChange, rightsOf, serveKind, uuid } from '../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import LocationTypes from './locationTypes.ts'
import { assignmentOf, lackOf, meaningsOf, startOf } from '../kit/master/assignment.ts'

const column = (title: string, field: string | null, values: string[]) => ({
  id: title.toLowerCase(),
  title,
  samples: values.slice(0, 3),
  values,
  field,
})
const columns: FileColumns = {
  fileName: 'cari.xlsx',
  sheets: [
    {
      sheet: 'Liste',
      row: 3,
      columns: [
        column('Kodu', 'code', ['E1', 'E2']),
        column('Unvan', 'name', ['Şifa', 'Doğan']),
        column('Tip', 'standsFor', ['Eczane', 'Depo', 'Vitrin']),
        column('Satis', 'pointOfSale', ['Yes', 'E']),
        column('Sira', null, ['1', '2']),
      ],
    },
  ],
  fields: [
    { name: 'code', property: null, isKey: true, required: true, words: null },
    { name: 'name', property: null, isKey: false, required: true, words: null },
    {
      name: 'standsFor',
      property: null,
      isKey: false,
      required: true,
      words: [
        { word: 'primarypointofsales', value: 'PrimaryPointOfSales', own: true },
        { word: 'eczane', value: 'PrimaryPointOfSales', own: false },
      ],
    },
    {
      name: 'pointOfSale',
      property: null,
      isKey: false,
      required: false,
      words: [
        { word: 'yes', value: 'true', own: true },
        { word: 'evet', value: 'true', own: true },
        { word: 'hayir', value: 'false', own: true },
      ],
    },
  ],
  mayAddProperties: false,
  values: [{ field: 'standsFor', from: 'DEPO', to: 'PrimaryCompanyDistributionCenter' }],
  kept: null,
}

describe('what somebody says of columns', () => {
  const start = startOf(columns)
  const words = columns.sheets[0]?.columns[2]?.values ?? []

  test('a word means what was chosen, said before or guessed, and nothing where it is the portal’s own', () => {
    expect(meaningsOf(columns, start, 'standsFor', words)).toEqual([
      { from: 'Eczane', to: 'PrimaryPointOfSales' },
      { from: 'Depo', to: 'PrimaryCompanyDistributionCenter' },
      { from: 'Vitrin', to: undefined },
    ])
    expect(meaningsOf(columns, start, 'pointOfSale', ['Yes', 'E'])).toEqual([{ from: 'E', to: 'true' }])
    const chosen = { ...start, meanings: { standsFor: { Vitrin: null } } }
    expect(meaningsOf(columns, chosen, 'standsFor', ['Vitrin'])).toEqual([{ from: 'Vitrin', to: null }])
  })

  test('all that it lacks is told at once', () => {
    expect(lackOf(columns, start)).toEqual({ twice: [], keys: [], required: [], tooMany: [], open: 1 })
    const fields = { kodu: null, unvan: 'name', tip: 'name', satis: null, sira: null }
    expect(lackOf(columns, { ...start, fields })).toEqual({
      twice: [{ field: 'name', titles: ['Unvan', 'Tip'] }],
      keys: ['code'],
      required: ['standsFor'],
      tooMany: [],
      open: 0,
    })
    const nothing = Object.fromEntries(Object.keys(fields).map((id) => [id, null]))
    expect(lackOf(columns, { ...start, fields: nothing })).toMatchObject({ keys: ['code'] })
    const many = {
      ...columns,
      sheets: columns.sheets.map((sheet) => ({
        ...sheet,
        columns: sheet.columns.map((one) => ({ ...one, values: null })),
      })),
    }
    expect(lackOf(many, start).tooMany.map(({ field }) => field)).toEqual(['standsFor', 'pointOfSale'])
  })

  test('is sent with every column and the words that mean something', () => {
    expect(assignmentOf(columns, start)).toEqual({
      columns: [
        { id: 'kodu', field: 'code' },
        { id: 'unvan', field: 'name' },
        { id: 'tip', field: 'standsFor' },
        { id: 'satis', field: 'pointOfSale' },
        { id: 'sira', field: null },
      ],
      values: [
        { field: 'standsFor', from: 'Eczane', to: 'PrimaryPointOfSales' },
        { field: 'standsFor', from: 'Depo', to: 'PrimaryCompanyDistributionCenter' },
        { field: 'pointOfSale', from: 'E', to: 'true' },
      ],
    })
  })
})

describe('[DAT-002] the columns of a file of another system', () => {
  let server: MemoryServer
  let change: ChangeView
  beforeEach(async () => {
    await page.viewport(1440, 900)
    server = await freshPortal({ session: { ...session, PermissionsUI: rightsOf(kind) }, language: 'en' })
    rememberDictionaries(server)
    serveKind(server, kind, [])
    change = aChange({
      state: 'Invalid',
      fileName: 'cari.xlsx',
      message: 'Sheet “Liste”: unknown column Sira.',
      counts: { added: 0, changed: 0, removed: 0, unchanged: 0, faulty: 0 },
      actions: { assign: null, file: null },
    })
    server.answer(kind.getChange, () => change)
    server.answer(kind.columns, () => columns)
    serveList(server, kind.changeRows as never, [])
    server.answer(kind.assign, () => (change = { ...change, state: 'Pending', message: null, actions: {} }))
  })
  const fieldOf = (name: string) => page.getByRole('combobox', { name: `Field of the column ${name}` })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = async (name: string, option: string) => {
    await fieldOf(name).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  test('are shown with a guess, and the file is read as somebody assigns them', async () => {
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await expect.element(fieldOf('Kodu')).toHaveValue('Code *')
    await expect.element(fieldOf('Sira')).toHaveValue('Leave out')
    await expect.element(page.getByText('Şifa · Doğan')).toBeVisible()
    await expect.element(page.getByText('1 value has no meaning yet; its rows will be faulty.')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('combobox', { name: 'Meaning of Vitrin' }).click()
    await page.getByRole('option', { name: 'Online store', exact: true }).click()
    await expect.element(page.getByText(/no meaning yet/)).not.toBeInTheDocument()
    await button('Read the file').click()
    await expect.element(page.getByText('Reading and comparing the file')).toBeVisible()
    expect(server.sentTo(kind.assign)[0]?.input).toMatchObject({
      changeId: uuid(900),
      keep: true,
      columns: assignmentOf(columns, startOf(columns)).columns,
      values: expect.arrayContaining([{ field: 'standsFor', from: 'Vitrin', to: 'OnlineStore' }]),
    })
  })

  test('two of which fill one field, or of which the key lacks, are not sent, and all of it is told', async () => {
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await choose('Kodu', 'Name *')
    await expect
      .element(
        page.getByText(
          'Name is filled by more than one column: Kodu, Unvan. Keep one and leave out the others.',
        ),
      )
      .toBeVisible()
    await expect.element(page.getByText('A column has to be chosen for: Code.')).toBeVisible()
    await expect.element(button('Read the file')).toBeDisabled()
    await choose('Kodu', 'Code *')
    await choose('Tip', 'Leave out')
    await expect.element(page.getByText(/^New records also need: Stands for\./)).toBeVisible()
    await expect.element(button('Read the file')).toBeEnabled()
  })

  test('that no field holds are kept as properties, new ones among them', async () => {
    const property = {
      name: propertyColumn('COLD'),
      property: 'Cold chain',
      isKey: false,
      required: false,
      words: null,
    }
    server.answer(kind.columns, () => ({
      ...columns,
      fields: [...columns.fields, property],
      mayAddProperties: true,
    }))
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await choose('Satis', 'Cold chain')
    await choose('Sira', 'Keep as a new property')
    await expect.element(page.getByText(/^New properties: Sira\./)).toBeVisible()
    await expectNoAxeFaults()
    // Two columns may become properties, each its own.
    await choose('Satis', 'Keep as a new property')
    await expect.element(page.getByText(/^New properties: Satis, Sira\./)).toBeVisible()
    await choose('Satis', 'Cold chain')
    await button('Read the file').click()
    await vi.waitFor(() =>
      expect(server.sentTo(kind.assign)[0]?.input.columns).toEqual(
        expect.arrayContaining([
          { id: 'satis', field: propertyColumn('COLD') },
          { id: 'sira', field: newPropertyColumn },
        ]),
      ),
    )
  })

  test('that were read already can be assigned again, and the right rows be taken without the others', async () => {
    change = aChange({
      state: 'ValidationFailed',
      columns: 'Kept',
      counts: { added: 3, changed: 0, removed: 0, unchanged: 0, faulty: 2 },
      faults: [
        { field: 'standsFor', message: 'Stands for: “Kiosk” is not allowed.', rows: 2, missing: null },
        { field: null, message: 'Customer: 2 do not exist: M1, M2', rows: 2, missing: 'businessRelation' },
      ],
      actions: { assign: null, take: null, file: null },
    })
    server.answer(kind.activate, () =>
      Object.assign(change, {
        state: 'Active',
        actions: { file: null },
        faults: [],
      } satisfies Partial<ChangeView>),
    )
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await expect.element(page.getByText('As kept from an earlier file')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: /^Open / }))
      .toHaveAttribute('href', expect.stringContaining('part=businessRelation'))
    await button('Assign columns…').click()
    await expect.element(fieldOf('Kodu')).toBeVisible()
    await button('Cancel').click()
    await button('Activate the correct rows…').click()
    await expect.element(page.getByText('Activate without 2 faulty rows?')).toBeVisible()
    await expectNoAxeFaults()
    await button('Activate the correct rows').click()
    await expect
      .element(page.getByText('2 rows were faulty and have not taken effect.', { exact: false }))
      .toBeVisible()
    expect(server.sentTo(kind.activate)[0]?.input).toEqual({
      changeId: uuid(900),
      confirmed: false,
      leaveFaulty: true,
    })
  })
})
