import { carrierContractKind as kind } from '@kervan/contract/kit/carrier-contract.testing'
import { getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import { plainText } from '@kervan/contract/kit/typed'
import { languages } from '@kervan/contract/kit/values'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addCarrierContracts, carrierOf, regionOf, serveCarrierContracts } from '../test/carrier-contract.ts'
import { sampleValues } from '../test/master-samples.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import {
  activate,
  importFile,
  openDesk,
  plain,
  propose,
  rowsOf,
  save,
  sheetOf,
  valuesOf,
  workbookOf,
  type Desk,
} from '../test/walk/desk.ts'
import { walkFiles } from '../test/walk/files.ts'
import { walkPrices } from '../test/walk/prices.ts'
import { walkRecords } from '../test/walk/records.ts'
import { walkSecondPerson } from '../test/walk/second-person.ts'
import { workbookRows } from '../test/workbook-text.ts'
import { dayIn } from './kit/clock.ts'
import { servedByKey } from './kit/master/kind.ts'
import { heldOn } from './kit/master/periods.ts'
import { sayField } from './kit/master/words.ts'
import { removeFiles } from './kit/records/files.ts'
import { sql } from 'kysely'

// A kind of master data that the product does not have, declared by this test as an area would declare it: the walk takes
// it up as it takes up all others, and each thing that it asks of the kit is held here.

const served = serveCarrierContracts()
let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true, further: served.handlers })
  await addCarrierContracts(portal)
}, 180_000)
afterAll(async () => {
  servedByKey.delete(kind.key)
  await portal.close()
})

const kinds = [[kind.key, served.served]] as const
walkRecords(kinds, () => portal)
walkFiles(kinds, () => portal)
walkSecondPerson(kinds, () => portal)
walkPrices(kinds, () => portal)

const open = () => openDesk(portal, served.served)
const sample = (desk: Desk, n = 1, over: object = {}) =>
  sampleValues(served.served, n, { portal, company: desk.company }).then((values) => ({ ...values, ...over }))
const period = (validFrom: string, validTo: string | null) => ({ validFrom, validTo })
const overlaps = (code = 'PeriodOverlaps') => ({
  status: 422,
  code: 'RecordInvalid',
  refused: { Facts: { issues: [{ field: 'validFrom', code }] } },
})

describe('a reference to a kind with a key of two fields', () => {
  it('is found by both, whatever their case and whichever sign stands between them, and is called by its name', async () => {
    const desk = await open()
    const values = await sample(desk)
    const { id } = (await save(desk, { ...values, region: 'marmara|TUZLA 1' })).body
    expect((await valuesOf(desk, id)).region).toBe('Marmara · Tuzla 1')
    expect(await rowsOf(desk)).toMatchObject([{ region: 'R-1', carrier: 'Carrier' }])
    expect(await propose(desk, { ...values, code: 'X', region: 'Marmara' })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'region', code: 'ReferenceUnknown' }] } },
    })
  })

  it('is offered by the lookup of the other kind under what names it', async () => {
    const desk = await open()
    const region = await regionOf({ portal, company: desk.company }, 7)
    const { kind: regions } = servedByKey.get('regionCode') as typeof served.served
    const found = await portal.call(regions.find, desk.maker.token, { search: 'tuzla' })
    expect(found.body.options.map(({ code }) => code)).toEqual([region])
  })
})

describe('records that hold from one day to another', () => {
  it('say where today stands to them, to be filtered by, and where the day of the list stood', async () => {
    const desk = await open()
    const today = dayIn('Europe/Istanbul', new Date())
    await save(desk, await sample(desk, 1, { code: 'PAST', ...period('2020-01-01', '2020-12-31') }))
    await save(desk, await sample(desk, 1, { code: 'NOW', ...period('2021-01-01', null) }))
    await save(desk, await sample(desk, 1, { code: 'SOON', ...period('2099-01-01', null) }))
    const ask = async (more: object) =>
      (await portal.call(kind.list.page, desk.maker.token, { ...plain, day: null, ...more })).body
    const { rows } = await ask({})
    expect(Object.fromEntries(rows.map((row) => [row['code'], row['timing']]))).toEqual({
      PAST: 'Past',
      NOW: 'Current',
      SOON: 'Upcoming',
    })
    expect((await ask({ filters: { timing: { in: ['Upcoming'] } } })).rows).toMatchObject([{ code: 'SOON' }])
    expect((await ask({ count: 'timing' })).counts).toEqual({ Past: 1, Current: 1, Upcoming: 1 })
    expect((await ask({ day: today })).rows).toMatchObject([{ code: 'NOW', timing: 'Current' }])
  })

  it('end after they start', async () => {
    const desk = await open()
    expect(await propose(desk, await sample(desk, 1, period('2026-02-01', '2026-01-31')))).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'validTo', code: 'EndsBeforeStart' }] } },
    })
  })

  it('do not hold on the same day: in a form, in a file against records and between its rows, and in the table', async () => {
    const desk = await open()
    await save(desk, await sample(desk, 1, period('2026-01-01', '2026-06-30')))
    expect(await propose(desk, await sample(desk, 1, period('2026-06-30', null)))).toMatchObject(overlaps())
    const next = await sample(desk, 1, period('2026-07-01', null))
    const late = await sample(desk, 1, period('2027-01-01', null))
    const early = await sample(desk, 1, period('2025-12-01', '2026-01-01'))
    const change = await importFile(desk, await workbookOf(desk, [next, late, early]))
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 2 } })
    const { body } = await portal.call(kind.changeRows.page, desk.maker.token, {
      ...plain,
      changeId: change.id,
    })
    expect(body.rows.map(({ message }) => message)).toEqual([
      null,
      expect.stringContaining('Row 2 with this key holds on some of these days: 1 Jul 2026 – …'),
      expect.stringContaining(
        'Another record with this key holds on some of these days: 1 Jan 2026 – 30 Jun 2026',
      ),
    ])
    const copy = `insert into carrier_contract (company_id, id, version, code, valid_from, carrier_id, region_id, rate, rate_currency)
      select company_id, gen_random_uuid(), 1, lower(code), $2, carrier_id, region_id, 1, 'EUR' from carrier_contract where company_id = $1`
    const past = portal.owner.query(copy, [desk.company.id, '2026-03-01'])
    await expect(past).rejects.toMatchObject({ code: '23P01', constraint: 'carrier_contract_holds_alone' })
  })

  it('are refused in the same words when the table refuses what was written past the kit meanwhile', async () => {
    const desk = await open()
    const values = await sample(desk, 1, period('2026-01-01', null))
    const { changeId } = (await propose(desk, values)).body
    const past = await portal.owner.connect()
    await past.query('begin')
    await past.query(
      `insert into carrier_contract (company_id, id, version, code, valid_from, carrier_id, region_id, rate, rate_currency)
       select $1, gen_random_uuid(), 1, $2, '2026-05-01', p.id, r.id, 1, 'EUR' from partner p, region_code r where p.company_id = $1 and r.company_id = $1`,
      [desk.company.id, plainText(values['code'])],
    )
    const input = { changeId: changeId ?? '', decision: 'Approve' as const, comment: '', confirmed: true }
    const approving = portal.call(kind.decide, desk.second.token, input)
    await vi.waitFor(async () => {
      const { rowCount } = await portal.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    }, 20_000)
    await past.query('commit')
    past.release()
    expect(await approving).toMatchObject(overlaps())
  })

  it('give their days free to those that the same change moves there', async () => {
    const desk = await open()
    const one = (await save(desk, await sample(desk, 1, period('2026-01-01', null)))).body
    expect(one.version).toBe(1)
    const shorter = await sample(desk, 1, period('2026-01-01', '2026-03-31'))
    const next = await sample(desk, 1, period('2026-04-01', null))
    const change = await importFile(desk, await workbookOf(desk, [next, shorter]))
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1, changed: 1 } })
    expect(await activate(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
    expect(await rowsOf(desk)).toHaveLength(2)
  })

  it('are refused when another one took their days while they waited', async () => {
    const desk = await open()
    const first = (await propose(desk, await sample(desk, 1, period('2026-01-01', null)))).body
    const second = (await propose(desk, await sample(desk, 1, period('2026-02-01', null)))).body
    const approve = ({ changeId }: typeof first) =>
      portal.call(kind.decide, desk.second.token, {
        changeId: changeId ?? '',
        decision: 'Approve',
        comment: '',
        confirmed: true,
      })
    expect((await approve(first)).body).toMatchObject({ state: 'Active' })
    expect((await approve(second)).body).toMatchObject({ state: 'ReValidate', counts: { faulty: 1 } })
  })

  it('are read as of a day: what held then, in the list and by who asks the table', async () => {
    const desk = await open()
    await save(desk, await sample(desk, 1, period('2020-01-01', '2020-12-31')))
    await save(desk, await sample(desk, 1, period('2021-01-01', null)))
    const today = dayIn('Europe/Istanbul', new Date())
    expect(await rowsOf(desk)).toHaveLength(2)
    expect(await rowsOf(desk, { day: today })).toMatchObject([{ validFrom: '2021-01-01' }])
    const held = (day: string) =>
      portal.app.services.db.withCompany(desk.company.id, async (tx) => {
        const { rows } = await sql<{ from: string }>`select t.valid_from::text as from from carrier_contract t
          where t.company_id = ${desk.company.id} and ${heldOn(served.served, day)}`.execute(tx)
        return rows.map(({ from }) => from)
      })
    expect(await held('2020-12-31')).toEqual(['2020-01-01'])
    expect(await held('2021-01-01')).toEqual(['2021-01-01'])
    expect(await held('2019-12-31')).toEqual([])
  })
})

describe('an amount with a currency of its own', () => {
  it('takes codes of ISO 4217 and nothing else, in a form, a file and a delivery', async () => {
    const desk = await open()
    const values = await sample(desk, 1, { rateCurrency: 'XYZ' })
    expect(await propose(desk, values)).toMatchObject({ status: 422, code: 'InvalidInput' })
    const { body } = await portal.call(kind.deliver, desk.maker.token, {
      rows: [values],
      requestKey: 'currency-1',
    })
    expect(body.rows[0]?.issues).toMatchObject([{ field: 'rateCurrency', code: 'NotACurrency' }])
    const change = await importFile(
      desk,
      await workbookOf(desk, [values, await sample(desk, 2, { rateCurrency: 'usd' })]),
    )
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 1 } })
  })
})

describe('a document', () => {
  const upload = (desk: Desk, name = 'contract.pdf', body: Buffer | string = '%PDF-1.4 signed') =>
    portal.upload(kind.uploadFile as NonNullable<typeof kind.uploadFile>, desk.maker.token, {}, [
      { name, body },
    ])
  const fetched = (desk: Desk, recordId: string, fileId: string, token = desk.maker.token) =>
    portal.call(kind.openFile as NonNullable<typeof kind.openFile>, token, { recordId, fileId })

  it('is uploaded, named, opened, kept with its history and never taken from another record', async () => {
    const desk = await open()
    const { fileId, name } = (await upload(desk)).body as { fileId: string; name: string }
    expect(name).toBe('contract.pdf')
    const waiting = (await propose(desk, await sample(desk, 1, { document: fileId }))).body
    const rows = await portal.call(kind.changeRows.page, desk.second.token, {
      ...plain,
      changeId: waiting.changeId ?? '',
    })
    expect(rows.body.rows[0]?.documents).toEqual([{ fileId, name }])
    expect(rows.body.rows[0]?.difference).toContain('Signed contract: contract.pdf')
    expect((await fetched(desk, waiting.id, fileId, desk.second.token)).status).toBe(200)
    const purge = () =>
      portal.app.services.db.withCompany(desk.company.id, (tx) =>
        removeFiles(tx, portal.app.services.jobs, desk.company.id, {
          before: new Date(Date.now() + 60_000),
          limit: 100,
        }),
      )
    expect(await purge()).toBe(0)
    const input = {
      changeId: waiting.changeId ?? '',
      decision: 'Approve' as const,
      comment: '',
      confirmed: true,
    }
    await portal.call(kind.decide, desk.second.token, input)
    expect(await rowsOf(desk)).toMatchObject([{ document: 'contract.pdf' }])
    const record = await portal.call(kind.get, desk.maker.token, { id: waiting.id })
    expect(record.body.names).toMatchObject({ document: { [fileId]: 'contract.pdf' } })
    await save(desk, await sample(desk, 1, { document: null }), { id: waiting.id, version: 1 })
    expect(await purge()).toBe(0)
    expect((await fetched(desk, waiting.id, fileId)).status).toBe(200)
    const other = (await save(desk, await sample(desk, 2))).body
    expect((await fetched(desk, other.id, fileId)).status).toBe(404)
    const stranger = await (await portal.company()).user({ permissions: desk.permissions })
    expect((await fetched(desk, waiting.id, fileId, stranger.token)).status).toBe(404)
  })

  it('is none that was uploaded for something else, nor a program', async () => {
    const desk = await open()
    expect((await upload(desk, 'a.exe')).status).toBe(422)
    const unknown = await propose(
      desk,
      await sample(desk, 1, { document: '00000000-0000-4000-8000-000000000001' }),
    )
    expect(unknown).toMatchObject({
      refused: { Facts: { issues: [{ field: 'document', code: 'FileUnknown' }] } },
    })
  })
})

describe('a second person', () => {
  it('[DAT-003] is always needed, whatever the company chooses', async () => {
    const desk = await open()
    expect((await propose(desk, await sample(desk))).body).toMatchObject({ waits: true })
    const { rules } = (await portal.call(getApprovalRules, desk.maker.token, {})).body
    expect(rules.find((one) => one.kind === kind.key)).toMatchObject({ steps: 'Approver', always: true })
    const none = { kind: kind.key, steps: 'None' as const, version: 0 }
    expect(await portal.call(saveApprovalRule, desk.maker.token, none)).toMatchObject({
      code: 'SecondPersonNeeded',
    })
  })
})

describe('the words of a kind', () => {
  it('are its own where it has some, in lists, files and templates, in each language', async () => {
    const desk = await open()
    await save(desk, await sample(desk))
    const said = languages.map((language) => sayField(language, kind, 'rate'))
    expect(said).toEqual(['Freight rate', 'Navlun bedeli', 'Frachtsatz'])
    const { page: _, pageSize: __, ...query } = { ...plain, day: null }
    const input = { ...query, columns: ['rate', 'validFrom'] }
    const file = await portal.call(kind.list.excel, desk.maker.token, input, { language: 'de' })
    expect((await workbookRows(file.body))[0]).toEqual(['Frachtsatz', 'Gültig ab'])
    const german = await importFile(
      desk,
      await sheetOf(
        ['Code', 'Gültig ab', 'Frachtführer', 'Bedientes Gebiet', 'Frachtsatz', 'Währung des Satzes'],
        [
          [
            'N-1',
            '2026-01-01',
            await carrierOf({ portal, company: desk.company }),
            'Marmara · Tuzla 1',
            '12,5',
            'EUR',
          ],
        ],
      ),
    )
    expect(german).toMatchObject({ state: 'Succeeded', counts: { added: 1 } })
  })
})
