import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '@kervan/contract/kit/values'
import {
  assign,
  assigned,
  columnsOf,
  importFile,
  lines,
  locations,
  oldList,
  servedOf,
  suggested,
} from '../test/old-list.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { openDesk, rowsOf, sheetOf } from '../test/walk/desk.ts'
import { writeWorkbook } from './kit/excel/write-workbook.ts'
import type { ServedRecords } from './kit/master/kind.ts'

// Files as old systems export them: headings and values of their own, which somebody assigns to fields.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

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
    const products = servedOf('product')
    const desk = await openDesk(portal, products)
    const group = async (code: string, name: string) =>
      portal.call(servedOf('productGroup').kind.save, desk.maker.token, {
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
  const [products, variants] = [servedOf('product'), servedOf('productVariant')]
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
  expect(await made(products)).toMatchObject([{ code: 'S1', packUnit: 20, listPrice: '10.5000' }])
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
