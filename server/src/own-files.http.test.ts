import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Assignment, FileColumns } from '@kervan/contract/kit/file-columns'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { languages } from '@kervan/contract/kit/values'
import { startPortal, type Portal } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { importFile as importBytes, openDesk, plain, rowsOf, sheetOf, type Desk } from '../test/walk/desk.ts'
import { commentsIn } from '../test/workbook-text.ts'
import { servedKinds } from './handlers.ts'
import type { ServedRecords } from './kit/master/kind.ts'
import { fileDropWork } from './system/file-drop.ts'

// Files as old systems export them: headings and values of their own, assigned once and kept for the next file of the sender.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const served = (key: string) => servedKinds.find(({ kind }) => kind.key === key) as ServedRecords
const locations = served('location')

/** The customer list of an old system: two title rows, its own headings, its own words. */
const headings = ['Sıra', 'Cari Kodu', 'Ünvan', 'GLN No', 'İl', 'İlçe', 'Tipi', 'Durum', 'Posta Kodu']
type Line = readonly string[]
const lines: Line[] = [
  ['1', 'E001', 'Şifa Eczanesi', '8680000000013', 'İstanbul', 'Kadıköy', 'Eczane', 'A', '34710'],
  ['2', 'E002', 'Doğan Eczanesi', '', 'Ankara', 'Çankaya', 'Eczane', 'A', '06690'],
  ['3', 'D001', 'Merkez Depo', '', 'İzmir', 'Bornova', 'Depo', 'P', '35040'],
]
const oldList = (rows: readonly Line[] = lines, own: readonly string[] = headings) =>
  sheetOf(
    headings.map((_, at) => (at === 0 ? 'Lale Ecza Deposu' : '')),
    [['Cari liste 27.11.2026'], [], own, ...rows].map((row) => [...row]),
  )

const importFile = async (desk: Desk, body: Uint8Array | Promise<Uint8Array>, mode?: string) =>
  importBytes(desk, await body, mode)

const columnsOf = async ({ portal: { call }, maker }: Desk, changeId: string): Promise<FileColumns> => {
  const { status, body } = await call(locations.kind.columns, maker.token, { changeId })
  expect(status).toBe(200)
  return body
}
/** What the dialog suggests, with the meaning of the file's own words. */
const suggested = ({ sheets, values }: FileColumns): Assignment => ({
  columns: sheets.flatMap(({ columns }) => columns.map(({ id, field }) => ({ id, field }))),
  values,
})
const words: Assignment['values'] = [
  { field: 'locationType', from: 'Eczane', to: 'PrimaryPointOfSales' },
  { field: 'locationType', from: 'Depo', to: 'PrimaryCompanyDistributionCenter' },
  { field: 'status', from: 'A', to: 'Active' },
  { field: 'status', from: 'P', to: 'Passive' },
]

const assign = (desk: Desk, changeId: string, given: Assignment, keep = false) =>
  desk.portal.call(locations.kind.assign, desk.maker.token, { changeId, ...given, keep })

async function assigned(desk: Desk, change: ChangeView, keep = false): Promise<ChangeView> {
  const columns = await columnsOf(desk, change.id)
  const answer = await assign(desk, change.id, { ...suggested(columns), values: words }, keep)
  expect(answer).toMatchObject({ status: 200, body: { state: 'Pending' } })
  await watch(portal, desk.maker.token, answer.body.jobId as string)
  return (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: change.id })).body
}

describe('[DAT-002] a file of an old system', () => {
  it('is not refused: its columns are shown with a guess and with what stands in them', async () => {
    const desk = await openDesk(portal, locations)
    const change = await importFile(desk, oldList())
    expect(change).toMatchObject({ state: 'Invalid', actions: { assign: null }, columns: 'Template' })
    const { sheets, fields, kept } = await columnsOf(desk, change.id)
    expect(kept).toBeNull()
    expect(sheets).toHaveLength(1)
    expect(sheets[0]?.row).toBe(4)
    expect(sheets[0]?.columns.map(({ title, field }) => [title, field])).toEqual([
      ['Sıra', null],
      ['Cari Kodu', 'code'],
      ['Ünvan', 'name'],
      ['GLN No', 'gln'],
      ['İl', 'city'],
      ['İlçe', 'district'],
      ['Tipi', 'locationType'],
      ['Durum', 'status'],
      ['Posta Kodu', null],
    ])
    expect(sheets[0]?.columns[6]).toMatchObject({ samples: ['Eczane', 'Depo'], values: ['Eczane', 'Depo'] })
    expect(fields.filter(({ isKey }) => isKey).map(({ name }) => name)).toEqual(['code'])
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'code',
      'name',
      'locationType',
      'city',
      'district',
    ])
    const type = fields.find(({ name }) => name === 'locationType')
    expect(type?.words).toContainEqual({ word: 'eczane', value: 'PrimaryPointOfSales', own: false })
  })

  it('is read with the columns and values that somebody assigned, and takes effect', async () => {
    const desk = await openDesk(portal, locations)
    const change = await assigned(desk, await importFile(desk, oldList()))
    expect(change).toMatchObject({
      state: 'Succeeded',
      columns: 'Assigned',
      message: null,
      counts: { added: 3, faulty: 0 },
    })
    const answer = await portal.call(locations.kind.activate, desk.maker.token, {
      changeId: change.id,
      confirmed: true,
    })
    expect(answer).toMatchObject({ status: 200, body: { state: 'Active' } })
    const made = (await rowsOf(desk)) as unknown as Record<string, unknown>[]
    expect(made.find(({ code }) => code === 'D001')).toMatchObject({
      name: 'Merkez Depo',
      locationType: 'PrimaryCompanyDistributionCenter',
      status: 'Passive',
    })
  })

  it('whose headings other systems use as well needs nobody, where none is left over', async () => {
    const desk = await openDesk(portal, locations)
    const own = ['Cari Kodu', 'Ünvan', 'GLN No', 'İl', 'İlçe', 'Tip']
    const rows = [['E001', 'Şifa Eczanesi', '', 'İstanbul', 'Kadıköy', 'PrimaryPointOfSales']]
    expect(await importFile(desk, oldList(rows, own))).toMatchObject({
      state: 'Succeeded',
      columns: 'Template',
      counts: { added: 1 },
    })
  })

  it('refuses two columns for one field, fields without a column and values that are none, all at once', async () => {
    const desk = await openDesk(portal, locations)
    const change = await importFile(desk, oldList())
    const { columns } = suggested(await columnsOf(desk, change.id))
    const twice = columns.map(({ id, field }) => ({
      id,
      field: id === 'sira' ? 'name' : field === 'code' ? null : field,
    }))
    const values = [{ field: 'status', from: 'A', to: 'Open' }]
    for (const language of languages) {
      const input = { changeId: change.id, columns: twice, values, keep: false }
      const answer = await portal.call(locations.kind.assign, desk.maker.token, input, { language })
      expect(answer).toMatchObject({ status: 422, code: 'RecordInvalid' })
      const issues = answer.refused?.Facts?.['issues'] as { field: string; code: string }[]
      expect(issues.map(({ field, code }) => [field, code])).toEqual([
        ['name', 'ColumnTwice'],
        ['code', 'ColumnMissing'],
        ['status', 'NotAChoice'],
      ])
    }
    expect(
      await assign(desk, change.id, { columns: [{ id: 'sira', field: 'noField' }], values: [] }),
    ).toMatchObject({
      code: 'RecordInvalid',
    })
    expect(await rowsOf(desk)).toEqual([])
  })

  it('is assigned once by a double click, and by nobody else', async () => {
    const desk = await openDesk(portal, locations)
    const change = await importFile(desk, oldList())
    const given = suggested(await columnsOf(desk, change.id))
    const answers = await Promise.all([assign(desk, change.id, given), assign(desk, change.id, given)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stranger = await desk.company.user({ without: ['location-importLocations'] })
    const other = await (await portal.company()).user()
    const input = { changeId: change.id, ...given, keep: false }
    expect(await portal.call(locations.kind.assign, stranger.token, input)).toMatchObject({ status: 403 })
    expect(await portal.call(locations.kind.assign, other.token, input)).toMatchObject({
      code: 'ChangeNotFound',
    })
    expect(await portal.call(locations.kind.columns, other.token, { changeId: change.id })).toMatchObject({
      code: 'ChangeNotFound',
    })
  })

  it('of two systems asks for the columns of both sheets', async () => {
    const desk = await openDesk(portal, locations)
    const body = await twoSheets()
    const change = await importFile(desk, body)
    expect(change).toMatchObject({ state: 'Invalid', actions: { assign: null } })
    const { sheets } = await columnsOf(desk, change.id)
    expect(sheets.map(({ sheet, columns }) => [sheet, columns.map(({ field }) => field)])).toEqual([
      ['Logo', ['code', 'name', 'city', 'district', 'locationType']],
      ['SAP', ['code', 'name', 'city', 'district', 'locationType', null]],
    ])
    const done = await assigned(desk, change)
    expect(done).toMatchObject({ state: 'Succeeded', counts: { added: 2, faulty: 0 } })
  })

  it('of two systems one below the other has faulty rows where the second begins, and takes the others', async () => {
    const desk = await openDesk(portal, locations)
    const rows = [
      lines[0]!,
      [],
      ['KUNNR', 'NAME1', '', 'ORT01', '', '', '', '', ''],
      ['9', 'Deniz Eczanesi', '', 'Bodrum', '', '', '', '', ''],
    ]
    const change = await assigned(desk, await importFile(desk, oldList(rows)))
    expect(change).toMatchObject({
      state: 'ValidationFailed',
      counts: { added: 1, faulty: 2 },
      actions: { take: null },
    })
  })
})

describe('[DAT-002] what was assigned is kept', () => {
  it('for the next file of the same person, and for nobody else’s', async () => {
    const desk = await openDesk(portal, locations)
    await assigned(desk, await importFile(desk, oldList()), true)
    const next = await importFile(
      desk,
      oldList([['4', 'E003', 'Yeni Eczane', '', 'Bursa', 'Nilüfer', 'eczane', 'a', '']]),
    )
    expect(next).toMatchObject({ state: 'Succeeded', columns: 'Kept', counts: { added: 1 } })
    // Another one is asked, with the same suggestion.
    const other = { ...desk, maker: desk.second }
    const asked = await importFile(other, oldList())
    expect(asked).toMatchObject({ state: 'Invalid' })
    const columns = await columnsOf(other, asked.id)
    expect(columns.kept).toBeNull()
    expect(columns.values).toEqual(words)
  })

  it('and asks again where the headings are no longer the same', async () => {
    const desk = await openDesk(portal, locations)
    await assigned(desk, await importFile(desk, oldList()), true)
    const change = await importFile(desk, oldList(lines, headings.with(0, 'Bölge')))
    expect(change).toMatchObject({ state: 'Invalid', actions: { assign: null } })
    const columns = await columnsOf(desk, change.id)
    expect(columns.kept).toMatchObject({ by: expect.any(String) })
    expect(columns.sheets[0]?.columns.map(({ field }) => field)).toContain('locationType')
    // The template goes on being read as a template.
    const template = await portal.call(locations.kind.template, desk.maker.token, { filled: false })
    expect(await importFile(desk, template.body as unknown as Uint8Array)).toMatchObject({
      columns: 'Template',
    })
  })

  it('for files from the drop folder, which take effect by it, and are refused with the reason where it does not fit', async () => {
    const desk = await openDesk(portal, locations)
    const first = await dropped(desk, oldList(), 'first.xlsx')
    expect(first).toMatchObject({ source: 'FileDrop', state: 'Invalid', actions: { assign: null } })
    for (const language of languages) {
      const told = await portal.call(
        locations.kind.getChange,
        desk.maker.token,
        { changeId: first.id },
        { language },
      )
      expect(told.body.message).toMatch(/\S+ \S+/)
    }
    // Somebody sits before it now, so it waits for them.
    expect(await assigned(desk, first, true)).toMatchObject({ state: 'Succeeded', counts: { added: 3 } })
    const rows = [['7', 'E007', 'Deniz Eczanesi', '', 'Muğla', 'Bodrum', 'Eczane', 'A', '']]
    expect(await dropped(desk, oldList(rows), 'second.xlsx')).toMatchObject({
      state: 'Active',
      columns: 'Kept',
      counts: { added: 1 },
    })
    expect(await dropped(desk, oldList(rows, headings.with(1, 'Anahtar')), 'third.xlsx')).toMatchObject({
      state: 'Invalid',
      message: expect.any(String),
    })
    expect(await rowsOf(desk)).toHaveLength(1)
  })
})

describe('[DAT-002] the right rows are taken, and the others stay to be mended', () => {
  const wrongGln = '8680000000021'
  const rows = [...lines, ['4', 'E004', 'Yanlış Eczane', wrongGln, 'Bursa', 'Nilüfer', 'Eczane', 'A', '']]

  it('takes effect without the faulty rows, which come back in the user’s own file', async () => {
    const desk = await openDesk(portal, locations)
    const change = await assigned(desk, await importFile(desk, oldList(rows)), true)
    expect(change).toMatchObject({
      state: 'ValidationFailed',
      counts: { added: 3, faulty: 1 },
      actions: { take: null },
    })
    const take = (over: object = {}) =>
      portal.call(locations.kind.activate, desk.maker.token, {
        changeId: change.id,
        confirmed: true,
        ...over,
      })
    expect(await take()).toMatchObject({ code: 'ChangeFaulty' })
    const answers = await Promise.all([take({ leaveFaulty: true }), take({ leaveFaulty: true })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const active = (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: change.id }))
      .body
    expect(active).toMatchObject({
      state: 'Active',
      counts: { added: 3, faulty: 1 },
      actions: { file: null, revert: null },
    })
    expect(await rowsOf(desk)).toHaveLength(3)
    const file = await portal.call(locations.kind.file, desk.maker.token, { changeId: change.id })
    expect(await commentsIn(file.body)).toEqual([expect.stringContaining(wrongGln)])
    // Mended and sent again, the file adds what it lacked and nothing else.
    const mended = await importFile(
      desk,
      oldList(rows.map((row) => row.map((cell) => (cell === wrongGln ? '8680000000020' : cell)))),
    )
    expect(mended).toMatchObject({ state: 'Succeeded', columns: 'Kept', counts: { added: 1, unchanged: 3 } })
    const back = await portal.call(locations.kind.revert, desk.maker.token, {
      changeId: change.id,
      confirmed: true,
    })
    expect(back).toMatchObject({ status: 200, body: { state: 'Reverted' } })
    expect(await rowsOf(desk)).toEqual([])
  })

  it('is not offered where the file replaces everything', async () => {
    const regions = served('regionCode')
    const desk = await openDesk(portal, regions)
    const titles = ['Subdivision', 'District', 'Region code']
    const change = await importFile(
      desk,
      await sheetOf(titles, [
        ['İstanbul', 'Şişli', 'M'],
        ['İstanbul', null, 'M'],
      ]),
      'Replace',
    )
    expect(change).toMatchObject({ state: 'ValidationFailed' })
    const input = { changeId: change.id, confirmed: true, leaveFaulty: true }
    expect(await portal.call(regions.kind.activate, desk.maker.token, input)).toMatchObject({
      code: 'ChangeStateWrong',
    })
  })
})

describe('[DAT-002] refusals of many rows', () => {
  it('name what is missing once, with the place where it is made, and the values that are allowed', async () => {
    const desk = await openDesk(portal, locations)
    const own = ['Cari Kodu', 'Ünvan', 'İl', 'İlçe', 'Tip', 'Müşteri Kodu']
    const rows = Array.from({ length: 12 }, (_, at) => [
      `E${at}`,
      'Eczane',
      'Ankara',
      'Çankaya',
      at < 9 ? 'PrimaryPointOfSales' : 'Kiosk',
      at < 9 ? `M00${(at % 7) + 1}` : '',
    ])
    const { faults } = await importFile(desk, oldList(rows, own))
    expect(faults).toEqual([
      {
        field: 'customer',
        rows: 9,
        missing: 'businessRelation',
        message: expect.stringMatching(/7 .*M001, M002.* …/),
      },
      {
        field: 'locationType',
        rows: 3,
        missing: null,
        message: expect.stringMatching(/“Kiosk” .* Allowed: .+, .+/),
      },
    ])
  })

  it('are fewer where a category is named by its name, unless two have it', async () => {
    const products = served('product')
    const desk = await openDesk(portal, products)
    const group = async (code: string, name: string) =>
      portal.call(served('productGroup').kind.save, desk.maker.token, {
        id: null,
        version: null,
        values: { code, name, parent: null, orderIndex: 0 },
        confirmed: true,
      })
    for (const [code, name] of [
      ['AG', 'Ağrı Kesici'],
      ['V1', 'Vitamin'],
      ['V2', 'Vitamin'],
    ] as const)
      expect((await group(code, name)).status).toBe(200)
    const rows = [
      ['S1', 'Parol', 'AĞRI KESİCİ', 'X', '10,5', '20'],
      ['S2', 'Cal', 'Vitamin', 'X', '4', '10'],
    ]
    const change = await importFile(
      desk,
      await sheetOf(['Stok Kodu', 'Stok Adı', 'Grup', 'Marka', 'Liste Fiyatı (TL)', 'Koli İçi'], rows),
    )
    expect(change).toMatchObject({ counts: { added: 1, faulty: 1 } })
    expect(change.faults).toMatchObject([{ field: 'category', missing: 'productGroup', rows: 1 }])
  })
})

it('[DAT-001] [PRD-001] a list of products with barcodes makes the products, and their only variants as well', async () => {
  const [products, variants] = [served('product'), served('productVariant')]
  const desk = await openDesk(portal, products)
  const list = () =>
    sheetOf(
      ['Stok Kodu', 'Barkod', 'Stok Adı', 'Marka', 'Koli İçi', 'Liste Fiyatı (TL)'],
      [['S1', '8680000000013', 'Parol', 'Atabay', '20', '10,5']],
    )
  const made = async (kind: ServedRecords) => {
    const own = { ...desk, served: kind }
    const change = await importFile(own, list())
    const { body } = await portal.call(kind.kind.columns, desk.maker.token, { changeId: change.id })
    const input = { changeId: change.id, ...suggested(body), keep: true }
    const answer = await portal.call(kind.kind.assign, desk.maker.token, input)
    await watch(portal, desk.maker.token, answer.body.jobId as string)
    const activated = await portal.call(kind.kind.activate, desk.maker.token, {
      changeId: change.id,
      confirmed: true,
    })
    expect(activated).toMatchObject({ status: 200, body: { state: 'Active', counts: { added: 1 } } })
    return (await rowsOf(own)) as unknown as Record<string, unknown>[]
  }
  expect(await made(products)).toMatchObject([{ code: 'S1', packUnit: 20, listPrice: '10.5' }])
  expect(await made(variants)).toMatchObject([{ code: 'S1', gtin: '8680000000013' }])
})

it('[DAT-001] a template has a sample row, which an import passes over', async () => {
  const desk = await openDesk(portal, locations)
  for (const language of languages) {
    const { body } = await portal.call(
      locations.kind.template,
      desk.maker.token,
      { filled: false },
      { language },
    )
    expect(await importFile(desk, body as unknown as Uint8Array)).toMatchObject({
      state: 'Succeeded',
      counts: { added: 0, faulty: 0 },
    })
  }
})

async function twoSheets(): Promise<Uint8Array> {
  const { writeWorkbook } = await import('./kit/excel/write-workbook.ts')
  const { buffer } = await import('node:stream/consumers')
  const sheet = (name: string, titles: string[], row: string[]) => ({
    name,
    columns: titles.map((header) => ({ header, kind: 'text' as const, width: 20 })),
    rows: [row],
  })
  return buffer(
    writeWorkbook({
      sheets: [
        sheet(
          'Logo',
          ['Cari Kodu', 'Ünvan', 'İl', 'İlçe', 'Tip'],
          ['L1', 'Logo Eczane', 'Ankara', 'Çankaya', 'Eczane'],
        ),
        sheet(
          'SAP',
          ['WERKS', 'NAME1', 'ORT01', 'ORT02', 'Typ', 'MANDT'],
          ['S1', 'SAP Eczane', 'Ankara', 'Çankaya', 'Eczane', '100'],
        ),
      ],
    }),
  )
}

/** Puts a file into the drop folder, and answers what became of it once its job has ended. */
async function dropped(desk: Desk, file: Promise<Uint8Array>, name: string): Promise<ChangeView> {
  const { services } = portal.app
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    desk.company.id,
  ])
  const folder = join(services.config.dataDir, 'drop', rows[0]?.code ?? '', 'location')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), await file)
  const at = new Date(Date.now() - 60_000)
  await utimes(join(folder, name), at, at)
  for (let more: boolean | undefined = true; more;)
    more = (
      await services.db.withCompany(desk.company.id, (tx) =>
        fileDropWork.run({ tx, services, companyId: desk.company.id, dueAt: new Date() }),
      )
    ).more
  const { body } = await portal.call(locations.kind.changes.page, desk.maker.token, plain)
  const id = body.rows.find(({ fileOrRecord }) => fileOrRecord === name)?.id ?? ''
  const { jobId } = (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: id })).body
  await watch(portal, desk.maker.token, jobId as string)
  return (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: id })).body
}
