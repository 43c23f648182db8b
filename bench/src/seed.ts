import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { foldUsername, hashPassword, type ReadyMadeRoleCode } from '../../server/src/access/access.api.ts'
import { readyMadeRoles } from '../../server/src/administration/administration.api.ts'
import { demoPassword } from '../../server/src/demo/accounts.ts'
import { fillBare, type Run } from '../../server/src/demo/bare-tables.ts'
import { companies } from '../../server/src/demo/companies.ts'
import { insertMany } from '../../server/src/kit/database/insert-many.ts'
import { partnersOf } from '../../server/src/demo/partners.ts'
import { makeProducts, stockOf, type DemoVariant } from '../../server/src/demo/products.ts'
import { provinces } from '../../server/src/demo/provinces.ts'
import { Random } from '../../server/src/demo/random.ts'
import { addDays, dayIn, isWorkingDay, startOfDay } from '../../server/src/kit/clock.ts'
import type { DB } from '../../server/src/kit/database/db.gen.ts'
import type { Tx } from '../../server/src/kit/database/db.ts'
import { fold } from '../../server/src/kit/lists/fold.ts'
import { migrate } from '../../server/src/kit/database/migrate.ts'

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

export const benchPassword = demoPassword
export const benchCompany = 1
/** Who can sign in: `admin`, `manager`, `operator`, and a hundred buyers `customer1` to `customer100`, all `@bench.example`. */
export const benchUser = (name: string) => `${name}@bench.example`

const timeZone = 'Europe/Istanbul'
const days = 365
export const buyers = 100
const customers = 400
const locationsEach = 3
/** Every so many orders one has 1,200 lines; the youngest of them is open. */
const largeEvery = 50_000
const largeLines = 1_200
const youngest = 5
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
  const mark = `Kervan benchmarks: ${orders} orders, ${buyers} buyers, up to ${to}`
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
    await said('Master data and goods', insertGoods(db, await insertMasterData(db, from)))
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
async function openForLoading(connectionString: string): Promise<Tx> {
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

type World = {
  random: Random
  since: number
  variants: DemoVariant[]
  products: ReturnType<typeof makeProducts>['products']
}
const company = companies[0] as (typeof companies)[number]

async function insertMasterData(tx: Tx, from: string): Promise<World> {
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
  const names = partnersOf.pharma.filter(({ relation }) => relation === 'Customer')
  const partners = Array.from({ length: customers }, (_, index) => {
    const province = provinces[index % provinces.length] as (typeof provinces)[number]
    const name = `${names[index % names.length]?.name} ${province.name}`
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
  const operator = users.get('operator') as string
  const owner = (number: number) =>
    number <= buyers
      ? { id: users.get(`customer${number}`) as string, name: `Buyer ${number}` }
      : { id: operator, name: 'Operator Bench' }
  const of = <T>(pick: (place: (typeof places)[number]) => T) => places.map(pick)
  await sql`insert into bench_place select * from unnest(${of((p) => p.number)}::int[], ${of((p) => p.id)}::uuid[], ${of((p) => `L-${String(p.number).padStart(5, '0')}`)}::text[], ${of((p) => p.name)}::text[],
    ${of((p) => fold(p.name))}::text[], ${of((p) => p.partner.id)}::uuid[], ${of((p) => p.partner.code)}::text[], ${of((p) => p.partner.name)}::text[], ${of((p) => fold(`${p.partner.name} ${p.partner.code}`))}::text[],
    ${of((p) => p.partner.discount)}::numeric[], ${of((p) => owner(p.partner.number).id)}::uuid[], ${of((p) => owner(p.partner.number).name)}::text[])`.execute(
    tx,
  )
  await insertMany(tx, 'company_policy', [own])
  await insertMany(tx, 'counter', [{ ...own, name: 'order', value: 0 }])
  return { random, since, ...makeProducts({ ...company, id: benchCompany }, random, since) }
}

/** The administrator, a manager, an operator and the buyers of the first customers. */
async function insertUsers(
  tx: Tx,
  partnerIds: readonly string[],
  random: Random,
  since: number,
): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(benchPassword)
  const roles = readyMadeRoles.map(({ code, name, permissions }) => ({
    id: random.id(since),
    code,
    name,
    permissions,
  }))
  const person = (
    name: string,
    first: string,
    last: string,
    role: ReadyMadeRoleCode,
    partner: string | null = null,
  ) => ({ name, first, last, role, partner, identity: random.id(since), id: random.id(since) })
  const people = [
    person('admin', 'Administrator', 'Bench', 'companyAdministrator'),
    person('manager', 'Manager', 'Bench', 'orderManager'),
    person('operator', 'Operator', 'Bench', 'orderOperator'),
    ...Array.from({ length: buyers }, (_, index) =>
      person(`customer${index + 1}`, 'Buyer', String(index + 1), 'orderCustomer', partnerIds[index] ?? null),
    ),
  ]
  await insertMany(
    tx,
    'role',
    roles.map(({ id, code, name }) => ({ company_id: benchCompany, id, code, name, ready_made: true })),
  )
  await insertMany(
    tx,
    'role_permission',
    roles.flatMap(({ id, permissions }) =>
      permissions.map((permission) => ({ company_id: benchCompany, role_id: id, permission })),
    ),
  )
  await insertMany(
    tx,
    'identity',
    people.map(({ name, first, last, identity }) => ({
      id: identity,
      username: benchUser(name),
      username_folded: foldUsername(benchUser(name)),
      first_name: first,
      last_name: last,
      password_hash: passwordHash,
    })),
  )
  await insertMany(
    tx,
    'membership',
    people.map(({ id, identity, partner }) => ({
      company_id: benchCompany,
      id,
      identity_id: identity,
      user_type: partner ? ('Customer' as const) : ('InternalUser' as const),
      partner_id: partner,
    })),
  )
  await insertMany(
    tx,
    'membership_role',
    people.flatMap(({ id, role }) =>
      roles
        .filter(({ code }) => code === role)
        .map((one) => ({ company_id: benchCompany, membership_id: id, role_id: one.id })),
    ),
  )
  return new Map(people.map(({ name, id }) => [name, id]))
}

async function insertGoods(tx: Tx, { random, since, products, variants }: World): Promise<void> {
  await insertMany(tx, 'product', products)
  await insertMany(
    tx,
    'product_variant',
    variants.map(({ row }) => row),
  )
  await insertMany(
    tx,
    'stock',
    stockOf({ ...company, id: benchCompany }, variants, new Map(), random, new Date(since)),
  )
  // Only goods that travel together, numbered from 0.
  const sold = variants.filter(({ active, product }) => active && product.flow_type === 'Standard')
  await sql`create unlogged table bench_variant (n int primary key, variant_id uuid, product_code text, product_name text, code text, size text, gtin text, maker text, pack int, cents bigint)`.execute(
    tx,
  )
  const of = <T>(pick: (variant: DemoVariant) => T) => sold.map(pick)
  await sql`insert into bench_variant select * from unnest(${sold.map((_, index) => index)}::int[], ${of((v) => v.row.id)}::uuid[], ${of((v) => v.product.code)}::text[], ${of((v) => v.product.name)}::text[], ${of((v) => v.row.code)}::text[],
    ${of((v) => v.row.size ?? null)}::text[], ${of((v) => v.row.gtin ?? null)}::text[], ${of((v) => v.product.manufacturer_code ?? null)}::text[], ${of((v) => v.product.pack_unit)}::int[], ${of((v) => Math.round(v.price * 100))}::bigint[])`.execute(
    tx,
  )
  await sql`analyze bench_variant`.execute(tx)
}

/** Chance by number: the same row gets the same value each time. */
function chance(number: string, salt: number): RawBuilder<unknown> {
  return sql.raw(`(hashint8extended(${number}, ${salt}) & 2147483647)`)
}

type Statements = Record<'orders' | 'lines' | 'heads' | 'events' | 'stock', RawBuilder<unknown>>

function statements(orders: number, from: string): Statements {
  // Working days weigh one, weekend days little; each order falls into its place of the year.
  const calendar = Array.from({ length: days }, (_, index) => addDays(from, index))
  const weights = calendar.map((day) => (isWorkingDay(day) ? 1 : 0.12))
  const before = [0]
  for (const weight of weights) before.push((before.at(-1) as number) + weight)
  const total = before.at(-1) as number
  const opens = calendar.map((day) =>
    new Date(startOfDay(timeZone, day).getTime() + 7.5 * 3_600_000).toISOString(),
  )
  const company = sql.raw(`${benchCompany}::int`)
  const id = (moment: string, number: string) =>
    sql.raw(
      `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((${number}) & 4095), 3, '0') || '8' || lpad(to_hex(${number}), 15, '0'))::uuid`,
    )

  // The goods of an order: which, how many packs of them, and what became of them.
  const goods = sql`select o.i, o.at, o.id as order_id, j, v.*, (2 + ${chance('o.i * 2048 + j', 4)}::int % 6) * v.pack as demand,
      case o.kind when 'Request' then 'Pending' when 'Processing' then 'Approved' when 'Revised' then case when j = 1 then 'Revised' else 'Pending' end else o.kind end as state
    from bench_order o cross join lateral generate_series(1, o.n) as j join bench_variant v on v.n = (o.c + j::bigint * 7919) % (select count(*) from bench_variant)`
  const po = sql`case when g.state in ('Rejected', 'Cancelled') then 0 when g.state = 'Revised' then g.demand - g.pack else g.demand end`

  return {
    orders: sql`
      create unlogged table bench_order as
      with raw as (select i, (i - 0.5::float8) * ${sql.raw(String(total / orders))}::float8 as x from generate_series(1::bigint, ${sql.raw(String(orders))}) as i),
        timed as (select i, x, width_bucket(x, ${sql.raw(`'{${before.join(',')}}'::float8[]`)}) as d, ${chance('i', 1)} as a, ${chance('i', 2)} as b, ${chance('i', 3)} as c from raw),
        placed as (select i, d, a, b, c, date_trunc('milliseconds', (${sql.raw(`'{${opens.join(',')}}'::timestamptz[]`)})[d]
          + (x - (${sql.raw(`'{${before.join(',')}}'::float8[]`)})[d]) / (${sql.raw(`'{${weights.join(',')}}'::float8[]`)})[d] * interval '11 hours') as at from timed)
      select i, ${id('at', 'i')} as id, at, (${sql.raw(`'{${calendar.join(',')}}'::date[]`)})[d] as day, c,
        1 + floor(${sql.raw(String(customers * locationsEach))} * power(b / 2147483648.0::float8, 1.6))::int as place,
        case when (${sql.raw(String(orders - youngest))} - i) % ${sql.raw(String(largeEvery))} = 0 then ${sql.raw(String(largeLines))} when c % 1000 = 0 then 100 + c % 200 when c % 50 = 0 then 8 + c % 30 else 1 + c % 3 end::int as n,
        case when i = ${sql.raw(String(orders - youngest))} then 'Request'
          when d > ${sql.raw(String(days - 10))} then (array['Request', 'Request', 'Request', 'Request', 'Request', 'Processing', 'Processing', 'Revised', 'WaitingExternalApproval', 'Completed'])[a % 10 + 1]
          when a % 100 < 91 then 'Completed' when a % 100 < 95 then 'Rejected' when a % 100 < 98 then 'Cancelled' else 'Processing' end as kind
      from placed`,
    lines: sql`
      insert into order_line (company_id, id, order_id, line_no, variant_id, product_code, product_name, variant_code, size, gtin, manufacturer_product_code, pack_unit, demand_quantity, po_quantity,
        completed_quantity, unit_price, shipment_method, type, state, reject_reason)
      select ${company}, ${id('g.at', 'g.i * 2048 + g.j')}, g.order_id, g.j, g.variant_id, g.product_code, g.product_name, g.code, g.size, g.gtin, g.maker, g.pack, g.demand, ${po},
        case when g.state = 'Completed' then g.demand else 0 end, g.cents / 100.0, 'Road', 'DirectlyOrder', g.state, case when g.state = 'Rejected' then 'OutOfStock' else 'None' end
      from (${goods}) g`,
    heads: sql`
      insert into sales_order (company_id, id, code, vendor_code, vendor_name, customer_id, customer_code, customer_name, delivery_location_id, delivery_location_code, delivery_location_name, delivery_date,
        order_date, external_po_code, shipment_method, type, channel, state, all_cancelled, completed_ratio, line_count, quantity, currency, subtotal, discount_percent, discount, total,
        record_user_id, record_user_name, record_date, last_event_at, search_text)
      select ${company}, o.id, o.code, 'BENCH', 'Bench', p.customer_id, p.customer_code, p.customer_name, p.id, p.code, p.name, o.day + 3,
        o.at, o.po, 'Road', 'DirectlyOrder', case when o.c % 5 = 0 then 'PortalBulk' else 'Portal' end, case when o.kind = 'Cancelled' then 'Rejected' else o.kind end, o.kind = 'Cancelled',
        case when o.kind = 'Completed' then 100 else 0 end, o.n, s.quantity, 'TRY', s.subtotal, p.discount, round(s.subtotal * p.discount / 100, 2), s.subtotal - round(s.subtotal * p.discount / 100, 2),
        p.user_id, p.user_name, o.at, o.at, concat_ws(' ', lower(o.code), lower(o.po), p.customer_folded, p.folded)
      from (select *, 'SO-' || to_char(day, 'YY') || '-' || to_char(i, 'FM9999900000') as code, case when c % 3 > 0 then 'PO-' || to_char(c % 100000, 'FM00000') end as po from bench_order) o
        join bench_place p on p.n = o.place
        join (select g.i, sum(${po}) as quantity, sum(${po} * g.cents) / 100 as subtotal from (${goods}) g group by g.i) s on s.i = o.i
      order by o.i`,
    events: sql`
      insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
      select ${company}, o.id, 'order', o.id, o.at, p.user_id, p.user_name, 'order.placed', jsonb_build_object('count', o.n, 'quantity', s.quantity, 'channel', s.channel)
      from bench_order o join bench_place p on p.n = o.place join sales_order s on s.company_id = ${company} and s.id = o.id order by o.i`,
    stock: sql`
      update stock s set reserved = h.held, on_hand = s.on_hand + h.held + 100000 from (
        select variant_id, sum(po_quantity)::int as held from order_line where company_id = ${company} and state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved') group by variant_id
      ) h where s.company_id = ${company} and s.variant_id = h.variant_id`,
  }
}
