import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completedRatio, deriveOrderState, isUndecided } from '@kervan/contract/order/states'
import type { LineState, LineType } from '@kervan/contract/order/words'
import { seedBench, type BenchDatabase } from '../../../bench/src/seed.ts'
import { benchUser } from '../../../bench/src/seed-users.ts'
import { benchPassword } from '../../../bench/src/seed-users.ts'
import { createDatabase, type TestDatabase } from '../../test/cluster.ts'
import { verifyPassword } from '../access/access.api.ts'
import { orderSearchText, totalsOf } from '../order/order.api.ts'

// The data of the benchmarks is made by statements of their own; here it is held against the product's rules.

const now = new Date('2026-05-20T11:00:00Z')
const orders = 2_000

let database: TestDatabase
let name: string
let bench: BenchDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  name = new URL(database.ownerUrl).pathname.slice(1)
  bench = await seedBench(database.ownerUrl, { orders, now, database: `${name}_bench` })
  owner = new pg.Client({ connectionString: bench.ownerUrl })
  await owner.connect()
}, 300_000)

afterAll(async () => {
  await owner.end()
  const server = new pg.Client({ connectionString: database.ownerUrl })
  await server.connect()
  await server.query(`drop database if exists ${name}_bench with (force)`)
  await server.query(`drop database if exists ${name}_bench_again with (force)`)
  await server.end()
  await database.drop()
})

async function rows<R extends object>(text: string, from = owner): Promise<R[]> {
  return (await from.query<R>(text)).rows
}

const digest = `select (select md5(string_agg(o::text, '' order by id)) from sales_order o) as orders, (select md5(string_agg(l::text, '' order by id)) from order_line l) as lines`

test('the same day and number give the same rows, and a database that is there already is kept', async () => {
  expect(bench).toMatchObject({ orders, from: '2025-05-20', to: '2026-05-19', reused: false })
  expect(await seedBench(database.ownerUrl, { orders, now, database: `${name}_bench` })).toMatchObject({
    reused: true,
  })
  const again = await seedBench(database.ownerUrl, { orders, now, database: `${name}_bench_again` })
  const other = new pg.Client({ connectionString: again.ownerUrl })
  await other.connect()
  expect(await rows(digest)).toEqual(await rows(digest, other))
  await other.end()
})

test('heads agree with their lines, and are found as the product finds its own', async () => {
  type Head = {
    id: string
    code: string
    external_po_code: string | null
    customer_name: string
    customer_code: string
    delivery_location_name: string
    search_text: string
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
  }
  type Line = {
    order_id: string
    state: LineState
    type: LineType
    poQuantity: number
    completedQuantity: number
    price: string
  }
  const heads = await rows<Head>('select * from sales_order order by order_date, id')
  const lines = Map.groupBy(
    await rows<Line>(
      'select order_id, state, type, po_quantity as "poQuantity", completed_quantity as "completedQuantity", unit_price::text as price from order_line',
    ),
    (line) => line.order_id,
  )
  expect(heads).toHaveLength(orders)
  for (const [index, head] of heads.entries()) {
    const own = lines.get(head.id) ?? []
    const { subtotal, discount, total } = totalsOf(
      own.map((line) => ({ quantity: line.poQuantity, unitPrice: line.price })),
      head.discount_percent,
    )
    expect({
      ...head,
      code: Number(head.code.split('-')[2]),
      quantity: Number(head.quantity),
      subtotal: Number(head.subtotal),
      discount: Number(head.discount),
      total: Number(head.total),
    }).toMatchObject({
      code: index + 1,
      state: deriveOrderState(own),
      all_cancelled: own.every((line) => line.state === 'Cancelled'),
      undecided: isUndecided(own),
      completed_ratio: completedRatio(own),
      line_count: own.length,
      quantity: own.reduce((sum, line) => sum + line.poQuantity, 0),
      subtotal: Number(subtotal),
      discount: Number(discount),
      total: Number(total),
      search_text: orderSearchText({
        code: head.code,
        externalPoCode: head.external_po_code,
        customerName: head.customer_name,
        customerCode: head.customer_code,
        locationName: head.delivery_location_name,
      }),
    })
  }
  expect(heads.filter((head) => head.line_count === 1_200)).toMatchObject([{ state: 'Request' }])
})

test('stock holds what is open, the counter goes on, locations and buyers fit', async () => {
  expect(
    await rows(`select s.variant_id from stock s left join (select variant_id, supply_location_id, sum(po_quantity) as n from order_line where state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved') group by 1, 2) h
    on h.variant_id = s.variant_id and h.supply_location_id = s.location_id where s.reserved <> coalesce(h.n, 0) or s.reserved > s.on_hand`),
  ).toEqual([])
  expect(await rows('select value::int as value from counter')).toEqual([{ value: orders }])
  expect(
    await rows(
      `select o.code from sales_order o join location l on l.id = o.delivery_location_id join membership m on m.id = o.record_user_id where l.partner_id <> o.customer_id or m.partner_id <> o.customer_id`,
    ),
  ).toEqual([])
  expect(
    await rows(
      'select l.order_id from order_line l group by 1 having count(*) <> count(distinct variant_id)',
    ),
  ).toEqual([])
  const [manager] = await rows<{ password_hash: string }>(
    `select password_hash from identity where username = '${benchUser('manager')}'`,
  )
  expect(await verifyPassword(manager?.password_hash ?? null, benchPassword)).toBe(true)
})
