import { plainText } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataLog, getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import { languages } from '@kervan/contract/kit/values'
import { importKinds } from '@kervan/contract/registry'
import { servedKinds } from './handlers.ts'
import { translate } from './kit/messages.ts'
import { sampleValues } from '../test/master-samples.ts'
import { startPortal, type Portal, type User } from '../test/portal.ts'
import {
  activate,
  importFile,
  openDesk,
  plain,
  rowsOf,
  save,
  sheetOf,
  valuesOf,
  workbookOf,
} from '../test/walk/desk.ts'
import { walkFiles } from '../test/walk/files.ts'
import { walkPrices } from '../test/walk/prices.ts'
import { walkRecords } from '../test/walk/records.ts'
import { walkSecondPerson } from '../test/walk/second-person.ts'
import { commentsIn, workbookRows } from '../test/workbook-text.ts'
import { masterImport } from './kit/master/import-job.ts'
import { sayField } from './kit/master/words.ts'
import { endJob, JobTaken, runJob } from './kit/work/run-job.ts'
import { loadActor } from './kit/http/actor.ts'
import type { ServedRecords } from './kit/master/kind.ts'

// Every kind of master data, walked through by its declaration: form, list, workbook, delivery, approval, history, the way
// back. A kind that is added is in here by itself.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const kinds = servedKinds.map((served) => [served.kind.key, served] as const)
walkRecords(kinds, () => portal)
walkFiles(kinds, () => portal)
walkSecondPerson(kinds, () => portal)
walkPrices(kinds, () => portal)

it('[DAT-001] asks before a file replaces all region codes', async () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'regionCode') as ServedRecords
  const desk = await openDesk(portal, served)
  const context = { portal, company: desk.company }
  await save(desk, await sampleValues(served, 1, context))
  const change = await importFile(
    desk,
    await workbookOf(desk, [await sampleValues(served, 2, context)]),
    'Replace',
  )
  const input = { changeId: change.id, confirmed: false }
  const asked = await portal.call(served.kind.activate, desk.maker.token, input)
  expect(asked).toMatchObject({ status: 422, code: 'ConsequencesUnconfirmed' })
  expect(asked.refused?.Message).toContain('replaces the 1 region code')
  expect(await activate(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
})

describe('[DAT-002] a file of master data', () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'locationType') as ServedRecords

  it.each([
    ['semicolons in Windows-1254', ';', (text: string) => windows1254(text)],
    ['commas in UTF-8', ',', (text: string) => Buffer.from(text)],
    ['tabs in UTF-16', '\t', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('is read as CSV with %s', async (_, sign, encoded) => {
    const desk = await openDesk(portal, served)
    const lines = [
      ['Kod', 'Ad', 'Karşılığı', 'Satış noktası mı'],
      ['MGZ', 'Ana mağaza Şişli', 'PrimaryPointOfSales', 'Evet'],
    ]
    const [titles = [], row = []] = lines
    titles[2] = translate('tr', 'column.standsFor')
    titles[3] = translate('tr', 'column.pointOfSale')
    const text = [titles, row].map((cells) => cells.join(sign)).join('\r\n')
    const change = await importFile(desk, encoded(text), 'Merge', 'türler.csv')
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1, faulty: 0 } })
    await activate(desk, change.id)
    const [made] = await rowsOf(desk)
    expect(await valuesOf(desk, made?.id ?? '')).toMatchObject({
      code: 'MGZ',
      name: 'Ana mağaza Şişli',
      pointOfSale: true,
    })
  })

  it('takes effect once: a worker that begins its reading again takes nothing back', async () => {
    const served = kinds.find(([key]) => key === 'locationType')?.[1] as ServedRecords
    const desk = await openDesk(portal, served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const change = await importFile(desk, await workbookOf(desk, [one]))
    await activate(desk, change.id)
    const { id: companyId } = desk.company
    await portal.owner.query(`update job set state = 'Running' where company_id = $1 and id = $2`, [
      companyId,
      change.jobId,
    ])
    await runJob(portal.app.services, 'masterData.import', masterImport, {
      companyId,
      jobId: change.jobId as string,
    })
    const rows = await portal.call(served.kind.changeRows.page, desk.maker.token, {
      ...plain,
      changeId: change.id,
    })
    expect(rows.body.rows.map(({ action }) => action)).toEqual(['Added'])
    expect(
      (await portal.call(served.kind.getChange, desk.maker.token, { changeId: change.id })).body,
    ).toMatchObject({
      state: 'Active',
      counts: { added: 1 },
    })
  })

  it('is read by one worker: one that was thought to be dead writes nothing more', async () => {
    const served = kinds.find(([key]) => key === 'locationType')?.[1] as ServedRecords
    const desk = await openDesk(portal, served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const change = await importFile(desk, await workbookOf(desk, [one]))
    const { id: companyId } = desk.company
    const jobId = change.jobId as string
    const ask = (text: string, ...values: unknown[]) => portal.owner.query(text, [companyId, ...values])
    await ask(`update job set state = 'Running', attempts = 3 where company_id = $1 and id = $2`, jobId)
    await ask(`update master_change set state = 'Validating' where company_id = $1 and id = $2`, change.id)
    const { db } = portal.app.services
    const [membership] = (await ask('select membership_id from job where company_id = $1 and id = $2', jobId))
      .rows
    const actor = await db.withCompany(companyId, (tx) =>
      loadActor(tx, companyId, (membership as { membership_id: string }).membership_id),
    )
    const run = {
      id: jobId,
      input: { changeId: change.id, kind: 'locationType', language: 'en' as const },
      actor,
      services: portal.app.services,
      signal: new AbortController().signal,
      progress: async () => {},
    }
    await expect(masterImport.run({ ...run, attempt: 2 })).rejects.toBeInstanceOf(JobTaken)
    const job = { companyId, id: jobId, input: run.input }
    await db.withCompany(companyId, (tx) =>
      endJob(tx, portal.app.services, masterImport, { ...job, attempts: 2 }, { state: 'Cancelled' }),
    )
    await expect(masterImport.run({ ...run, attempt: 3 })).resolves.toMatchObject({ Added: 1 })
    await ask(`update job set state = 'Failed' where company_id = $1 and id = $2`, jobId)
    await expect(masterImport.run({ ...run, attempt: 3 })).rejects.toBeInstanceOf(JobTaken)
  })

  it('comes back as the user’s own workbook with what is wrong in the failing cells', async () => {
    const desk = await openDesk(portal, served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const body = await workbookOf(desk, [values, { ...values, code: 'T-2', standsFor: 'Kiosk' }])
    const change = await importFile(desk, body)
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { faulty: 1 } })
    const file = await portal.call(served.kind.file, desk.maker.token, { changeId: change.id })
    expect(await workbookRows(file.body)).toEqual(await workbookRows(body))
    expect(await commentsIn(file.body)).toEqual([
      expect.stringMatching(/^2,2: .*is not one of the allowed values/),
    ])
  })

  it('of another kind, half a file and a workbook without the key are refused with the reason', async () => {
    const desk = await openDesk(portal, served)
    const half = (
      await workbookOf(desk, [await sampleValues(served, 1, { portal, company: desk.company })])
    ).subarray(0, 900)
    const send = (name: string, body: Buffer) =>
      portal.upload(served.kind.upload, desk.maker.token, { mode: 'Merge' }, [{ name, body }])
    expect(await send('half.xlsx', half)).toMatchObject({ status: 422, code: 'ExcelDamaged' })
    expect(await send('a.pdf', Buffer.from('%PDF-1.4 not a table'))).toMatchObject({ status: 422 })
    expect(await importFile(desk, Buffer.from('Name;Description\nA;B\n'), 'Merge', 'a.csv')).toMatchObject({
      state: 'Invalid',
      message: expect.stringContaining('Code'),
    })
  })
})

/** Texts with Turkish letters as Excel in Turkey saves them. */
function windows1254(text: string): Buffer {
  const letters: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.codePointAt(0) ?? 63))
}

it('[DAT-002] every delivery is in the data log of those who may see its kind, and says what a single record is called', async () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'country') as ServedRecords
  const desk = await openDesk(portal, served)
  const sample = (number: number) => sampleValues(served, number, { portal, company: desk.company })
  const values = await sample(1)
  await save(desk, values)
  await importFile(desk, await workbookOf(desk, [await sample(2), await sample(3)]))
  const log = async (user: User) => (await portal.call(dataLog.page, user.token, plain)).body.rows
  const title = `${plainText(values.code)} – ${plainText(values.name)}`
  const rows = await log(desk.maker)
  expect(rows).toMatchObject([
    { source: 'File', state: 'Succeeded', added: 2, fileOrRecord: expect.stringMatching(/\.xlsx$/) },
    { source: 'Form', state: 'Active', added: 1, fileOrRecord: title },
  ])
  const change = await portal.call(served.kind.getChange, desk.maker.token, { changeId: rows[1]!.id })
  expect(change.body).toMatchObject({ record: title })
  const blind = await desk.company.user({ without: ['dataManagement-getCountries'] })
  expect(await log(blind)).toEqual([])
})

it('[DAT-001, DAT-002] the data log can be read whatever kind of record was saved, and names it in every language', async () => {
  const company = await portal.company()
  const user = await company.user()
  const kept = importKinds.map(({ key }) => key)
  await portal.owner.query(
    `insert into master_change (company_id, id, kind, source, state, made_by, made_by_name, made_at)
     select $1, gen_random_uuid(), kind, 'Form', 'Active', $2, 'A', now() from unnest($3::text[]) kind`,
    [company.id, user.id, kept],
  )
  const { status, body } = await portal.call(dataLog.page, user.token, { ...plain, pageSize: 200 })
  expect(status).toBe(200)
  expect(body.rows.map(({ dataKind }) => dataKind).toSorted()).toEqual(kept.toSorted())
  for (const language of languages)
    for (const kind of kept)
      expect(translate(language, `state.recordType.${kind}`)).not.toContain('recordType')
})

it('[DAT-002] a faulty delivery is seen in the data log, corrected in its own file, sent again and taken', async () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'country') as ServedRecords
  const desk = await openDesk(portal, served)
  const sample = (number: number) => sampleValues(served, number, { portal, company: desk.company })
  const [good, other] = [await sample(1), await sample(2)]
  const log = async () =>
    (await portal.call(dataLog.page, desk.second.token, plain)).body.rows.map(
      ({ source, state, added, faulty }) => ({ source, state, added, faulty }),
    )
  const faulty = await importFile(desk, await workbookOf(desk, [good, { ...other, name: null }]))
  expect(await log()).toEqual([{ source: 'File', state: 'ValidationFailed', added: 1, faulty: 1 }])
  // Whoever looks after deliveries finds what is wrong, and the file to correct, from the log on.
  const [entry] = (await portal.call(dataLog.page, desk.second.token, plain)).body.rows
  const changeId = entry?.id ?? ''
  const file = await portal.call(served.kind.file, desk.second.token, { changeId })
  expect(await commentsIn(file.body)).toEqual([expect.stringMatching(/^2,\d+: /)])
  expect((await activate(desk, faulty.id)).code).toBe('ChangeFaulty')
  expect(await rowsOf(desk)).toEqual([])

  const [header = [], ...rows] = await workbookRows(file.body)
  const at = header.indexOf(sayField('en', served.kind, 'name'))
  expect(rows.map((cells) => cells[at])).toEqual([plainText(good.name), ''])
  const corrected = rows.map((cells) => cells.with(at, cells[at] || plainText(other.name)))
  const body = await sheetOf(header, corrected)
  const again = await importFile(desk, body)
  expect(again).toMatchObject({ state: 'Succeeded', counts: { added: 2, faulty: 0 } })
  expect((await activate(desk, again.id)).status).toBe(200)
  expect(await rowsOf(desk)).toHaveLength(2)
  expect(await log()).toEqual([
    { source: 'File', state: 'Active', added: 2, faulty: 0 },
    { source: 'File', state: 'ValidationFailed', added: 1, faulty: 1 },
  ])
})

it('[DAT-003] a company says how many persons a change needs for the kinds that ask for it, and for no others', async () => {
  const user = await (await portal.company()).user()
  const { rules } = (await portal.call(getApprovalRules, user.token, {})).body
  expect(rules.map(({ kind }) => kind).toSorted()).toEqual([
    'apiParameter',
    'bioPrice',
    'blendedProduct',
    'boardPlan',
    'businessRelation',
    'creditTariff',
    'discountRate',
    'fuelDay',
    'fuelParameter',
    'fuelProduct',
    'fuelRate',
    'fuelTax',
    'importCost',
    'location',
    'lpgPrice',
    'marketQuote',
    'marketSymbol',
    'priceChange',
    'product',
    'productGroup',
    'productSubstitute',
    'pumpPrice',
    'quotaRule',
    'refineryPrice',
    'refundTerm',
    'salesPromotion',
    'sapCondition',
    'serviceSetting',
    'supplyRelation',
    'transferItem',
    'transferLeg',
    'wholesalerMargin',
  ])
  const input = { kind: 'country', steps: 'Approver' as const, version: 0 }
  expect(await portal.call(saveApprovalRule, user.token, input)).toMatchObject({ code: 'NotFound' })
})
