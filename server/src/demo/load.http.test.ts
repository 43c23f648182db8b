import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completedRatio, deriveOrderState, isUndecided } from '@kervan/contract/order/states'
import {
  lineStates,
  orderStates,
  type LineState,
  type LineType,
  type RejectReason,
} from '@kervan/contract/order/words'
import { mciBaseFields } from '@kervan/contract/company/mci'
import { passwordLength } from '@kervan/contract/access/words'
import { createDatabase, type TestDatabase } from '../../test/cluster.ts'
import { verifyPassword } from '../access/access.api.ts'
import { verifyAudit } from '../kit/records/audit.ts'
import { openDatabase } from '../kit/database/db.ts'
import { appUrlOf } from '../kit/database/roles.ts'
import { totalsOf } from '../order/order.api.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { loadDemoData, loadDemoLater } from './load.ts'
import { pictureShapes } from '../company/demo/products.ts'

const now = new Date('2026-05-20T11:00:00Z')
const orders = 1_800

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  // Two starts at once, as when two servers are started on one database: one loads, the other finds it done.
  await Promise.all([
    loadDemoData(database.ownerUrl, { now, orders }),
    loadDemoData(database.ownerUrl, { now, orders }),
  ])
  owner = await connect(database)
}, 300_000)

afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function connect({ ownerUrl }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return client
}

async function rows<R extends object>(text: string, from = owner): Promise<R[]> {
  return (await from.query<R>(text)).rows
}

/** One hash over every row of every table; password hashes have chance in them. */
async function digest(from: pg.Client): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' order by 1`,
    from,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await rows<{ count: string; hash: string }>(
      `select count(*), coalesce(md5(string_agg(md5((to_jsonb(t) - 'password_hash')::text), '' order by md5((to_jsonb(t) - 'password_hash')::text))), '') as hash from ${name} t`,
      from,
    )
    digests[name] = `${row?.count} ${row?.hash}`
  }
  return digests
}

test('every id is one that the contract takes', async () => {
  const columns = await rows<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype and not a.attisdropped`,
  )
  expect(columns.length).toBeGreaterThan(100)
  const wrong = await Promise.all(
    columns.map(async ({ table, column }) => {
      const shape = '^.{14}[1-8].{4}[89ab].{16}$|^([0-]+|[f-]+)$'
      const found = await rows(`select 1 from ${table} where ${column}::text !~ '${shape}' limit 1`)
      return found.length > 0 ? `${table}.${column}` : null
    }),
  )
  expect(wrong.filter((one) => one !== null)).toEqual([])
})

test('loading again changes nothing, and the same moment gives the same data in another database', async () => {
  const before = await digest(owner)
  await loadDemoData(database.ownerUrl, { now: new Date('2027-01-01T00:00:00Z'), orders: 50 })
  expect(await digest(owner)).toEqual(before)

  // What comes when the portal already answers is the same, and comes once.
  const other = await createDatabase()
  await loadDemoData(other.ownerUrl, { now, orders, complete: false })
  await Promise.all([loadDemoLater(other.ownerUrl), loadDemoLater(other.ownerUrl)])
  await loadDemoLater(other.ownerUrl)
  const client = await connect(other)
  expect(await digest(client)).toEqual(before)
  await client.end()
  await other.drop()
})

test('what was taken off for the loading is back: every foreign key and index', async () => {
  const shape = `select 'c' || conrelid::regclass || conname as name, pg_get_constraintdef(oid) as text, convalidated as ok from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'i' || indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1`
  const empty = await createDatabase()
  const client = await connect(empty)
  expect(await rows(shape)).toEqual(await rows(shape, client))
  await client.end()
  await empty.drop()
})

test('an owner that row-level security binds can load too', async () => {
  const bound = await createDatabase()
  const admin = await connect(bound)
  const name = decodeURIComponent(new URL(bound.ownerUrl).pathname.slice(1))
  const role = `${name}_owner`
  await admin.query(`create role ${role} login password 'owner'`)
  await admin.query(`alter database ${name} owner to ${role}`)
  for (const { table } of await rows<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    admin,
  )) {
    await admin.query(`alter table ${table} owner to ${role}`)
  }
  const url = new URL(bound.ownerUrl)
  url.username = role
  url.password = 'owner'
  await loadDemoData(url.href, { now, orders: 60 })
  expect(
    await rows('select company_id, count(*)::int from sales_order group by 1 order by 1', admin),
  ).toEqual([
    { company_id: 1, count: 40 },
    { company_id: 2, count: 13 },
    { company_id: 3, count: 7 },
  ])
  await admin.end()
  await bound.drop()
  await owner.query(`drop role ${role}`)
})

describe('orders', () => {
  type Head = {
    company_id: number
    id: string
    code: string
    version: number
    state: string
    all_cancelled: boolean
    undecided: boolean
    completed_ratio: number
    line_count: number
    quantity: string
    discount_percent: string
    subtotal: string
    discount: string
    total: string
    type: LineType
    last_event_at: Date
    order_date: Date
  }
  type Line = {
    order_id: string
    state: LineState
    type: LineType
    poQuantity: number
    demand: number
    completedQuantity: number
    pack: number
    price: string
    reason: RejectReason
    memo: string | null
  }
  let heads: Head[]
  let lines: Map<string, Line[]>

  beforeAll(async () => {
    heads = await rows<Head>('select * from sales_order order by company_id, code')
    const all =
      await rows<Line>(`select order_id, state, type, po_quantity as "poQuantity", demand_quantity as demand, completed_quantity as "completedQuantity", pack_unit as pack,
      unit_price::text as price, reject_reason as reason, memo from order_line order by order_id, line_no`)
    lines = Map.groupBy(all, (line) => line.order_id)
  })

  test('ORD-013: every head agrees with its lines', () => {
    expect(heads).toHaveLength(orders)
    const money = (text: string) => Number(text).toFixed(2)
    for (const head of heads) {
      const own = lines.get(head.id) ?? []
      const totals = totalsOf(
        own.map((line) => ({ quantity: line.poQuantity, unitPrice: line.price })),
        head.discount_percent,
      )
      expect({
        code: head.code,
        state: head.state,
        allCancelled: head.all_cancelled,
        undecided: head.undecided,
        ratio: head.completed_ratio,
        lines: head.line_count,
        quantity: Number(head.quantity),
        subtotal: money(head.subtotal),
        discount: money(head.discount),
        total: money(head.total),
      }).toEqual({
        code: head.code,
        state: deriveOrderState(own),
        allCancelled: own.every((line) => line.state === 'Cancelled'),
        undecided: isUndecided(own),
        ratio: completedRatio(own),
        lines: own.length,
        quantity: own.reduce((sum, line) => sum + line.poQuantity, 0),
        ...totals,
      })
    }
  })

  test('all states are there, and each line is one that the rules could have made', () => {
    const all = [...lines.values()].flat()
    expect(new Set(heads.map((head) => head.state))).toEqual(new Set(orderStates))
    expect(new Set(all.map((line) => line.state))).toEqual(new Set(lineStates))
    expect(
      all.filter(
        (line) =>
          line.poQuantity > line.demand ||
          line.completedQuantity > line.poQuantity ||
          line.poQuantity % line.pack !== 0,
      ),
    ).toEqual([])
    expect(
      all.filter(
        (line) =>
          (line.state === 'Completed') !==
          (line.poQuantity > 0 && line.completedQuantity === line.poQuantity),
      ),
    ).toEqual([])
    expect(all.filter((line) => (line.state === 'Rejected') !== (line.reason !== 'None'))).toEqual([])
    expect(all.filter((line) => line.reason === 'Other' && !line.memo)).toEqual([])
    expect(
      all.filter((line) => ['Rejected', 'Cancelled'].includes(line.state) !== (line.poQuantity === 0)),
    ).toEqual([])
    expect(
      all.filter((line) => line.type === 'Backorder' && !['Pending', 'Cancelled'].includes(line.state)),
    ).toEqual([])
  })

  test('a backorder names the order before it, of the same customer and location', async () => {
    const wrong =
      await rows(`select b.code from sales_order b left join sales_order m on m.company_id = b.company_id and m.id = b.main_order_id and m.code = b.main_order_code
      and m.customer_id = b.customer_id and m.delivery_location_id = b.delivery_location_id and m.type = 'DirectlyOrder' where (b.type = 'Backorder') <> (m.id is not null)`)
    expect(wrong).toEqual([])
    expect(heads.filter((head) => head.type === 'Backorder').length).toBeGreaterThan(20)
  })

  test('codes are gapless in the order of time, and the counter goes on where they end', async () => {
    const wrong =
      await rows(`select code from (select company_id, code, row_number() over (partition by company_id order by order_date, id) as location from sales_order) o
      where split_part(code, '-', 3)::int <> location`)
    expect(wrong).toEqual([])
    expect(
      await rows(
        `select c.company_id, c.value::int, (select count(*)::int from sales_order o where o.company_id = c.company_id) as orders from counter c where name = 'order' and value <> (select count(*) from sales_order o where o.company_id = c.company_id)`,
      ),
    ).toEqual([])
    expect(
      heads
        .map((head) => head.code.replace(/\d{5}$/, ''))
        .filter((start) => !/^(SO|NK|BA)-2[56]-$/.test(start)),
    ).toEqual([])
  })

  test('a year up to now, with a worklist of the last days and orders of very many lines', async () => {
    const [dates] = await rows<{ first: Date; last: Date }>(
      'select min(order_date) as first, max(order_date) as last from sales_order',
    )
    expect(dates?.first.getTime()).toBeGreaterThan(Date.parse('2025-05-20T00:00:00Z'))
    expect(dates?.first.getTime()).toBeLessThan(Date.parse('2025-05-28T00:00:00Z'))
    expect(dates?.last.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(heads.filter((head) => head.last_event_at > now || head.last_event_at < head.order_date)).toEqual(
      [],
    )
    expect(
      heads.filter((head) => head.state === 'Request' && head.order_date > new Date('2026-05-15')).length,
    ).toBeGreaterThan(10)
    expect(Math.max(...heads.map((head) => head.line_count))).toBe(1_200)
    expect(heads.filter((head) => head.line_count >= 200).length).toBeGreaterThan(8)
  })

  test('each order tells what happened to it: placed first, then one event for every version', async () => {
    const wrong = await rows(`select o.code from sales_order o left join lateral (
        select count(*) as n, max(e.at) as last, (array_agg(e.kind order by e.at, e.id))[1] as first from record_event e where e.company_id = o.company_id and e.record_type = 'order' and e.record_id = o.id and e.kind not like 'order.medula%') e on true
      where e.n is distinct from o.version or e.last is distinct from o.last_event_at or e.first is distinct from 'order.placed'`)
    expect(wrong).toEqual([])
  })

  test('[ORD-015] lines that the health insurance knows, refused or has not answered about', async () => {
    expect(
      await rows(
        `select n.state, count(*) > 3 as many, bool_and((n.receipt is not null) = (n.state = 'Delivered')) as numbered from delivery n where n.kind = 'healthInsurance' group by n.state order by n.state`,
      ),
    ).toEqual(['Delivered', 'Failed', 'Waiting'].map((state) => ({ state, many: true, numbered: true })))
  })

  test('nobody approved what they had ordered themselves', async () => {
    expect(
      await rows(
        `select o.code from sales_order o join record_event e on e.company_id = o.company_id and e.record_id = o.id and e.kind = 'order.approved' and e.by_id = o.record_user_id`,
      ),
    ).toEqual([])
  })

  test('an order holds goods of one flow, none that may not go to its location, and ids that exist', async () => {
    expect(
      await rows(`select l.order_id from order_line l join product_variant v on v.company_id = l.company_id and v.id = l.variant_id join product p on p.company_id = v.company_id and p.id = v.product_id
      group by l.order_id having count(distinct p.flow_type) > 1 or count(*) <> count(distinct l.variant_id)`),
    ).toEqual([])
    expect(
      await rows(`select o.code from sales_order o where exists (select from order_line l join product_variant v on v.company_id = l.company_id and v.id = l.variant_id
      join shipping_block b on b.company_id = l.company_id and b.product_id = v.product_id and b.location_id = o.delivery_location_id where l.company_id = o.company_id and l.order_id = o.id)`),
    ).toEqual([])
    expect(
      await rows(`select o.code from sales_order o left join membership m on m.company_id = o.company_id and m.id = o.record_user_id left join location p on p.company_id = o.company_id and p.id = o.point_of_sale_id
      where m.id is null or p.id is null or (p.type not like '%PointOfSales' and p.id <> o.delivery_location_id)`),
    ).toEqual([])
  })

  test('stock holds what open direct orders were promised and have not received, and never more than there is', async () => {
    expect(
      await rows(`with held as (select company_id, variant_id, supply_location_id, sum(po_quantity - completed_quantity) as n from order_line
        where type = 'DirectlyOrder' and state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved') group by 1, 2, 3)
      select s.variant_id from stock s full join held h on h.company_id = s.company_id and h.variant_id = s.variant_id and h.supply_location_id = s.location_id where s.id is null or s.reserved <> coalesce(h.n, 0) or s.reserved > s.on_hand`),
    ).toEqual([])
    const [left] = await rows<{ none: number; some: number }>(
      'select count(*) filter (where on_hand = reserved)::int as none, count(*) filter (where on_hand > reserved)::int as some from stock',
    )
    expect(left?.none).toBeGreaterThan(50)
    expect(left?.some).toBeGreaterThan(5_000)
  })
})

test('[MCI-001] files of MCI entities are in several states, and what is active is there', async () => {
  const states = await rows<{ state: string }>('select distinct state from mci_file order by 1')
  expect(states.map(({ state }) => state)).toEqual(['Active', 'Cancelled', 'Succeeded', 'ValidationFailed'])
  expect(await rows(`select key from mci_row where jsonb_typeof(values) <> 'object'`)).toEqual([])
  expect(
    await rows(`select f.file_name from mci_file f where f.rows <> (
      select count(*) from mci_row r where r.company_id = f.company_id and r.entity_id = f.entity_id and r.generation = f.generation)`),
  ).toEqual([])
  // What is wrong stands in a column of its file.
  expect(
    await rows(`select t.field from mci_fault t join mci_file f on f.company_id = t.company_id and f.id = t.mci_file_id
      where f.headers -> t.sheet -> t.field is null`),
  ).toEqual([])
  // No file is active whose fields follow another order than the base class: it would not have been activated.
  expect(
    await rows(`with placed as (select company_id, entity_id, order_index, array_position('{${mciBaseFields.join()}}'::text[], base_field) as at from mci_field)
      select f.file_name from mci_file f join placed one using (company_id, entity_id) join placed two using (company_id, entity_id)
      where f.state = 'Active' and one.order_index < two.order_index and one.at > two.at`),
  ).toEqual([])
})

test('[PRD-001] the versions of a product lead to what it is, and deliveries have their rows', async () => {
  expect(
    await rows(`select p.code from product p join master_change_row r on r.company_id = p.company_id and r.record_id = p.id and r.version = p.version
      where r.kind = 'product' and (r.after ->> 'listPrice')::numeric is distinct from p.list_price`),
  ).toEqual([])
  expect(
    await rows(`select id from master_change_row where jsonb_typeof(coalesce(after, before)) <> 'object' or jsonb_typeof(issues) <> 'array'
      or (action = 'Faulty') <> (issues <> '[]')`),
  ).toEqual([])
  const [told] = await rows<{ versions: number; bare: number }>(`select
    (select count(*)::int from master_change_row where kind = 'product' and version > 1) as versions,
    (select count(*)::int from master_change c where c.state = 'Active' and not exists (
      select from master_change_row r where r.company_id = c.company_id and r.change_id = c.id)) as bare`)
  expect(told?.versions).toBeGreaterThan(100)
  expect(told?.bare).toBe(0)
})

test('[ORD-010] somebody is deputy today, somebody will be, and somebody was', async () => {
  const [told] = await rows<{ today: number; later: number; ended: number }>(`select
    count(*) filter (where ended_at is null and (created_at + interval '41 days')::date between starts_on and ends_on)::int as today,
    count(*) filter (where starts_on > (created_at + interval '41 days')::date)::int as later, count(ended_at)::int as ended from deputy`)
  expect([told?.today, told?.later, told?.ended].every((count) => (count ?? 0) > 0)).toBe(true)
})

test('the audit log is in order', async () => {
  const db = openDatabase(await appUrlOf(database.ownerUrl), { max: 1, onError: () => {} })
  // One for each imported file, then the last changes of orders. Drugs have no colours.
  for (const [company, files] of [
    [1, 13],
    [2, 14],
    [3, 14],
  ] as const)
    expect(await db.withCompany(company, (tx) => verifyAudit(tx, company))).toEqual({
      entries: files + 150,
      firstBroken: null,
    })
  await db.close()
})

test('master data: locations with GLN, goods with GTIN, drawings that the screens know, packs that fit', async () => {
  const gln = await rows<{ gln: string; city: string }>('select gln, city from location')
  expect(gln.length).toBeGreaterThan(330)
  expect(
    gln.filter(({ gln }) => !/^868\d{10}$/.test(gln) || checkDigitOf(gln.slice(0, 12)) !== Number(gln[12])),
  ).toEqual([])
  expect(new Set(gln.map(({ city }) => city)).size).toBeGreaterThan(60)
  const gtin = await rows<{ gtin: string }>('select gtin from product_variant')
  expect(
    gtin.filter(
      ({ gtin }) => !/^0868\d{10}$/.test(gtin) || checkDigitOf(gtin.slice(0, 13)) !== Number(gtin[13]),
    ),
  ).toEqual([])
  expect(new Set([...gln.map((row) => row.gln), ...gtin.map((row) => row.gtin)]).size).toBe(
    gln.length + gtin.length,
  )
  const shapes = await rows<{ shape: (typeof pictureShapes)[number] }>(
    'select distinct picture_shape as shape from product',
  )
  expect(shapes.filter(({ shape }) => !pictureShapes.includes(shape))).toEqual([])
  expect(
    await rows(
      'select code from product where minimum_quantity % pack_unit <> 0 or maximum_quantity % pack_unit <> 0 or list_price <= 0',
    ),
  ).toEqual([])
  expect(
    await rows('select company_id, count(*)::int as products from product group by 1 order by 1'),
  ).toEqual([
    { company_id: 1, products: 1_000 },
    { company_id: 2, products: 800 },
    { company_id: 3, products: 280 },
  ])
  expect(
    await rows(
      `select company_id from (select company_id, product_id, count(*) as n from product_variant group by 1, 2) v group by 1 having max(n) < 2`,
    ),
  ).toEqual([])
})

describe('people', () => {
  test('one hash serves everybody, and it is that of the password, which the policy allows', async () => {
    const hashes = await rows<{ password_hash: string }>('select distinct password_hash from identity')
    expect(hashes).toHaveLength(1)
    expect(await verifyPassword(hashes[0]?.password_hash ?? null, demoPassword)).toBe(true)
    expect(demoPassword.length).toBeGreaterThanOrEqual(passwordLength.minimum)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/]) expect(demoPassword).toMatch(kind)
  })

  test('every account is an active member in its role, and every company has somebody for each role that makes sense', async () => {
    const members = await rows<{
      account: string
    }>(`select m.company_id || ' ' || i.username || ' ' || case when m.user_type = 'PharmaSalesExecutive' then 'Point of sale' else r.name end as account
      from membership m join identity i on i.id = m.identity_id join membership_role mr on mr.company_id = m.company_id and mr.membership_id = m.id join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where m.state = 'Active'`)
    const known = new Set(members.map(({ account }) => account))
    expect(
      demoAccounts().filter((one) => !known.has(`${one.companyIntCode} ${one.username} ${one.role}`)),
    ).toEqual([])
    const roles = (company: number) =>
      new Set(
        demoAccounts()
          .filter((one) => one.companyIntCode === company)
          .map((one) => one.role),
      )
    const everywhere = [
      'Company administrator',
      'Order operator',
      'Order manager',
      'Order customer',
      'Third-party franchise user',
      'External inspector',
      'Customer success',
      'Point of sale',
    ]
    expect(roles(1)).toEqual(new Set([...everywhere, 'Pharmacy applicant', 'Provider reviewer']))
    expect(roles(2)).toEqual(new Set([...everywhere, 'Advisor planner']))
    expect(roles(3)).toEqual(new Set([...everywhere, 'Fuel analyst']))
  })

  test('there are users of every type, in every state and language, tied to locations, and two known to two companies, one of which waits', async () => {
    const [people] = await rows<{
      types: number
      states: number
      languages: number
      scoped: number
      tied: number
      shared: number
      invitations: string[]
    }>(`select count(distinct user_type)::int as types, count(distinct state)::int as states,
      count(distinct language)::int as languages, count(*) filter (where location_scoped)::int as scoped, count(*) filter (where third_party_location_id is not null)::int as tied,
      count(*)::int - count(distinct identity_id)::int as shared, array_agg(invitation order by invitation) filter (where invitation is not null) as invitations from membership`)
    expect(people).toEqual({
      types: 6,
      states: 3,
      languages: 3,
      scoped: 8,
      tied: 4,
      shared: 2,
      invitations: ['Accepted', 'Pending'],
    })
  })
})
