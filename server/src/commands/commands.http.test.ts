import { spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uploadDocuments } from '@kervan/contract/order/order-documents'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { createDatabase, type TestDatabase } from '../../test/cluster.ts'
import { openShop, orderOf, type Shop } from '../../test/ordering.ts'
import { signIn, startPortal, type Portal } from '../../test/portal.ts'

// The operator's commands, each as a process of its own, as an operator runs it.

// Each command is a process that starts Node anew, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kervan-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Ran = { code: number | null; out: string; problem: string }

function run(database: Pick<TestDatabase, 'ownerUrl'>, dataDir: string, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../portal.ts'), ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.ownerUrl,
      PORTAL_DATA_DIR: dataDir,
    },
  })
  let [out, problem] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, problem })))
}

const company = ['--code', 'SEL', '--name', 'Selvi', '--domain', 'selvi.example']
const admin = [
  '--company',
  'SEL',
  '--username',
  'ada@selvi.example',
  '--first-name',
  'Ada',
  '--last-name',
  'Ak',
]
const temporary = (ran: Ran) => /^ {2}(\S{20})$/m.exec(ran.out)?.[1] ?? ''

describe('every command', () => {
  it('says what it does when asked, and unknown ones are refused', async () => {
    const database = { ownerUrl: 'postgres://nobody@127.0.0.1:1/none' }
    const all = await run(database, folder, '--help')
    expect(all.code).toBe(0)
    const names = [...all.out.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1] as string)
    expect(names).toEqual(
      expect.arrayContaining([
        'create-company',
        'create-admin',
        'reset-password',
        'verify-audit',
        'backup',
        'restore',
        'refresh-roles',
      ]),
    )
    const said = await Promise.all(names.map((name) => run(database, folder, name, '--help')))
    expect(said).toMatchObject(
      names.map((name) => ({ code: 0, out: expect.stringContaining(`npm run portal -- ${name}`) })),
    )
    expect((await run(database, folder, 'destroy')).code).toBe(1)
  })
})

// A story that is told in this order.
describe('[USR-004] a new installation', { shuffle: false }, () => {
  let portal: Portal
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    portal = await startPortal({ database })
  })
  afterAll(() => portal.close())

  const login = (username: string, password: string) =>
    portal.post('/api/Authentication/Login', { username, password, companyIntCode: 1 })

  it('gets its first company, once, and says what is wrong with a bad one', async () => {
    expect(await run(database, folder, 'create-company', ...company)).toMatchObject({
      code: 0,
      out: expect.stringContaining('number 1'),
    })
    expect(await run(database, folder, 'create-company', ...company)).toMatchObject({
      code: 0,
      out: expect.stringContaining('exists already'),
    })
    expect(
      await run(
        database,
        folder,
        'create-company',
        '--code',
        'TWO',
        '--name',
        'Two',
        '--domain',
        'Selvi.Example',
      ),
    ).toMatchObject({ code: 1, problem: expect.stringContaining('belongs to another company') })
    expect(await run(database, folder, 'create-company', '--code', 'TWO', '--name', 'Two')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('--domain is missing'),
    })
    expect(
      await run(
        database,
        folder,
        'create-company',
        ...company.with(1, 'TWO').with(5, 'two.example'),
        '--time-zone',
        'Ankara',
      ),
    ).toMatchObject({ code: 1, problem: expect.stringContaining('like Europe/Istanbul') })
    const { rows } = await portal.owner.query<{ count: number }>('select count(*)::int as count from company')
    expect(rows[0]?.count).toBe(1)
  })

  it('gets its first administrator with a temporary password that can do nothing but be replaced', async () => {
    const made = await run(database, folder, 'create-admin', ...admin)
    expect(made).toMatchObject({ code: 0, problem: '' })
    const entered = await login('ada@selvi.example', temporary(made))
    expect(entered).toMatchObject({ status: 200, body: { UserType: 'InternalUser' } })
    const { Token, PermissionsUI } = entered.body as { Token: string; PermissionsUI: string[] }
    expect(PermissionsUI).toContain('UserManagement')
    expect((await portal.call(getOrderOptions, Token, {})).code).toBe('PasswordChangeRequired')
    expect(await run(database, folder, 'create-admin', ...admin)).toMatchObject({
      code: 0,
      out: expect.stringContaining('already'),
    })
    expect((await login('ada@selvi.example', temporary(made))).status).toBe(422)
  })

  it('[USR-005] gets what a new version brought into its ready-made roles, as often as wanted, and nothing is taken away', async () => {
    const {
      rows: [role],
    } = await portal.owner.query<{ id: string; version: number }>(
      `select id, version from role where company_id = 1 and code = 'companyAdministrator'`,
    )
    const permissions = async () =>
      (
        await portal.owner.query<{ permission: string }>(
          'select permission from role_permission where role_id = $1 order by 1',
          [role?.id],
        )
      ).rows.map((row) => row.permission)
    const complete = await permissions()
    const change = async (text: string) => {
      const client = await portal.owner.connect()
      await client.query(`begin; set local app.company_id = '1'`)
      await client.query(text, [role?.id])
      await client.query('commit')
      client.release()
    }
    // As if this version had brought two calls, and somebody had added a right of their own.
    await change(
      `delete from role_permission where company_id = 1 and role_id = $1 and permission in ('orderNew-getCart', 'orderNew-placeOrder')`,
    )
    await change(
      `insert into role_permission (company_id, role_id, permission) values (1, $1, 'ofTheCompanyItself')`,
    )
    expect(await run(database, folder, 'refresh-roles', '--company', 'SEL')).toMatchObject({
      code: 0,
      problem: '',
      out: expect.stringMatching(/companyAdministrator \+2\b/),
    })
    expect(await permissions()).toEqual([...complete, 'ofTheCompanyItself'].toSorted())
    const both = await Promise.all([
      run(database, folder, 'refresh-roles', '--company', '1'),
      run(database, folder, 'refresh-roles'),
    ])
    for (const again of both)
      expect(again).toMatchObject({ code: 0, problem: '', out: expect.stringContaining('up to date') })
    const { rows: entries } = await portal.owner.query<{ actor_name: string }>(
      `select actor_name from audit_entry where company_id = 1 and operation = 'role.refreshed' and record_id = $1 and after::text like '%orderNew-placeOrder%' and after::text not like '%HomePage%'`,
      [role?.id],
    )
    expect(entries).toEqual([{ actor_name: 'Operator' }])
    const {
      rows: [after],
    } = await portal.owner.query<{ version: number }>('select version from role where id = $1', [role?.id])
    expect(after?.version).toBe((role?.version ?? 0) + 1)
    expect(await run(database, folder, 'refresh-roles', '--company', 'NONE')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('Known: SEL'),
    })
  })

  it('lets two who make the same administrator at once make one', async () => {
    const both = await Promise.all(
      [1, 2].map(() => run(database, folder, 'create-admin', ...admin.with(3, 'bora@selvi.example'))),
    )
    expect(both.map((ran) => ran.code)).toEqual([0, 0])
    const { rows } = await portal.owner.query<{ count: number }>(
      `select count(*)::int as count from membership m join identity i on i.id = m.identity_id where i.username = 'bora@selvi.example'`,
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('invites to a second company who is at home in the first', async () => {
    await run(
      database,
      folder,
      'create-company',
      ...company.with(1, 'TWO').with(3, 'Two').with(5, 'two.example'),
    )
    expect(
      await run(database, folder, 'create-admin', ...admin.with(1, 'TWO').with(3, 'bora@selvi.example')),
    ).toMatchObject({ code: 0, out: expect.stringContaining('once they accept') })
    const invitation = async () =>
      (
        await portal.owner.query(
          `select m.state, m.invitation, m.invited_by from membership m join identity i on i.id = m.identity_id where i.username = 'bora@selvi.example' order by m.company_id`,
        )
      ).rows
    expect(await invitation()).toEqual([
      { state: 'Active', invitation: null, invited_by: null },
      { state: 'Active', invitation: 'Pending', invited_by: 'Operator' },
    ])
    await portal.owner.query(
      `update membership set state = 'Passive', invitation = 'Declined' where company_id = 2`,
    )
    expect(
      await run(database, folder, 'create-admin', ...admin.with(1, 'TWO').with(3, 'bora@selvi.example')),
    ).toMatchObject({ code: 0 })
    expect((await invitation())[1]).toMatchObject({ state: 'Active', invitation: 'Pending' })
    await portal.owner.query(`update membership set invitation = 'Accepted' where company_id = 2`)
    expect(
      await run(database, folder, 'create-admin', ...admin.with(1, 'TWO').with(3, 'bora@selvi.example')),
    ).toMatchObject({ code: 0, out: expect.stringContaining('already') })
    expect((await invitation())[1]).toMatchObject({ state: 'Active', invitation: 'Accepted' })
  })

  it('gives a new temporary password, ends the sessions, and writes it down without the password', async () => {
    const reset = await run(
      database,
      folder,
      'reset-password',
      '--company',
      '1',
      '--username',
      'ADA@selvi.example',
    )
    expect(reset.code).toBe(0)
    expect((await login('ada@selvi.example', temporary(reset))).status).toBe(200)
    expect(
      await run(database, folder, 'reset-password', '--company', 'SEL', '--username', 'eve@selvi.example'),
    ).toMatchObject({ code: 1, problem: expect.stringContaining('no user') })
    const { rows } = await portal.owner.query<{ text: string }>(
      `select a::text as text from audit_entry a where operation = 'user.passwordReset'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(temporary(reset))
    expect(await run(database, folder, 'verify-audit')).toMatchObject({
      code: 0,
      out: expect.stringContaining('all in order'),
    })
  })
})

describe('backup and restore', () => {
  let portal: Portal
  let source: TestDatabase
  let to: string
  let shop: Shop
  beforeAll(async () => {
    source = await createDatabase()
    // Without a worker, so that nothing moves between the backup and the comparison.
    portal = await startPortal({ database: source, worker: false })
    to = join(folder, 'backup')
    shop = await openShop(portal, { name: 'Çınar "İlaç", \\ und Söhne\n' })
    const order = await orderOf(shop)
    await portal.upload(uploadDocuments, shop.buyer.token, { orderCode: order.orderCode }, [
      { name: 'ek.pdf', body: '%PDF-1.7 ek' },
    ])
    await openShop(portal)
    await writeFile(join(dataDir(), 'installation-secret'), 'a secret of thirty-two characters')
    const { code, problem } = await run(source, dataDir(), 'backup', '--to', to)
    if (code !== 0) throw new Error(`The backup failed: ${problem}`)
  })
  afterAll(() => portal.close())

  const dataDir = () => portal.app.services.config.dataDir

  it('bring everything into an empty installation: rows, sums, rights, files; who could sign in can', async () => {
    expect(await run(source, dataDir(), 'backup', '--to', to)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('exists already'),
    })

    const target = await createDatabase()
    const home = join(folder, 'home')
    expect(await run(target, home, 'restore', '--from', to)).toMatchObject({
      code: 0,
      problem: '',
      out: expect.stringContaining('all in order'),
    })
    expect(await everything(target)).toEqual(await everything(source))
    expect(await rights(target)).toEqual(await rights(source))
    const files = (of: string) =>
      readdir(join(of, 'files'), { recursive: true }).then((names) => names.toSorted())
    expect(await files(home)).toEqual(await files(dataDir()))
    expect(await files(home)).not.toEqual([])
    expect(await readFile(join(home, 'installation-secret'), 'utf8')).toBe(
      'a secret of thirty-two characters',
    )
    expect(await run(target, home, 'restore', '--from', to)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('already'),
    })

    const second = await startPortal({ database: target })
    try {
      expect(await signIn(second, shop.company.id, shop.buyer.username)).not.toBe('')
    } finally {
      await second.close()
    }
  })

  it('refuse a backup that was damaged, and leave nothing behind', async () => {
    const target = await createDatabase()
    const damaged = join(folder, 'damaged')
    await cp(to, damaged, { recursive: true })
    const manifest = join(damaged, 'manifest.json')
    const good = await readFile(manifest, 'utf8')
    await writeFile(manifest, good.replace(/("name": "identity",\s+"rows": )\d+/, '$199'))
    expect(await run(target, join(folder, 'other'), 'restore', '--from', damaged)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('damaged: identity'),
    })
    await writeFile(manifest, good)
    await appendFile(join(damaged, 'tables/company.gz'), 'x')
    expect((await run(target, join(folder, 'other'), 'restore', '--from', damaged)).code).toBe(1)
    expect(
      await run(target, join(folder, 'other'), 'restore', '--from', join(folder, 'nothing')),
    ).toMatchObject({ code: 1, problem: expect.stringContaining('is no backup') })
    expect((await everything(target)).every((table) => table.rows === 0)).toBe(true)
    await target.drop()
  })
})

type Content = { name: string; rows: number; sum: string | null }

/** Each table's number of rows and a sum of them, sessions aside. */
async function everything({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<Content[]> {
  return ask<Content>(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('session', 'kysely_migration', 'kysely_migration_lock') order by 1`,
    )
    const all: Content[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<Content>(
        `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as sum from ${name} t`,
      )
      all.push(...rows)
    }
    return all
  })
}

const rights = ({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>) =>
  ask(ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text, array(select p.polname::text || pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    )
    return rows
  })

async function ask<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T[]>): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
