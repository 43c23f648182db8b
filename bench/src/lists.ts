import pg from 'pg'
import { getOrderMonths } from '@kervan/contract/home/home'
import { closedOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { addMonths } from '@kervan/contract/kit/days'
import { inTurn, ms, percentile, timed, times, within, type Figure } from './figures.ts'
import { bareClient } from './orders.ts'
import type { BenchPortal } from './portal.ts'
import { type BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

// Lists where they are hard: searches, deep pages, another order, and the home page for everybody at once. Each stands
// beside the best SQL that we can write by hand for it, with its values in the text, not beside the server's own.

const newestFirst = [{ column: 'orderDate' as const, direction: 'desc' as const }]
const rounds = 20

export async function benchLists(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const manager = await portal.signIn('manager')
  const client = await bareClient(database)
  const window = { from: addMonths(database.to, -3), to: database.to }
  const input = { page: 1, pageSize: 50 as const, sort: newestFirst, filters: {}, search: '', ...window }
  const inWindow = `o.company_id = ${benchCompany} and o.order_date >= '${window.from}' and o.order_date < date '${window.to}' + 1`
  const pending = `${inWindow} and not o.closed and not o.external`
  const closed = `${inWindow} and o.closed`
  const lineStates = `array(select distinct l.state from order_line l where l.company_id = ${benchCompany} and l.order_id = o.id) as line_states`
  const bare = async (...texts: string[]) => {
    await client.query(`begin; set local app.company_id = '${benchCompany}'`)
    for (const text of texts) await client.query(text)
    await client.query('commit')
  }
  const figure = (
    work: string,
    served: number[],
    best: number[],
    budget: number,
    most = Infinity,
  ): Figure => {
    const [took, reference] = [percentile(served, 0.5), percentile(best, 0.5)]
    return {
      work,
      measured: `p50 ${ms(took)}, p95 ${ms(percentile(served, 0.95))}`,
      ratio: `${times(took / reference)} of the best SQL (p50 ${ms(reference)})`,
      budget: `≤ ${budget}×${most < Infinity ? `, ≤ ${most} ms` : ''} or 15 ms`,
      kept: within(took, 15) || (took / reference <= budget && within(took, most)),
    }
  }
  try {
    const code = await someCode(client, pending)

    // Enough of them that every connection of the server has had its share.
    for (let common = 0; common < 200; common++)
      await portal.call(pendingOrders.page, manager, { ...input, search: common % 2 ? 'ısparta' : 'ecza' })
    const search = (text: string) => () =>
      portal.call(pendingOrders.page, manager, { ...input, search: text })
    const [rare, rareBest] = await inTurn(rounds, search('zzqx'), () =>
      bare(
        `select o.*, ${lineStates} from sales_order o where ${pending} and o.search_text like '%zzqx%' order by o.order_date desc, o.id desc limit 50`,
      ),
    )
    const [coded, codedBest] = await inTurn(rounds, search(code), () =>
      bare(`select o.*, ${lineStates} from sales_order o where ${pending} and o.code = '${code}'`),
    )
    const beginning = code.slice(0, -2)
    const [begun, begunBest] = await inTurn(rounds, search(beginning), () =>
      bare(
        `select o.*, ${lineStates} from sales_order o where ${pending} and o.code like '${beginning}%' order by o.order_date desc, o.id desc limit 50`,
        `select count(*) from (select from sales_order o where ${pending} and o.code like '${beginning}%' limit 10001) c`,
      ),
    )
    const deep = (list: typeof closedOrders, page: number) => () =>
      portal.call(list.page, manager, { ...input, page, known: 10_001 })
    const deepBest = (where: string, page: number) => () =>
      bare(
        `select o.*, ${lineStates} from sales_order o where o.company_id = ${benchCompany} and o.id = any(array(
           select o.id from sales_order o where ${where} order by o.order_date desc, o.id desc limit 50 offset ${(page - 1) * 50}))
         order by o.order_date desc, o.id desc`,
      )
    const [thousand, thousandBest] = await inTurn(rounds, deep(closedOrders, 1_000), deepBest(closed, 1_000))
    const [fourth, fourthBest] = await inTurn(rounds, deep(closedOrders, 4_000), deepBest(closed, 4_000))
    const byCustomer = [{ column: 'customerName' as const, direction: 'asc' as const }]
    const byCode = [{ column: 'orderCode' as const, direction: 'asc' as const }]
    const [ordered, orderedBest] = await inTurn(
      rounds,
      () => portal.call(pendingOrders.page, manager, { ...input, sort: byCode, known: 10_001 }),
      () =>
        bare(`select o.*, ${lineStates} from sales_order o where ${pending} order by o.code || '' limit 50`),
    )
    const [named, namedBest] = await inTurn(
      rounds,
      () => portal.call(pendingOrders.page, manager, { ...input, sort: byCustomer }),
      () =>
        bare(
          `select o.*, ${lineStates} from sales_order o where ${pending} order by o.customer_name collate "tr-x-icu", o.id limit 50`,
          `select count(*) from (select from sales_order o where ${pending} limit 10001) c`,
        ),
    )
    const contains = { customerName: { contains: 'Isparta' } }
    const [filtered, filteredBest] = await inTurn(
      rounds,
      () => portal.call(pendingOrders.page, manager, { ...input, filters: contains }),
      () =>
        bare(
          `select o.*, ${lineStates} from sales_order o where ${pending} and o.search_text like '%isparta%' and fold(o.customer_name) like '%isparta%' order by o.order_date desc, o.id desc limit 50`,
          `select count(*) from (select from sales_order o where ${pending} and o.search_text like '%isparta%' and fold(o.customer_name) like '%isparta%' limit 10001) c`,
        ),
    )
    return [
      figure('a rare search after 200 common ones', rare, rareBest, 2),
      figure('an order code typed into the search', coded, codedBest, 10, 30),
      figure('the beginning of an order code', begun, begunBest, 10, 15),
      figure('page 1,000 of the closed list', thousand, thousandBest, 2),
      figure('page 4,000 of the closed list', fourth, fourthBest, 2),
      figure('a page sorted by order code', ordered, orderedBest, 2),
      figure('a page sorted by customer', named, namedBest, 2),
      figure('a page filtered by part of the customer', filtered, filteredBest, 2),
    ]
  } finally {
    await client.end()
  }
}

async function someCode(client: pg.Client, where: string): Promise<string> {
  await client.query(`begin; set local app.company_id = '${benchCompany}'`)
  const { rows } = await client.query<{ code: string }>(
    `select o.code from sales_order o where ${where} order by o.order_date desc offset 500 limit 1`,
  )
  await client.query('commit')
  return rows[0]?.code ?? ''
}

/** Twelve people open the home page of a process that has just started, and nobody has counted the months before. */
export async function benchHome(portal: BenchPortal, database: BenchDatabase): Promise<Figure> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`delete from order_month where company_id = ${benchCompany}`)
  await owner.end()
  const manager = await portal.signIn('manager')
  const open = () => timed(() => portal.call(getOrderMonths, manager, {}))
  const cold = await Promise.all(Array.from({ length: 12 }, open))
  const warm = await Promise.all(Array.from({ length: 12 }, open))
  const slowest = Math.max(...cold)
  return {
    work: 'the home page, twelve at once, on a cold process',
    measured: `all answered, the last after ${ms(slowest)}`,
    ratio: `again: ${ms(Math.max(...warm))}`,
    budget: '≤ 5 s',
    kept: within(slowest, 5_000),
  }
}
