import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getEntityFile, uploadEntityFile, type MciFileView } from '@kervan/contract/company/mci-files'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { locationTypeKind } from '@kervan/contract/data/location-types'
import { translate } from './kit/messages.ts'
import { retentionWork } from './system/retention.ts'
import { openMciDesk } from '../test/mci.ts'
import { startPortal, type Company, type Portal, type User } from '../test/portal.ts'

// The disk of the database runs full while a file is staged: the first part of its rows stands, the next meets what
// PostgreSQL says then (53100). Once there is room the file is staged as if nothing had been; without, it ends with a
// sentence and leaves nothing.

let portal: Portal
let now: Date | null = null
beforeAll(async () => {
  portal = await startPortal({ own: true, now: () => now ?? new Date() })
  await portal.owner.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
}, 180_000)
afterAll(() => portal.close())

const rowCount = 2_500
const lastPart = 1_500

type Staged = { state: string; message: string | null; jobId: string | null }
type Import = {
  company: Company
  user: User
  id: string
  look: (language?: 'en' | 'tr') => Promise<Staged>
  rows: () => Promise<number[]>
  again: () => Promise<{ look: Import['look'] }>
}

const imports = [
  {
    name: '[DAT-002] of master data',
    table: 'master_change_row',
    number: 'file_row',
    job: 'masterData.import',
    begin: beginMasterData,
  },
  {
    name: '[MCI-003] of an entity',
    table: 'mci_row',
    number: 'position',
    job: 'mci.import',
    begin: beginEntity,
  },
]

async function beginMasterData(): Promise<Import> {
  const company = await portal.company()
  const user = await company.user()
  const lines = Array.from({ length: rowCount }, (_, at) => `T-${at};Type ${at};BoutiquePointOfSales;`)
  const titles = ['Code', 'Name', translate('en', 'column.standsFor'), translate('en', 'column.pointOfSale')]
  const body = Buffer.from([titles.join(';'), ...lines].join('\r\n'))
  const send = async () => {
    const sent = await portal.upload(locationTypeKind.upload, user.token, { mode: 'Merge' }, [
      { name: 'types.csv', body },
    ])
    expect(sent.status).toBe(200)
    const { id } = sent.body as ChangeView
    const look = async (language: 'en' | 'tr' = 'en'): Promise<Staged> =>
      (await portal.call(locationTypeKind.getChange, user.token, { changeId: id }, { language })).body
    return { id, look }
  }
  const first = await send()
  const rows = async () => {
    const found = await portal.owner.query<{ number: number }>(
      `select file_row as number from master_change_row where company_id = $1 and change_id = $2 order by 1`,
      [company.id, first.id],
    )
    return found.rows.map(({ number }) => number)
  }
  return { company, user, ...first, rows, again: send }
}

async function beginEntity(): Promise<Import> {
  const { company, user, entityId, product } = await openMciDesk(portal)
  const products = await Promise.all(Array.from({ length: rowCount - 1 }, () => company.product()))
  const codes = [product, ...products.map(({ code }) => code)]
  const body = Buffer.from(['Item;Pieces;Remark', ...codes.map((code) => `${code};7;`)].join('\r\n'))
  const send = async () => {
    const sent = await portal.upload(uploadEntityFile, user.token, { entityId, input: 'User' }, [
      { name: 'stock.csv', body },
    ])
    expect(sent.status).toBe(200)
    const id = (sent.body as MciFileView).id
    const look = async (language: 'en' | 'tr' = 'en'): Promise<Staged> =>
      (await portal.call(getEntityFile, user.token, { mciFileId: id }, { language })).body
    return { id, look }
  }
  const first = await send()
  const rows = async () => {
    const found = await portal.owner.query<{ number: number }>(
      'select position as number from mci_row where company_id = $1 and entity_id = $2 order by 1',
      [company.id, entityId],
    )
    return found.rows.map(({ number }) => number)
  }
  return { company, user, ...first, rows, again: send }
}

describe.each(imports)(
  'a disk that runs full while a file is staged $name',
  ({ table, number, job, begin }) => {
    const fill = () =>
      portal.owner.query(`create or replace trigger full_disk before insert on ${table} for each row
      when (new.${number} > ${lastPart}) execute function full_disk()`)
    const clear = () => portal.owner.query(`drop trigger if exists full_disk on ${table}`)
    const attempts = async ({ id: companyId }: Company) => {
      const { rows } = await portal.owner.query<{ attempts: number }>(
        'select attempts from job where company_id = $1 and kind = $2',
        [companyId, job],
      )
      return rows[0]?.attempts ?? 0
    }
    const waitsForAnotherTry = async ({ id: companyId }: Company) => {
      const { rows } = await portal.owner.query(
        `select from job j join pgboss.job q on q.name = j.kind and q.data ->> 'jobId' = j.id::text
        where j.company_id = $1 and j.kind = $2 and q.state = 'retry'`,
        [companyId, job],
      )
      return rows.length === 1
    }
    beforeEach(async () => {
      await fill()
    })

    it('is waited out: once there is room every row is staged once', async () => {
      const file = await begin()
      await expect.poll(() => attempts(file.company), { interval: 20 }).toBeGreaterThan(1)
      await clear()
      await expect
        .poll(async () => (await file.look()).state, { interval: 50 })
        .toMatch(/Ready|Validated|Succeeded/)
      const staged = await file.rows()
      expect(staged).toHaveLength(rowCount)
      expect(new Set(staged).size).toBe(rowCount)
    })

    it('ends with a sentence when it stays full, leaves nothing, and the same file is taken later', async () => {
      const file = await begin()
      await expect.poll(() => waitsForAnotherTry(file.company), { interval: 20 }).toBe(true)
      // The next try is its last, which would otherwise come after a minute of waiting.
      await portal.owner.query('update job set attempts = 4 where company_id = $1 and kind = $2', [
        file.company.id,
        job,
      ])
      await expect
        .poll(async () => (await file.look()).state, { interval: 50 })
        .toMatch(/^(Invalid|ValidationFailed)$/)
      expect((await file.look()).message).toBe(translate('en', 'refusal.StorageFull'))
      expect((await file.look('tr')).message).toBe(translate('tr', 'refusal.StorageFull'))
      // What stands of it goes with the next night's clearing; no later file is read on top of it.
      now = new Date(Date.now() + 2 * 86_400_000)
      const { services } = portal.app
      await services.db.withCompany(file.company.id, (tx) =>
        retentionWork.run({ tx, services, companyId: file.company.id, dueAt: now ?? new Date() }),
      )
      now = null
      expect(await file.rows()).toEqual([])
      await clear()
      const later = await file.again()
      await expect
        .poll(async () => (await later.look()).state, { interval: 50 })
        .toMatch(/Ready|Validated|Succeeded/)
    })
  },
)
