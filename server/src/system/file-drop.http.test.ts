import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataLog, saveApprovalRule } from '@kervan/contract/data/data-log'
import { locationTypeKind } from '@kervan/contract/data/location-types'
import { priceChangeKind } from '@kervan/contract/data/price-changes'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { watch } from '../../test/watch.ts'
import { scheduleRunner, startDue } from '../kit/work/schedule.ts'
import { translate } from '../kit/messages.ts'
import { fileDropWork } from './file-drop.ts'

// Files that another system puts into the drop folder of a company, from the folder to the records and the data log.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Desk = { company: Company; user: User; folder: string }

async function open(): Promise<Desk> {
  const company = await portal.company()
  const user = await company.user()
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    company.id,
  ])
  return { company, user, folder: join(portal.app.services.config.dataDir, 'drop', rows[0]?.code ?? '') }
}

const good = 'Code;Name;Stands for;Point of sale\nKIOSK;Kiosk;PrimaryPointOfSales;Yes\n'
const faulty = 'Code;Name;Stands for;Point of sale\nKIOSK;Kiosk;Nothing;Yes\n'

/** Puts a file into the folder of a kind, as if it had been written so many seconds ago. */
async function drop(
  { folder }: Desk,
  text: string | Uint8Array,
  { kind = 'locationType', name = 'types.csv', seconds = 60 } = {},
): Promise<void> {
  await mkdir(join(folder, kind), { recursive: true })
  const path = join(folder, kind, name)
  await writeFile(path, text)
  const at = new Date(Date.now() - seconds * 1_000)
  await utimes(path, at, at)
}

const titles = (fields: readonly string[]) =>
  fields.map((name) => translate('en', `column.${name}`)).join(';')

/** A file of one price change, in a company that asks for an approver of those. */
async function approved({ company, user }: Desk): Promise<string> {
  const rule = { kind: 'priceChange' as const, steps: 'Approver' as const, version: 0 }
  expect((await portal.call(saveApprovalRule, user.token, rule)).status).toBe(200)
  const { code } = await company.product()
  const fields = ['product', 'changeDate', 'oldPrice', 'newPrice', 'entitlementDate']
  return `${titles(fields)}\n${code};2026-12-01;10;12;2026-11-01\n`
}

const step = ({ company }: Desk) => {
  const { services } = portal.app
  return services.db.withCompany(company.id, (tx) =>
    fileDropWork.run({ tx, services, companyId: company.id, dueAt: new Date() }),
  )
}

/** Looks into the folder until there is nothing more to do; answers the counts of the last look. */
async function look(desk: Desk): Promise<Record<string, number>> {
  for (;;) {
    const { counts, more } = await step(desk)
    if (!more) return counts
  }
}

/** The changes of the data log, newest first, once their jobs have ended. */
async function changes({ company, user }: Desk) {
  const { rows } = await portal.owner.query<{ job_id: string }>(
    'select job_id from master_change where company_id = $1 and job_id is not null',
    [company.id],
  )
  for (const { job_id: jobId } of rows) await watch(portal, user.token, jobId)
  const { body } = await portal.call(dataLog.page, user.token, {
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
  })
  return body.rows
}

const inFolder = ({ folder }: Desk, ...path: string[]) => readdir(join(folder, ...path)).catch(() => [])
const typesOf = async ({ user }: Desk) =>
  (
    await portal.call(locationTypeKind.list.page, user.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      day: null,
    })
  ).body.rows.map(({ code, name }) => `${String(code)} ${String(name)}`)

describe('[DAT-002] [USR-006] allocations in the drop folder', () => {
  it('give and take locations by the rules of the form, once, and a faulty file gives none', async () => {
    const desk = await open()
    const customer = await desk.company.customer()
    const [first, second] = [await desk.company.location(customer), await desk.company.location(customer)]
    const shop = await desk.company.user({ type: 'PharmaSalesExecutive', customer, locations: [first] })
    const allocated = async () => {
      const { rows } = await portal.owner.query<{ location_id: string }>(
        'select location_id from membership_location where company_id = $1 and membership_id = $2',
        [desk.company.id, shop.id],
      )
      return rows.map(({ location_id: id }) => id).toSorted()
    }
    const kind = 'userLocation'
    const file = (...rows: string[]) =>
      `${titles(['username', 'locationCode', 'rowAction'])}\n${rows.join('\n')}\n`
    await drop(desk, file(`${shop.username};${second.code};Add`, `nobody@x.example;${second.code};Add`), {
      kind,
      name: 'a.csv',
    })
    await look(desk)
    expect(await changes(desk)).toMatchObject([{ state: 'ValidationFailed', faulty: 1 }])
    expect(await allocated()).toEqual([first.id])
    const good = file(`${shop.username};${second.code};Add`, `${shop.username};${first.code};Remove`)
    for (const name of ['b.csv', 'c.csv']) {
      await drop(desk, good, { kind, name })
      await look(desk)
      await changes(desk)
      expect(await allocated()).toEqual([second.id])
    }
  })
})

describe('[DAT-002] a file in the drop folder', () => {
  it('takes effect by itself, stands in the data log and is moved away under the id of its change', async () => {
    const desk = await open()
    await drop(desk, good)
    expect(await look(desk)).toMatchObject({ filesLeft: 0, filesOfUnknownKind: 0 })
    const [change, ...others] = await changes(desk)
    expect(others).toEqual([])
    expect(change).toMatchObject({ source: 'FileDrop', state: 'Active', added: 1, fileOrRecord: 'types.csv' })
    expect(await inFolder(desk, 'locationType')).toEqual(['taken'])
    expect(await inFolder(desk, 'locationType', 'taken')).toEqual([`${change?.id}-types.csv`])
    expect(await typesOf(desk)).toEqual(['KIOSK Kiosk'])
  })

  it('stays in the data log for correction when a row is faulty, and nothing takes effect', async () => {
    const desk = await open()
    await drop(desk, faulty)
    await look(desk)
    expect(await changes(desk)).toMatchObject([{ source: 'FileDrop', state: 'ValidationFailed', faulty: 1 }])
    expect(await typesOf(desk)).toEqual([])
  })

  it('waits for a second person where the company asks for one', async () => {
    const desk = await open()
    await drop(desk, await approved(desk), { kind: 'priceChange' })
    await look(desk)
    expect(await changes(desk)).toMatchObject([{ state: 'WaitingApproval', added: 1, activatedAt: null }])
  })

  it('that replaces all records waits for somebody who has seen what goes', async () => {
    const desk = await open()
    const fields = ['subdivision', 'district', 'regionCode']
    await drop(desk, `${titles(fields)}\nİstanbul;Şişli;MARMARA\n`, { kind: 'regionCode' })
    await look(desk)
    expect(await changes(desk)).toMatchObject([{ source: 'FileDrop', state: 'Succeeded', added: 1 }])
  })

  it('is left alone while it may still be written, and in a folder of an unknown kind', async () => {
    const desk = await open()
    await drop(desk, good, { seconds: 3 })
    await drop(desk, good, { kind: 'ships' })
    await drop(desk, 'a note', { name: 'readme.txt' })
    expect(await look(desk)).toEqual({ filesLeft: 1, filesOfUnknownKind: 1 })
    expect(await changes(desk)).toEqual([])
    expect(await inFolder(desk, 'ships')).toEqual(['types.csv'])
    expect(await inFolder(desk, 'locationType')).toEqual(['readme.txt', 'types.csv'])
  })

  it('of which only half has come stands in the data log as invalid, with the reason', async () => {
    const desk = await open()
    await drop(desk, Buffer.from('504b0304140000000800', 'hex'), { name: 'half.xlsx' })
    await look(desk)
    const [change] = await changes(desk)
    expect(change).toMatchObject({ source: 'FileDrop', state: 'Invalid' })
    const view = await portal.call(locationTypeKind.getChange, desk.user.token, {
      changeId: change?.id ?? '',
    })
    expect(view.body.message).toEqual(expect.any(String))
    expect(await inFolder(desk, 'locationType', 'taken')).toHaveLength(1)
  })

  it('is taken once by workers that look at the same moment, and after one died before moving it', async () => {
    const desk = await open()
    await drop(desk, good)
    // The step that begins the change, and no other: as if the worker had died behind its commit.
    expect(await step(desk)).toMatchObject({ counts: { filesTaken: 1 }, more: true })
    expect(await changes(desk)).toHaveLength(1)
    expect(await inFolder(desk, 'locationType')).toEqual(['types.csv'])
    await Promise.all([look(desk), look(desk), look(desk)])
    expect(await changes(desk)).toHaveLength(1)
    expect(await inFolder(desk, 'locationType')).toEqual(['taken'])

    await drop(desk, good.replaceAll('iosk', 'iosk 2'))
    await Promise.all([look(desk), look(desk), look(desk)])
    expect(await changes(desk)).toHaveLength(2)
    expect(await typesOf(desk)).toEqual(['KIOSK Kiosk 2'])
  })

  it('with the same bytes again is moved away while the first waits, and is read again after it', async () => {
    const desk = await open()
    const text = await approved(desk)
    const kind = 'priceChange'
    await drop(desk, text, { kind })
    await look(desk)
    const [first] = await changes(desk)
    await drop(desk, text, { kind, name: 'again.csv' })
    await look(desk)
    expect(await changes(desk)).toHaveLength(1)
    expect(await inFolder(desk, kind, 'taken')).toEqual([`${first?.id}-again.csv`, `${first?.id}-types.csv`])
    const cancelled = await portal.call(priceChangeKind.cancel, desk.user.token, {
      changeId: first?.id ?? '',
    })
    expect(cancelled.status).toBe(200)
    await drop(desk, text, { kind, name: 'third.csv' })
    await look(desk)
    const states = (await changes(desk)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['Cancelled', 'WaitingApproval'])
  })

  it('is looked for every minute, and without a file there is no run', async () => {
    const desk = await open()
    const runs = async () =>
      (
        await portal.owner.query(`select from schedule_run where company_id = $1 and name = 'fileDrop'`, [
          desk.company.id,
        ])
      ).rowCount
    const due = async () => {
      await startDue(portal.app.services, [fileDropWork])
      await portal.owner.query(
        `update schedule set next_due_at = date_trunc('minute', now()) where company_id = $1 and name = 'fileDrop'`,
        [desk.company.id],
      )
      await startDue(portal.app.services, [fileDropWork])
    }
    await due()
    expect(await runs()).toBe(0)
    await drop(desk, good)
    await due()
    expect(await runs()).toBe(1)
    const { rows } = await portal.owner.query<{ due_at: Date }>(
      `select due_at from schedule_run where company_id = $1 and name = 'fileDrop'`,
      [desk.company.id],
    )
    await scheduleRunner(portal.app.services, [fileDropWork])([
      { companyId: desk.company.id, name: 'fileDrop', dueAt: rows[0]?.due_at.toISOString() ?? '' },
    ])
    expect(await changes(desk)).toHaveLength(1)
  })
})
