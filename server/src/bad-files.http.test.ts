import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveApprovalRule } from '@kervan/contract/data/data-log'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { languages } from '@kervan/contract/kit/values'
import { servedKinds } from './handlers.ts'
import { translate } from './kit/messages.ts'
import type { ServedRecords } from './kit/master/kind.ts'
import { archive, workbook } from '../test/workbooks/archive.ts'
import { startPortal, type Company, type Portal, type User } from '../test/portal.ts'
import { watch } from '../test/watch.ts'

// What people really send: files as Excel, other programs and accidents make them, through the upload, the worker and the
// activation. Each is either read rightly or answered with what is wrong, where, and what to do.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const kindOf = (key: string) => servedKinds.find(({ kind }) => kind.key === key) as ServedRecords
const types = kindOf('locationType')
const prices = kindOf('priceChange')
const plain = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }

type Desk = { company: Company; user: User; served: ServedRecords }
const open = async (served: ServedRecords): Promise<Desk> => {
  const company = await portal.company()
  if (served === prices) await company.product({ code: 'P-1' })
  return { company, user: await company.user(), served }
}

const send = ({ served, user }: Desk, body: Uint8Array | string, name: string) =>
  portal.upload(served.kind.upload, user.token, { mode: 'Merge' }, [{ name, body }])

async function importFile(desk: Desk, body: Uint8Array | string, name = 'file.xlsx'): Promise<ChangeView> {
  const sent = await send(desk, body, name)
  expect(sent).toMatchObject({ status: 200 })
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, desk.user.token, jobId as string)
  return (await portal.call(desk.served.kind.getChange, desk.user.token, { changeId: id })).body
}

const rowsOf = async ({ served, user }: Desk, changeId: string) =>
  (await portal.call(served.kind.changeRows.page, user.token, { ...plain, changeId })).body.rows
const valuesOf = async (desk: Desk, id: string | null) =>
  (await portal.call(desk.served.kind.get, desk.user.token, { id: id as string })).body.values
const recordsOf = async ({ served, user }: Desk) =>
  (await portal.call(served.kind.list.page, user.token, { ...plain, day: null })).body.rows as unknown as {
    id: string
    code: string
  }[]
const activate = ({ served, user }: Desk, { id }: ChangeView) =>
  portal.call(served.kind.activate, user.token, { changeId: id, confirmed: true })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26)
const text = (value: string) => (ref: string) =>
  `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
const raw =
  (inside: string, style = 0) =>
  (ref: string) =>
    `<c r="${ref}" s="${style}">${inside}</c>`
type Cell = string | ((ref: string) => string)

/** A workbook of these cells; text, or whatever XML a program writes for one. `properties` are those of the workbook. */
function sheet(rows: Cell[][], properties = '', more = ''): Buffer {
  const xml = rows.map((cells, row) => {
    const written = cells.map((cell, at) =>
      (typeof cell === 'string' ? text(cell) : cell)(`${letters(at)}${row + 1}`),
    )
    return `<row r="${row + 1}">${written.join('')}</row>`
  })
  const parts = workbook(xml.join(''))
  return archive(
    parts.map((part) => {
      const content = part.content as string
      if (part.name === 'xl/workbook.xml')
        return { ...part, content: content.replace('<sheets>', `${properties}<sheets>`) }
      if (part.name.includes('worksheets/'))
        return { ...part, content: content.replace('</sheetData>', `</sheetData>${more}`) }
      return part
    }),
  )
}

const titles = (...fields: string[]) => fields.map((field) => translate('en', `column.${field}`))
const typeTitles = titles('code', 'name', 'standsFor', 'pointOfSale')
const type = (code: string, name = 'A shop'): string[] => [code, name, 'PrimaryPointOfSales', 'Yes']
const priceTitles = titles('product', 'changeDate', 'oldPrice', 'newPrice', 'entitlementDate')

describe('[DAT-002] a workbook that is read rightly', () => {
  it('counts its days from 1904 where it says so', async () => {
    const desk = await open(prices)
    // 1 March 2026 is day 46082 from 1900 and 44620 from 1904.
    const row = (serial: number): Cell[] => [
      'P-1',
      raw(`<v>${serial}</v>`, 1),
      raw('<v>10</v>'),
      raw('<v>12.5</v>'),
      raw(`<v>${serial}</v>`, 1),
    ]
    const old = await importFile(desk, sheet([priceTitles, row(44_620)], '<workbookPr date1904="1"/>'))
    expect(old).toMatchObject({ state: 'Succeeded', counts: { added: 1, faulty: 0 } })
    await activate(desk, old)
    const [made] = await recordsOf(desk)
    expect(await valuesOf(desk, made?.id ?? '')).toMatchObject({ changeDate: '2026-03-01', newPrice: '12.5' })
    // The same day from a workbook of the other kind is the same record.
    expect(await importFile(desk, sheet([priceTitles, row(46_082)]))).toMatchObject({
      counts: { added: 0, unchanged: 1 },
    })
  })

  it('takes numbers and days that stand there as text', async () => {
    const desk = await open(prices)
    const change = await importFile(
      desk,
      sheet([priceTitles, ['P-1', '01.03.2026', '1.234,50', '12,5', '2026-02-01']]),
    )
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1 } })
    await activate(desk, change)
    const [made] = await recordsOf(desk)
    expect(await valuesOf(desk, made?.id ?? '')).toMatchObject({
      changeDate: '2026-03-01',
      oldPrice: '1234.5',
      newPrice: '12.5',
    })
  })

  it('may have a merged title above its heading row', async () => {
    const desk = await open(types)
    const body = sheet(
      [['Our types of 2026'], typeTitles, type('A')],
      '',
      '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>',
    )
    expect(await importFile(desk, body)).toMatchObject({ state: 'Succeeded', counts: { added: 1 } })
  })
})

describe('[DAT-002] a workbook with faults in its cells tells each with sheet, row and field', () => {
  it.each<[string, ServedRecords, Cell[][], string, { row: number; message: RegExp }[]]>([
    [
      'a formula that nobody has calculated',
      prices,
      [priceTitles, ['P-1', '01.03.2026', raw('<f>A1*2</f>'), '12', '01.03.2026']],
      '',
      [{ row: 2, message: /^Old price: The formula has no result/ }],
    ],
    [
      'a formula that went wrong',
      prices,
      [
        priceTitles,
        [
          'P-1',
          '01.03.2026',
          (ref) => `<c r="${ref}" t="e"><f>1/0</f><v>#DIV/0!</v></c>`,
          '12',
          '01.03.2026',
        ],
      ],
      '',
      [{ row: 2, message: /^Old price: .*#DIV\/0!/ }],
    ],
    [
      'a text that may be one number or another',
      prices,
      [priceTitles, ['P-1', '01.03.2026', '1.234', '12', '01.03.2026']],
      '',
      [{ row: 2, message: /^Old price: .*1\.234/ }],
    ],
    [
      'a cell merged over two rows, whose lower one is empty',
      types,
      [typeTitles, type('A'), ['', 'Another', 'PrimaryPointOfSales', 'No']],
      '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      [{ row: 3, message: /^Code: / }],
    ],
    [
      'a key twice, whatever its case, its dot and what stands behind it',
      types,
      [typeTitles, type('ISPARTA'), type('ısparta'), type('İsparta  '), type('isparta ')],
      '',
      [
        { row: 3, message: /row 2/ },
        { row: 4, message: /row 2/ },
        { row: 5, message: /row 2/ },
      ],
    ],
  ])('%s', async (_, served, rows, more, faults) => {
    const desk = await open(served)
    const change = await importFile(desk, sheet(rows, '', more))
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { faulty: faults.length } })
    const told = (await rowsOf(desk, change.id)).filter(({ action }) => action === 'Faulty')
    expect(told).toMatchObject(
      faults.map(({ row, message }) => ({
        sheet: 'Orders',
        row,
        message: expect.stringMatching(message),
      })),
    )
    expect(await activate(desk, change)).toMatchObject({ status: 422, code: 'ChangeFaulty' })
    expect(await recordsOf(desk)).toEqual([])
  })
})

describe('[DAT-002] a file that is refused as a whole says why, in the reader’s language', () => {
  const wide = Array.from({ length: 300 }, (_, at) => `Column ${at + 1}`)
  const csv = (rows: string[][], sign = ';') => rows.map((row) => row.join(sign)).join('\r\n')
  it.each<[string, () => Uint8Array | string, string, RegExp]>([
    ['300 columns', () => sheet([[...typeTitles, ...wide], type('A')]), 'file.xlsx', /200 columns/],
    ['300 columns of CSV', () => csv([[...typeTitles, ...wide], type('A')]), 'file.csv', /200 columns/],
    ['a heading twice', () => sheet([[...typeTitles, 'Code'], type('A')]), 'file.xlsx', /Code occurs twice/],
    [
      'a heading twice, in two languages',
      () => sheet([[...typeTitles, 'Kod'], type('A')]),
      'file.xlsx',
      /Kod occurs twice/,
    ],
    [
      'a file of another kind',
      () => sheet([priceTitles, ['P-1', '01.03.2026', '1', '2', '01.03.2026']]),
      'file.xlsx',
      /Code/,
    ],
    [
      'a CSV file that ends within a text',
      () => `${csv([typeTitles, type('A')])}\r\n"B;half a na`,
      'file.csv',
      /quotation mark/,
    ],
    ['nothing but empty rows', () => '\r\n\r\n', 'file.csv', /Code|empty/],
  ])('%s', async (_, body, name, message) => {
    const desk = await open(types)
    const sent = await send(desk, body(), name)
    if (sent.status !== 200) {
      expect(sent).toMatchObject({ status: 422, refused: { Message: expect.stringMatching(message) } })
      return
    }
    const { id, jobId } = sent.body as ChangeView
    await watch(portal, desk.user.token, jobId as string)
    const look = (language: string) =>
      portal.call(types.kind.getChange, desk.user.token, { changeId: id }, { language })
    const told = await Promise.all(languages.map(async (language) => (await look(language)).body))
    expect((await look('en')).body).toMatchObject({
      state: 'Invalid',
      message: expect.stringMatching(message),
    })
    // Three languages, three sentences, and none of them speaks of orders.
    expect(new Set(told.map((one) => one.message)).size).toBe(languages.length)
    for (const one of told) expect(one.message).not.toMatch(/quantity|Menge|miktar|masterData|\{\{/i)
    expect(await recordsOf(desk)).toEqual([])
  })
})

describe('[DAT-002] CSV', () => {
  const utf16 = (text_: string) => Buffer.from(`\ufeff${text_}`, 'utf16le')
  it.each([
    ['commas in UTF-16', ',', utf16],
    ['semicolons in UTF-16', ';', utf16],
    ['semicolons in UTF-8 with its mark', ';', (all: string) => Buffer.from(`\ufeff${all}`)],
    ['commas in Windows-1254', ',', windows1254],
  ])('with %s keeps its Turkish letters', async (_, sign, encoded) => {
    const desk = await open(types)
    const rows = [typeTitles, type('MGZ', 'Iğdır Şişli çarşı')]
    const change = await importFile(
      desk,
      encoded(rows.map((row) => row.join(sign)).join('\r\n')),
      'türler.csv',
    )
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1 } })
    await activate(desk, change)
    const [made] = await recordsOf(desk)
    expect(await valuesOf(desk, made?.id ?? '')).toMatchObject({ code: 'MGZ', name: 'Iğdır Şişli çarşı' })
  })
})

describe('[DAT-002] files that meet each other', () => {
  it('the same file again changes nothing, and says so', async () => {
    const desk = await open(types)
    const body = sheet([typeTitles, type('A'), type('B')])
    await activate(desk, await importFile(desk, body))
    const again = await importFile(desk, body)
    expect(again).toMatchObject({ state: 'Succeeded', counts: { added: 0, changed: 0, unchanged: 2 } })
    expect(await activate(desk, again)).toMatchObject({ status: 422, code: 'ChangeEmpty' })
  })

  it('finds a record under its code in another case, with another dot and a blank behind it', async () => {
    const desk = await open(types)
    await activate(desk, await importFile(desk, sheet([typeTitles, type('Isparta')])))
    const change = await importFile(desk, sheet([typeTitles, type('ISPARTA ', 'Renamed')]))
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 0, changed: 1 } })
    await activate(desk, change)
    expect((await recordsOf(desk)).map(({ code }) => code)).toEqual(['Isparta'])
  })

  it('one key in two files at once: the first takes effect, the second says that it is out of date', async () => {
    const desk = await open(types)
    const one = await importFile(desk, sheet([typeTitles, type('A', 'First'), type('B')]))
    const other = await importFile(desk, sheet([typeTitles, type('a', 'Second'), type('C')]))
    const answers = await Promise.all([activate(desk, one), activate(desk, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'ChangeOutdated' })
    expect(await recordsOf(desk)).toHaveLength(2)
  })

  it('two files that change one record: the second is looked at again where both changed the same field', async () => {
    const desk = await open(types)
    await activate(desk, await importFile(desk, sheet([typeTitles, type('A', 'Old')])))
    const one = await importFile(desk, sheet([typeTitles, type('A', 'First')]))
    const other = await importFile(desk, sheet([typeTitles, type('A', 'Second')]))
    const states = (await Promise.all([activate(desk, one), activate(desk, other)])).map(
      ({ body }) => body.state,
    )
    expect(states.toSorted()).toEqual(['Active', 'ReValidate'])
    const outdated = states[0] === 'ReValidate' ? one : other
    expect(await rowsOf(desk, outdated.id)).toMatchObject([{ action: 'Faulty', message: expect.any(String) }])
  })

  it('one file activated by two at once takes effect once', async () => {
    const desk = await open(types)
    const change = await importFile(desk, sheet([typeTitles, type('A'), type('B')]))
    const second = { ...desk, user: await desk.company.user() }
    const answers = await Promise.all([
      activate(desk, change),
      activate(second, change),
      activate(desk, change),
      activate(second, change),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer).toMatchObject({ code: 'ChangeStateWrong', refused: { Message: expect.any(String) } })
    expect(await recordsOf(desk)).toHaveLength(2)
    const { rows } = await portal.owner.query(
      `select count(*)::int as count from audit_entry where company_id = $1 and operation = 'masterData.imported'`,
      [desk.company.id],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('[DAT-003] a change that waits and whose record is deleted is approved no more, and says which record is gone', async () => {
    const desk = await open(kindOf('productGroup'))
    const save = (values: object, over: object = {}) =>
      portal.call(desk.served.kind.save, desk.user.token, {
        id: null,
        version: null,
        values: { code: 'XX', name: 'Old', parent: null, orderIndex: 0, ...values },
        confirmed: true,
        ...over,
      })
    const { id } = (await save({})).body
    const rule = (steps: string, version: number) =>
      portal.call(saveApprovalRule, desk.user.token, { kind: 'productGroup', steps, version } as never)
    expect((await rule('Approver', 0)).status).toBe(200)
    const waits = await save({ name: 'New' }, { id, version: 1 })
    expect(waits.body).toMatchObject({ waits: true })
    expect((await rule('None', 1)).status).toBe(200)
    const gone = await portal.call(desk.served.kind.remove, desk.user.token, {
      selection: { mode: 'ids', ids: [id] },
      dryRun: false,
    })
    expect(gone.body).toMatchObject({ done: 1 })
    const second = await desk.company.user()
    const changeId = waits.body.changeId as string
    const decided = await portal.call(desk.served.kind.decide, second.token, {
      changeId,
      decision: 'Approve',
      comment: '',
      confirmed: true,
    })
    expect(decided.body).toMatchObject({ state: 'ReValidate' })
    expect(await rowsOf(desk, changeId)).toMatchObject([{ action: 'Faulty', message: expect.any(String) }])
    expect(await recordsOf(desk)).toEqual([])
  })
})

/** Texts with Turkish letters as Excel in Turkey saves them. */
function windows1254(all: string): Buffer {
  const own: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }
  return Buffer.from(Array.from(all, (letter) => own[letter] ?? letter.codePointAt(0) ?? 63))
}
