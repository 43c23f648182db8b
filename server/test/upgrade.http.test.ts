import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { isUndecided } from '@kervan/contract/order/states'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/kit/database/db.ts'
import { migrate } from '../src/kit/database/migrate.ts'
import { appUrlOf } from '../src/kit/database/roles.ts'
import { idOf } from '../src/kit/database/uuid.ts'
import { verifyAudit } from '../src/kit/records/audit.ts'
import { readCatalogue } from './catalogue.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'

// A database of every released schema, with rows in each table, brought to today: `npm run keep-release` adds one.

const folder = join(import.meta.dirname, 'releases')
const releases = readdirSync(folder).filter((file) => file.endsWith('.sql.gz'))

it('keeps a release', () => expect(releases.length).toBeGreaterThan(0))

describe.each(releases)('%s', (file) => {
  let database: TestDatabase
  let owner: pg.Client
  let before: Map<string, number>

  beforeAll(async () => {
    database = await createDatabase('template0')
    const statements = gunzipSync(readFileSync(join(folder, file))).toString()
    // On a connection of its own, since the dump leaves settings behind.
    await withClient(database.ownerUrl, (client) => client.query(statements))
    before = await withClient(database.ownerUrl, countRows)
    await withClient(database.ownerUrl, letOneWait)
    await migrate(database.ownerUrl)
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner?.end()
    await database?.drop()
  })

  it('was kept with rows in every table', () => {
    expect([...before].filter(([, rows]) => rows === 0)).toEqual([])
    expect(before.size).toBeGreaterThan(50)
  })

  it('has the catalogue of a database made today', async () => {
    const fresh = await createDatabase()
    try {
      const catalogue = await withClient(fresh.ownerUrl, readCatalogue)
      expect(catalogue.length).toBeGreaterThan(1_000)
      expect((await readCatalogue(owner)).map(asDumped)).toEqual(catalogue.map(asDumped))
    } finally {
      await fresh.drop()
    }
  })

  it('loses no row, and its audit log holds', async () => {
    const after = await countRows(owner)
    expect([...before].filter(([table, rows]) => (after.get(movedTo[table] ?? table) ?? 0) < rows)).toEqual(
      [],
    )
    const db = openDatabase(await appUrlOf(database.ownerUrl), { max: 1, onError: () => {} })
    try {
      for (const { id } of await db.shared.selectFrom('company').select('id').execute())
        expect(await db.withCompany(id, (tx) => verifyAudit(tx, id))).toMatchObject({ firstBroken: null })
    } finally {
      await db.close()
    }
  })

  it('keeps with each order whether a line of it waits for a decision', async () => {
    const { rows } = await owner.query<{ undecided: boolean; lines: Parameters<typeof isUndecided>[0] }>(
      `select o.undecided, json_agg(json_build_object('state', l.state, 'type', l.type)) as lines
       from sales_order o join order_line l on l.company_id = o.company_id and l.order_id = o.id group by o.company_id, o.id`,
    )
    expect(new Set(rows.map(({ undecided }) => undecided))).toEqual(new Set([true, false]))
    expect(rows.filter(({ undecided, lines }) => undecided !== isUndecided(lines))).toEqual([])
  })

  const knowsQuotas = file >= '0097'
  it('keeps what each quota has counted, by the id that placing knows', async () => {
    const { rows } = await owner.query<{ id: string; name: string; used: string; booked: string }>(
      `select c.id, concat_ws(chr(31), c.rule_id, c.epoch, (extract(epoch from c.window_from) * 1000)::bigint, c.location_node, c.product_node) as name,
         c.used, coalesce(sum(e.amount), 0) as booked
       from quota_counter c left join quota_entry e on e.company_id = c.company_id and e.counter_id = c.id group by c.company_id, c.id`,
    )
    if (knowsQuotas) expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ id, name }) => id !== idOf(name))).toEqual([])
    expect(rows.filter(({ used, booked }) => Number(used) !== Number(booked))).toEqual([])
    const { rows: lost } = await owner.query(
      'select from quota_entry e where not exists (select from quota_counter c where c.company_id = e.company_id and c.id = e.counter_id)',
    )
    expect(lost).toEqual([])
  })

  it(`has gone through the migrations after ${basename(file, '.sql.gz')}`, async () => {
    const done = await owner.query<{ name: string }>('select name from kysely_migration order by name')
    const known = readdirSync(join(import.meta.dirname, '../migrations')).filter((name) => /^\d/.test(name))
    expect(done.rows.map(({ name }) => `${name}.ts`)).toEqual(known.toSorted())
  })
})

/** Tables whose rows have become rows of another one. */
const movedTo: Record<string, string> = { health_notification: 'delivery' }

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A dump writes a check with fewer parentheses than it was made with. */
const asDumped = (line: string): string => (line.includes(' CHECK ') ? line.replaceAll(/[()]/g, '') : line)

/** Of the kept orders one gets a line that waits for a decision. */
async function letOneWait(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ order_id: string }>(
    `update order_line set state = 'Pending' where id = (select id from order_line where type = 'DirectlyOrder' order by id limit 1) returning order_id`,
  )
  const order = [rows[0]?.order_id]
  await client.query(`update sales_order set state = 'Processing' where id = $1`, order)
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_name = 'sales_order' and column_name = 'undecided'`,
  )
  if (rowCount) await client.query('update sales_order set undecided = true where id = $1', order)
}

async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select c.relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text as rows
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]))
}
