import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { getManagedOrder, pendingOrders } from '@kervan/contract/order/order-management'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { getOrderOptions, placeOrder } from '@kervan/contract/order/order-new'
import { keysOf, existing, recordOf } from '@kervan/contract/kit/typed'
import { addMonths } from '@kervan/contract/kit/days'
import { atLeast, ms, percentile, timed, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import { type BenchDatabase } from './seed.ts'
import { buyers } from './seed-users.ts'

// Orders of ten lines: the placing of a filled cart alone, the whole of it from the empty cart on, and both while others
// read.

type Buyer = { token: string; locationId: string; at: number }
type Variant = { id: string; pack: number; minimum: number }
const atOnce = 20

// Code and plans of the database are new to a server that has just started: its first two hundred orders take twice as
// long as all later ones, the next few hundred a little longer. What is asked for is what it keeps up, so each part
// begins with rounds off the clock and goes on for some ten seconds.
const warmUp = 4

/** Everybody who buys, signed in, and what they may buy; nothing runs out of stock. */
async function openShop(portal: BenchPortal, owner: pg.Client) {
  const shoppers: Buyer[] = []
  for (let at = 1; at <= buyers; at++) {
    const token = await portal.signIn(`customer${at}`)
    const { locations } = await portal.call(getOrderOptions, token, {})
    shoppers.push({ token, locationId: locations[0]?.id ?? '', at })
  }
  await owner.query('update stock set on_hand = 2000000000 - 1 where company_id = 1')
  const { rows } = await owner.query<Variant>(
    `select v.id, p.pack_unit as pack, p.minimum_quantity as minimum from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
     where v.company_id = 1 and v.status = 'Active' and p.status = 'Active' and p.flow_type = 'Standard' order by v.id limit 600`,
  )
  const fill = async ({ token, locationId, at }: Buyer, round: number) => {
    const chosen = Array.from({ length: 10 }, (_, line) =>
      existing(rows[(round * 37 + at * 29 + line * 13) % rows.length]),
    )
    const quantities = [...new Set(chosen)].map(({ id, minimum, pack }) => ({
      variantId: id,
      quantity: Math.ceil(minimum / pack) * pack,
    }))
    const delivery = {
      locationId,
      shipmentMethod: 'Road' as const,
      deliveryDate: '2099-01-06',
      pointOfSaleId: null,
    }
    const { cart } = await portal.call(setCartQuantities, token, { delivery, quantities })
    return { token, version: cart.version }
  }
  const place = async ({ token, version }: { token: string; version: number }) => {
    const requestKey = randomUUID()
    const { orders } = await portal.call(placeOrder, token, { cartVersion: version, requestKey })
    return orders.length
  }
  return { shoppers, fill, place }
}

/** Milliseconds until all is done, twenty at a time without a pause between them. */
function inTwenties<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const waiting = [...all]
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one)
  }
  return timed(() => Promise.all(Array.from({ length: atOnce }, next)))
}

/** A hundred buyers, twenty at a time: only the placing on the clock, and then the filling with it. */
export async function benchPlace(
  portal: BenchPortal,
  database: BenchDatabase,
  rounds = 30,
): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { shoppers, fill, place } = await openShop(portal, owner)
  const before = await countOrders(owner)
  const took = { place: 0, whole: 0, limited: 0 }
  const placed = { place: 0, whole: 0, limited: 0 }
  let acknowledged = 0
  /** Places for all of `some`, twenty at a time, and counts what came of it unless the round is one to warm up. */
  const measure = async <T>(
    part: keyof typeof took,
    round: number,
    some: T[],
    work: (one: T) => Promise<number>,
  ) => {
    let orders = 0
    const count = (more: number) => (orders += more)
    const spent = await inTwenties(some, async (one) => count(await work(one)))
    acknowledged += orders
    if (round < warmUp) return
    took[part] += spent
    placed[part] += orders
  }
  for (let round = 0; round < warmUp + rounds; round++) {
    const carts = await Promise.all(shoppers.map((buyer) => fill(buyer, round)))
    await measure('place', round, carts, place)
    await measure('whole', round, shoppers, async (buyer) => place(await fill(buyer, round + 1_000)))
  }
  await limitEverything(portal, owner)
  // What the rules have counted of the orders there are is booked in one go; a quota in use has its statistics.
  await owner.query('vacuum (analyze) quota_counter, quota_entry')
  for (let round = 0; round < warmUp + rounds; round++) {
    const carts = await Promise.all(shoppers.map((buyer) => fill(buyer, round + 2_000)))
    await measure('limited', round, carts, place)
  }
  const unbooked = await countUnbooked(owner)
  await removeLimits(owner)
  const found = (await countOrders(owner)) - before
  await owner.query('vacuum (analyze) sales_order, order_line, quota_counter, quota_entry, stock')
  await owner.end()
  const exact = found === acknowledged
  const truth = exact ? 'none lost, none twice' : `${found} in the database for ${acknowledged} acknowledged`
  const rate = (of: keyof typeof placed) => (placed[of] / took[of]) * 1_000
  const [alone, whole, limited] = [rate('place'), rate('whole'), rate('limited')]
  return [
    {
      work: 'place a filled cart of 10 lines, 20 at once',
      measured: `${alone.toFixed(0)} a second`,
      ratio: truth,
      budget: '≥ 300 a second',
      kept: atLeast(alone, 300) && exact,
    },
    {
      work: 'a whole order of 10 lines, cart to placed, 20 at once',
      measured: `${whole.toFixed(0)} a second`,
      ratio: `${(whole / alone).toFixed(2)} of placing alone; ${truth}`,
      budget: '≥ 0.53 of placing alone',
      kept: whole / alone >= 0.53 && exact,
    },
    {
      work: 'the same cart with three quotas on every line',
      measured: `${limited.toFixed(0)} a second`,
      ratio: `${(limited / alone).toFixed(2)} of placing alone; ${unbooked} bookings missing`,
      budget: '≥ 300 a second',
      kept: atLeast(limited, 300) && unbooked === 0,
    },
  ]
}

/** Three quotas that cover every line: each place and product, each customer and category, the whole company by category. */
async function limitEverything(portal: BenchPortal, owner: pg.Client): Promise<void> {
  await owner.query('update company set quota_active = true where id = 1')
  const admin = await portal.signIn('admin')
  const levels = [
    { bindingStrategy: 'Standard', locationLevel: null, productLevel: null },
    { bindingStrategy: 'Aggregate', locationLevel: 'Customer', productLevel: 'Category' },
    { bindingStrategy: 'Aggregate', locationLevel: 'Company', productLevel: 'Category' },
  ] as const
  const run = randomUUID().slice(0, 8)
  for (const [at, level] of levels.entries())
    await portal.call(quotaRuleKind.save, admin, {
      id: null,
      version: null,
      confirmed: true,
      values: {
        code: `BENCH-${run}-${at}`,
        name: 'Bench',
        active: true,
        actionType: 'Reject',
        valueType: 'Quantity',
        quotaValue: '1000000000',
        every: 1,
        frequencyUnit: 'Month',
        validFrom: '2020-01-01',
        validTo: null,
        locationGroup: null,
        customers: [],
        locations: [],
        categories: [],
        products: [],
        ...level,
      },
    })
}

/** The database is kept for the next run, without quotas and as tidy as it was seeded. */
async function removeLimits(owner: pg.Client): Promise<void> {
  await owner.query('update company set quota_active = false where id = 1')
  await owner.query('delete from quota_entry where company_id = 1')
  await owner.query('delete from quota_counter where company_id = 1')
  await owner.query("delete from quota_rule where company_id = 1 and code like 'BENCH-%'")
}

/** How far the counters are from the sum of what was booked on them, in counters. */
async function countUnbooked(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from quota_counter c where company_id = 1
      and used <> (select coalesce(sum(e.amount), 0) from quota_entry e where e.company_id = 1 and e.counter_id = c.id)`,
  )
  return Number(rows[0]?.count)
}

async function countOrders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from sales_order where company_id = 1',
  )
  return Number(rows[0]?.count)
}

/** Ten buyers order, eight approvers page, search and open, all without a pause: what each waits while the others work. */
export async function benchMixed(
  portal: BenchPortal,
  database: BenchDatabase,
  seconds = 15,
): Promise<Figure> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { shoppers, fill, place } = await openShop(portal, owner)
  await owner.end()
  const manager = await portal.signIn('manager')
  const query = {
    pageSize: 50 as const,
    sort: [{ column: 'orderDate' as const, direction: 'desc' as const }],
    filters: {},
    from: addMonths(database.to, -3),
    to: database.to,
  }
  const first = await portal.call(pendingOrders.page, manager, { ...query, page: 1, search: '' })
  const orderCode = first.rows[0]?.orderCode ?? ''
  const waits = recordOf(['order', 'page', 'search', 'open'], (): number[] => [])
  const end = performance.now() + seconds * 1_000
  const until = async (into: number[], work: (round: number) => Promise<unknown>) => {
    for (let round = 0; performance.now() < end; round++) into.push(await timed(() => work(round)))
  }
  await Promise.all([
    ...shoppers
      .slice(0, 10)
      .map((buyer) => until(waits.order, async (round) => place(await fill(buyer, round)))),
    ...[1, 2, 3, 4].map((by) =>
      until(waits.page, (round) =>
        portal.call(pendingOrders.page, manager, { ...query, page: ((round * by) % 20) + 1, search: '' }),
      ),
    ),
    ...['ecza', 'ısparta'].map((search) =>
      until(waits.search, () => portal.call(pendingOrders.page, manager, { ...query, page: 1, search })),
    ),
    ...[1, 2].map(() => until(waits.open, () => portal.call(getManagedOrder, manager, { orderCode }))),
  ])
  const p95 = (of: keyof typeof waits) => percentile(waits[of], 0.95)
  return {
    work: 'mixed load: 10 order, 4 page, 2 search, 2 open',
    measured: `${(waits.order.length / seconds).toFixed(0)} orders and ${((waits.page.length + waits.search.length + waits.open.length) / seconds).toFixed(0)} reads a second`,
    ratio: `p95: whole order ${ms(p95('order'))}, page ${ms(p95('page'))}, search ${ms(p95('search'))}, open ${ms(p95('open'))}`,
    budget: 'p95 of each ≤ 500 ms',
    kept: keysOf(waits).every((of) => within(p95(of), 500)),
  }
}
