import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { jobStates } from '@kervan/contract/jobs/jobs'
import { importStates } from '@kervan/contract/order/order-import'
import { lineStates, orderStates } from '@kervan/contract/order/words'
import { startPortal, type Portal } from '../../test/portal.ts'
import { appUrlOf } from './roles.ts'

// The rules every table must keep, asked of the catalog itself: tenant isolation (D01, D02, D06) and what distributed
// PostgreSQL needs (stack: no triggers, no serials, company first in every key).

let portal: Portal
let runtime: pg.Pool
beforeAll(async () => {
  portal = await startPortal()
  const url = `postgres://${(portal.owner.options as { connectionString: string }).connectionString.split('://')[1]}`
  runtime = new pg.Pool({ connectionString: appUrlOf(url), max: 2 })
})
afterAll(async () => {
  await runtime.end()
  await portal.close()
})

const shared = [
  'api_key_hash',
  'company',
  'entra_link',
  'entra_nonce',
  'entra_token',
  'identity',
  'known_device',
  'linked_company',
  'login_attempt',
  'login_throttle',
  'recovery_code',
  'refused_company',
  'second_factor',
  'session',
  'temporary_password',
]
const ours = `n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`
const ask = async <T extends object>(text: string) => (await portal.owner.query<T>(text)).rows

describe('every tenant table', () => {
  it('forces row-level security with one policy for reading and writing', async () => {
    const rows = await ask<{ name: string; forced: boolean; policies: number; check: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, count(p.oid)::int as policies, coalesce(bool_and(p.polwithcheck is not null and p.polpermissive), false) as check
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid where ${ours} group by c.oid order by 1`)
    const tenant = rows.filter((row) => !shared.includes(row.name))
    expect(tenant.length).toBeGreaterThan(25)
    expect(tenant.filter((row) => !row.forced || row.policies !== 1 || !row.check)).toEqual([])
    expect(rows.filter((row) => shared.includes(row.name)).map((row) => row.name)).toEqual(shared)
  })

  it('starts every primary, unique and foreign key with company_id', async () => {
    const rows = await ask<{ name: string; key: string }>(`
      select c.relname as name, k.conname as key from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where ${ours} and k.contype in ('p', 'u', 'f') and a.attname <> 'company_id' and c.relname <> all(array['${shared.join("','")}'])
        and not (k.contype = 'f' and k.confrelid = any(array['company', 'identity']::regclass[]))`)
    expect(rows).toEqual([])
  })

  it('keeps the rules of distributed PostgreSQL: no triggers, no serials, no shared table that points at a tenant’s', async () => {
    expect(
      await ask(
        `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${ours} and not tgisinternal`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'S'`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select k.conname from pg_constraint k where k.contype = 'f' and k.conrelid = any(array['${shared.join("','")}']::regclass[]) and k.confrelid <> all(array['${shared.join("','")}']::regclass[])`,
      ),
    ).toEqual([])
  })

  it('leaves no view or function that could look around the wall', async () => {
    expect(
      await ask(
        `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('v', 'm')`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef`,
      ),
    ).toEqual([])
  })

  it('has the states of the contract in its CHECK, no more and no fewer', async () => {
    const check = async (table: string) =>
      (
        await ask<{ text: string }>(
          `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = '${table}'::regclass and conname = '${table}_state_check'`,
        )
      )[0]?.text ?? ''
    const words = (text: string) =>
      [...text.matchAll(/'(\w+)'/g)].map((match) => match[1] as string).toSorted()
    expect(words(await check('order_line'))).toEqual([...lineStates].toSorted())
    expect(words(await check('sales_order'))).toEqual([...orderStates].toSorted())
    expect(words(await check('job'))).toEqual([...jobStates].toSorted())
    expect(words(await check('order_import'))).toEqual([...importStates].toSorted())
  })
})

describe('the runtime role', () => {
  const tables = () =>
    ask<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relname <> all(array['${shared.join("','")}'])`,
    )

  it('gets an error and not an empty answer when no company is set', async () => {
    const company = await portal.company()
    await company.user()
    await expect(runtime.query('select * from membership')).rejects.toThrow(/app.company_id/)
  })

  it('sees, changes and adds nothing of another company', async () => {
    const [one, two] = [await portal.company(), await portal.company()]
    await one.user()
    const client = await runtime.connect()
    try {
      await client.query(`begin; set local app.company_id = '${two.id}'`)
      for (const { name } of await tables()) {
        const { rows } = await client.query<{ count: string }>(
          `select count(*) from ${name} where company_id = ${one.id}`,
        )
        expect([name, Number(rows[0]?.count)]).toEqual([name, 0])
      }
      await expect(
        client.query(`insert into counter (company_id, name, value) values (${one.id}, 'order', 1)`),
      ).rejects.toThrow(/row-level security/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('may not rewrite the audit log or the time line, nor create, own or empty anything', async () => {
    const company = await portal.company()
    for (const statement of [
      'delete from audit_entry',
      "update audit_entry set actor_name = 'x'",
      'delete from record_event',
      'update record_event set by_name = null',
      "update login_attempt set state = 'Succces'",
      'delete from login_attempt',
      'truncate counter',
      'create table mine (id int)',
      'create temp table mine (id int)',
      'alter table counter disable row level security',
      'update company set name = null',
      'set role kervan',
    ]) {
      const client = await runtime.connect()
      await client.query(`begin; set local app.company_id = '${company.id}'`)
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
      client.release(true)
    }
  })
})
