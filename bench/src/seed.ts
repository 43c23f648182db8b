import { join } from 'node:path'
// The import of master data asks what the areas bring to each other's kinds.
import '../../server/src/handlers.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { existing } from '@kervan/contract/kit/typed'
import pg from 'pg'
import { fillBare, type Run } from '../../server/src/demo/bare-tables.ts'
import { insertMany } from '../../server/src/kit/database/insert-many.ts'
import { importProducts } from '../../server/src/company/demo/products.ts'
import { readTable } from '../../server/src/kit/master/import-csv.ts'
import { Random } from '../../server/src/demo/random.ts'
import { addDays } from '@kervan/contract/kit/days'
import { dayIn, startOfDay } from '../../server/src/kit/clock.ts'
import type { DB } from '../../server/src/kit/database/db.gen.ts'
import { openDatabase, type Tx } from '../../server/src/kit/database/db.ts'
import { fold } from '../../server/src/kit/lists/fold.ts'
import { migrate } from '../../server/src/kit/database/migrate.ts'
import {
  insertGoods,
  statements,
  timeZone,
  days,
  customers,
  locationsEach,
  company,
  benchCompany,
  warehouse,
} from './seed-orders.ts'
import { readyMadeRoles } from '../../server/src/administration/administration.api.ts'
import { buyers, insertUsers } from './seed-users.ts'

// The database of the benchmarks: one company, as many orders as wanted, made by the database itself. The same day
// and number give the same rows.

export type SeedOptions = { orders?: number; database?: string; now?: Date; say?: (line: string) => void }
export type BenchDatabase = {
  ownerUrl: string
  companyIntCode: number
  orders: number
  /** First and last day of the orders. */ from: string
  to: string
  reused: boolean
  seconds: number
}

/** Every so many orders one has 1,200 lines; the youngest of them is open. */
const largeTables = ['sales_order', 'order_line', 'record_event']
/** Tables of the seeding itself; a temporary one would be seen by one connection only. */
const scratch = ['bench_place', 'bench_variant', 'bench_order']

/** Makes the database, or keeps the one of the same day and number that is there already. */
export async function seedBench(
  ownerUrl: string,
  { orders = 1_000_000, database = 'kervan_bench', now = new Date(), say = () => {} }: SeedOptions = {},
): Promise<BenchDatabase> {
  const begun = performance.now()
  const to = addDays(dayIn(timeZone, now), -1)
  const from = addDays(to, 1 - days)
  const url = new URL(ownerUrl)
  url.pathname = `/${database}`
  const made = { ownerUrl: url.href, companyIntCode: benchCompany, orders, from, to }
  // Who may do what is part of it: a call that was added since needs roles that hold its permission.
  const rights = readyMadeRoles.reduce((sum, { permissions }) => sum + permissions.length, 0)
  const mark = `Kervan benchmarks: ${orders} orders, ${buyers} buyers, ${rights} rights, own password, up to ${to}`
  if (await isMarked(ownerUrl, database, mark)) return { ...made, reused: true, seconds: 0 }

  await recreate(ownerUrl, database)
  await migrate(url.href)
  const db = await openForLoading(url.href)
  const run: Run = (statement) => statement.execute(db).then(({ rows }) => rows)
  const said = async (what: string, work: Promise<unknown>) => {
    await work
    say(`${what} after ${seconds(begun)} s`)
  }
  try {
    await said('Master data and goods', insertGoods(db, await insertMasterData(db, url.href, from)))
    const plan = statements(orders, from)
    await said(
      'Plan of the orders',
      run(plan.orders).then(() => run(sql`analyze bench_order`)),
    )
    await fillBare(run, largeTables, async () => {
      // Two at once: one connection makes the lines, the other heads and events.
      await Promise.all([
        said('Lines', run(plan.lines)).then(() => said('Stock', run(plan.stock))),
        said('Heads', run(plan.heads)).then(() => said('Events', run(plan.events))),
      ])
    })
    await said(
      'Keys and indexes',
      run(sql`update counter set value = ${orders} where company_id = ${benchCompany} and name = 'order'`),
    )
    for (const table of scratch) await run(sql.raw(`drop table ${table}`))
    // Not only analyzed: otherwise the first minutes of a benchmark would be those of the automatic vacuum.
    await said('Vacuum', run(sql`vacuum (freeze, analyze, buffer_usage_limit 0)`))
    await run(sql.raw(`comment on database ${database} is '${mark}'`))
  } finally {
    await db.destroy()
  }
  return { ...made, reused: false, seconds: Number(seconds(begun)) }
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1)
}

async function isMarked(ownerUrl: string, database: string, mark: string): Promise<boolean> {
  return onServer(ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`,
      [database, mark],
    )
    return rowCount === 1
  })
}

async function recreate(ownerUrl: string, database: string): Promise<void> {
  await onServer(ownerUrl, async (client) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`)
    await client.query(`create database ${client.escapeIdentifier(database)}`)
  })
}

async function onServer<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Two connections without time limits and with memory for sorting, which do not wait for the disk. */
/** Connections that see the bench's company and write without waiting for the disk. */
export async function openForLoading(connectionString: string): Promise<Tx> {
  const { rows } = await onServer(connectionString, (client) =>
    client.query<{ superuser: boolean }>(
      'select rolsuper as superuser from pg_roles where rolname = current_user',
    ),
  )
  const settings = [
    `app.company_id=${benchCompany}`,
    'work_mem=256MB',
    'maintenance_work_mem=512MB',
    'synchronous_commit=off',
    'jit=off',
    'timezone=UTC',
  ]
  // Compressing what goes to the log costs more than writing it; only a superuser may say so.
  if (rows[0]?.superuser) settings.push('wal_compression=off')
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

export type World = Awaited<ReturnType<typeof importProducts>> & { random: Random; since: number }

async function insertMasterData(tx: Tx, ownerUrl: string, from: string): Promise<World> {
  const random = new Random(2_026)
  const since = startOfDay(timeZone, from).getTime()
  await tx
    .insertInto('company')
    .values({
      id: benchCompany,
      code: 'BENCH',
      name: 'Bench',
      domain: 'bench.example',
      domain_folded: 'bench.example',
      relation_type: 'Manufacturer',
      time_zone: timeZone,
      order_prefix: 'SO',
      created_at: new Date(since),
    })
    .execute()
  const own = { company_id: benchCompany }
  const demo = join(import.meta.dirname, '../../server/src')
  const districts = Map.groupBy(
    await readTable(join(demo, 'data/geography-files/districts.csv')),
    (one) => one['cityCode'],
  )
  const provinces = (await readTable(join(demo, 'data/geography-files/cities.csv'))).map(
    ({ code, name = '' }) => ({
      name,
      districts: (districts.get(code) ?? []).map((one) => one['name'] ?? ''),
    }),
  )
  const names = (await readTable(join(demo, 'company/demo/pharma/business-relations.csv'))).filter(
    ({ relationType }) => relationType === 'Customer',
  )
  const partners = Array.from({ length: customers }, (_, index) => {
    const province = existing(provinces[index % provinces.length])
    const name = `${names[index % names.length]?.['name']} ${province.name}`
    return {
      number: index + 1,
      province,
      name,
      id: random.id(since),
      code: `C-${String(index + 1).padStart(4, '0')}`,
      discount: random.pick(['0', '2.50', '5', '8']),
    }
  })
  const places = partners.flatMap((partner) =>
    Array.from({ length: locationsEach }, (_, at) => {
      const district = partner.province.districts[at % partner.province.districts.length] ?? 'Merkez'
      return {
        partner,
        number: (partner.number - 1) * locationsEach + at + 1,
        id: random.id(since),
        name: `${partner.name} ${district} Deposu`,
        district,
      }
    }),
  )
  await insertMany(
    tx,
    'partner',
    partners.map(({ number, province, name, id, code, discount }) => ({
      company_id: benchCompany,
      id,
      int_code: number,
      code,
      name,
      name_folded: fold(name),
      relation_type: 'Customer' as const,
      city: province.name,
      discount_percent: discount,
    })),
  )
  await insertMany(tx, 'location', [
    {
      company_id: benchCompany,
      id: warehouse,
      code: 'WAREHOUSE',
      name: 'Warehouse',
      name_folded: 'warehouse',
      type: 'PrimaryCompanyDistributionCenter',
      city: 'İstanbul',
      district: 'Tuzla',
    },
  ])
  await insertMany(
    tx,
    'location',
    places.map(({ partner, number, id, name, district }) => ({
      company_id: benchCompany,
      id,
      code: `L-${String(number).padStart(5, '0')}`,
      name,
      name_folded: fold(name),
      type: 'WholesalePointOfSales',
      city: partner.province.name,
      district,
      partner_id: partner.id,
    })),
  )
  const users = await insertUsers(
    tx,
    partners.map(({ id }) => id),
    random,
    since,
  )

  // What the statements below look up by number.
  await sql`create unlogged table bench_place (n int primary key, id uuid, code text, name text, folded text, customer_id uuid, customer_code text, customer_name text, customer_folded text, discount numeric, user_id uuid, user_name text)`.execute(
    tx,
  )
  const operator = existing(users.get('operator'))
  const owner = (number: number) =>
    number <= buyers
      ? { id: existing(users.get(`customer${number}`)), name: `Buyer ${number}` }
      : { id: operator, name: 'Operator Bench' }
  const of = <T>(pick: (place: (typeof places)[number]) => T) => places.map(pick)
  await sql`insert into bench_place select * from unnest(${of((p) => p.number)}::int[], ${of((p) => p.id)}::uuid[], ${of((p) => `L-${String(p.number).padStart(5, '0')}`)}::text[], ${of((p) => p.name)}::text[],
    ${of((p) => fold(p.name))}::text[], ${of((p) => p.partner.id)}::uuid[], ${of((p) => p.partner.code)}::text[], ${of((p) => p.partner.name)}::text[], ${of((p) => fold(`${p.partner.name} ${p.partner.code}`))}::text[],
    ${of((p) => p.partner.discount)}::numeric[], ${of((p) => owner(p.partner.number).id)}::uuid[], ${of((p) => owner(p.partner.number).name)}::text[])`.execute(
    tx,
  )
  await insertMany(tx, 'company_policy', [own])
  await insertMany(tx, 'counter', [{ ...own, name: 'order', value: 0 }])
  return { random, since, ...(await importGoods(ownerUrl, new Date(since))) }
}

/** Master data comes in by transactions of the product. */
async function importGoods(ownerUrl: string, at: Date): ReturnType<typeof importProducts> {
  const database = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    return await database.withCompany(benchCompany, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return importProducts({ tx, company: { ...company, id: benchCompany }, at }, 'pharma')
    })
  } finally {
    await database.close()
  }
}
