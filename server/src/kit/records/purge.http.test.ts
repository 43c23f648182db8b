import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenantTable } from '../../../migrations/kit.ts'
import { openShop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { appUrlOf } from '../database/roles.ts'
import { loadActor } from '../http/actor.ts'
import { removeFiles } from './files.ts'

// Files that nothing names are purged every night. What names them follows from the keys of the database, so that a new
// kind of record keeps its files without a word to anybody.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool: portal.owner }) })
  await db.connection().execute(async (one) => {
    const role = new URL(await appUrlOf(portal.owner.options.connectionString ?? '')).username
    await sql`select set_config('kervan.runtime_role', ${role}, false)`.execute(one)
    await tenantTable(
      one,
      'made_up_evidence',
      'id uuid not null, picture_file_id uuid, primary key (company_id, id)',
      'write',
      { 'company_id, picture_file_id': 'file' },
    )
  })
})
afterAll(() => portal.close())

it('a file of a kind that the portal has never seen is kept while a record names it, and purged afterwards', async () => {
  const { services } = portal.app
  const shop = await openShop(portal)
  const inCompany = <T>(work: Parameters<typeof services.db.withCompany<T>>[1]) =>
    services.db.withCompany(shop.company.id, work)
  const body = Buffer.from('evidence')
  const ids = await inCompany(async (tx) => {
    const actor = await loadActor(tx, shop.company.id, shop.boss.id)
    const sha256 = createHash('sha256').update(body).digest()
    const file = { name: 'pack.jpg', type: 'image/jpeg', body, sha256 }
    return [
      await services.files.keepBytes(tx, actor, file, 'made-up'),
      await services.files.keepBytes(tx, actor, file, 'made-up'),
    ]
  })
  const [named, free] = ids
  const evidence = '00000000-0000-7000-8000-000000000001'
  await portal.owner.query('insert into made_up_evidence values ($1, $2, $3)', [
    shop.company.id,
    evidence,
    named,
  ])
  const left = async () => {
    const before = new Date(Date.now() + 60_000)
    await inCompany((tx) => removeFiles(tx, services.jobs, shop.company.id, { before, limit: 100 }))
    const { rows } = await portal.owner.query<{ id: string }>('select id from file where id = any($1)', [ids])
    return rows.map(({ id }) => id)
  }
  expect(await left()).toEqual([named])
  expect(free).not.toBe(named)
  await portal.owner.query('delete from made_up_evidence where id = $1', [evidence])
  expect(await left()).toEqual([])
})
