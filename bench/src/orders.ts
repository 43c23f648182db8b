import pg from 'pg'
import { approveOrders, getManagedOrder, pendingOrders } from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { addMonths } from '@kervan/contract/kit/days'
import { appUrlOf } from '../../server/src/kit/database/roles.ts'
import { inTurn, ms, percentile, timed, times, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import { type BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

const search = { sort: [{ column: 'orderDate' as const, direction: 'desc' as const }], search: '' }

/** Bare pg as the runtime role, under the same walls, with the statements that the server sends. */
export async function bareClient(database: BenchDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await appUrlOf(database.ownerUrl) })
  await client.connect()
  return client
}

async function barePage(client: pg.Client, from: string, to: string): Promise<void> {
  const where = `o.company_id = ${benchCompany} and not o.closed and o.state <> 'WaitingExternalApproval' and o.order_date >= $1 and o.order_date < $2 and o.shipment_method = any($3::text[])`
  const values = [from, to, ['Road', 'Rail']]
  await client.query(`begin; set local app.company_id = '${benchCompany}'`)
  await client.query({
    name: 'page',
    text: `select o.*, array(select distinct l.state from order_line l where l.company_id = o.company_id and l.order_id = o.id) as line_states from sales_order o where ${where} order by o.order_date desc, o.id desc limit 50`,
    values,
  })
  await client.query({
    name: 'count',
    text: `select count(*) from (select 1 from sales_order o where ${where} limit 10001) c`,
    values,
  })
  await client.query('commit')
}

export async function benchPage(
  portal: BenchPortal,
  large: BenchDatabase,
  small: BenchPortal,
): Promise<Figure[]> {
  const [manager, smallManager] = [await portal.signIn('manager'), await small.signIn('manager')]
  const window = { from: addMonths(large.to, -3), to: large.to }
  const input = {
    page: 1,
    pageSize: 50 as const,
    filters: { shipmentMethod: { in: ['Road' as const, 'Rail' as const] } },
    ...search,
    ...window,
  }
  const client = await bareClient(large)
  const http = () => portal.call(pendingOrders.page, manager, input)
  // A server that has been in use: the first pages compile what all later ones run.
  await inTurn(60, http, () => small.call(pendingOrders.page, smallManager, input))
  const [served, bare] = await inTurn(120, http, () => barePage(client, window.from, window.to))
  const [big, few] = await inTurn(120, http, () => small.call(pendingOrders.page, smallManager, input))
  await client.end()
  const [p95, bareP95] = [percentile(served, 0.95), percentile(bare, 0.95)]
  // The many and the few are compared by their medians: the tail is the machine's.
  const growth = percentile(big, 0.5) / percentile(few, 0.5)
  return [
    {
      work: `page of 50 from ${large.orders.toLocaleString('en')} orders, filtered and sorted`,
      measured: `p95 ${ms(p95)}, p50 ${ms(percentile(served, 0.5))}`,
      ratio: `${times(p95 / bareP95)} of bare pg (p95 ${ms(bareP95)})`,
      budget: '≤ 2× bare',
      kept: p95 / bareP95 <= 2,
    },
    {
      work: 'the same from ten times fewer orders',
      measured: `p50 ${ms(percentile(few, 0.5))}`,
      ratio: `${times(growth)} for 10× the rows`,
      budget: '≤ 1.3×',
      kept: growth <= 1.3,
    },
  ]
}

export async function benchOpen(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const manager = await portal.signIn('manager')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ code: string }>(
    'select code from sales_order where company_id = 1 and line_count = 1200 order by order_date desc limit 1',
  )
  await owner.end()
  const orderCode = existing(rows[0]).code
  const taken: number[] = []
  for (let round = 0; round < 40; round++)
    taken.push(await timed(() => portal.call(getManagedOrder, manager, { orderCode })))
  const p95 = percentile(taken.slice(5), 0.95)
  const part = { orderCode, firstLines: 200 }
  const first: number[] = []
  for (let round = 0; round < 40; round++)
    first.push(await timed(() => portal.call(getManagedOrder, manager, part)))
  const head = await weigh(portal, manager, part)
  const all = await weigh(portal, manager, { orderCode })
  return [
    {
      work: 'its first 200 lines of 1,200, as the screen asks for them',
      measured: `p50 ${ms(percentile(first.slice(5), 0.5))}, p95 ${ms(percentile(first.slice(5), 0.95))}`,
      ratio: `${head.line.toFixed(0)} kB on the line, ${head.text.toFixed(0)} kB of text`,
      budget: 'p50 ≤ 50 ms, ≤ 200 kB',
      kept: within(percentile(first.slice(5), 0.5), 50) && head.line <= 200,
    },
    {
      work: 'open an order of 1,200 lines, whole',
      measured: `p95 ${ms(p95)}, p50 ${ms(percentile(taken, 0.5))}`,
      ratio: `${all.line.toFixed(0)} kB on the line, ${all.text.toFixed(0)} kB of text`,
      budget: 'p95 ≤ 300 ms, ≤ 200 kB',
      kept: within(p95, 300) && all.line <= 200,
    },
  ]
}

/** Size of an answer in kB as a browser asks for it: what goes over the line is compressed. */
async function weigh(
  portal: BenchPortal,
  token: string,
  input: { orderCode: string; firstLines?: number },
): Promise<{ line: number; text: number }> {
  const answer = await fetch(`${portal.url}${getManagedOrder.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body: JSON.stringify({ Token: token, ...input }),
  })
  return {
    line: Number(answer.headers.get('content-length')) / 1024,
    text: (await answer.text()).length / 1024,
  }
}

/** Orders of some lines each, a thousand lines together, against one bare UPDATE of as many lines with as many audit rows. */
export async function benchBulk(portal: BenchPortal, database: BenchDatabase): Promise<Figure> {
  const manager = await portal.signIn('manager')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const pick = async (skip: number) => {
    const { rows } = await owner.query<{ id: string; lines: string }>(
      `select o.id, count(*) as lines from sales_order o join order_line l on l.company_id = o.company_id and l.order_id = o.id and l.state in ('Pending', 'Revised') and l.type = 'DirectlyOrder'
       where o.company_id = 1 and o.state in ('Request', 'Revised') and o.line_count < 50 group by o.id order by o.id offset $1 limit 1000`,
      [skip],
    )
    const chosen: string[] = []
    let lines = 0
    for (const row of rows) {
      if (lines >= 1_000) break
      chosen.push(row.id)
      lines += Number(row.lines)
    }
    return { ids: chosen, lines }
  }
  const served: number[] = []
  const bare: number[] = []
  let lines = 0
  for (let round = 0; round < 5; round++) {
    const work = await pick(0)
    lines = work.lines
    served.push(
      await timed(async () => {
        const answer = await portal.call(approveOrders, manager, {
          selection: { mode: 'ids', ids: work.ids },
          dryRun: false,
        })
        if (answer.done !== work.ids.length)
          throw new Error(
            `${answer.refused} of ${work.ids.length} orders were refused: ${answer.results[0]?.message}`,
          )
      }),
    )
    const other = await pick(0)
    bare.push(
      await timed(async () => {
        await owner.query('begin')
        await owner.query(
          `update order_line set state = 'Approved' where company_id = 1 and order_id = any($1::uuid[]) and state in ('Pending', 'Revised')`,
          [other.ids],
        )
        await owner.query(
          `insert into record_event (company_id, id, record_type, record_id, at, by_name, kind, facts) select 1, gen_random_uuid(), 'order', id, now(), 'bench', 'order.approved', '{}' from unnest($1::uuid[]) as t(id)`,
          [other.ids],
        )
        await owner.query(
          `update sales_order set state = 'Processing', version = version + 1 where company_id = 1 and id = any($1::uuid[])`,
          [other.ids],
        )
        await owner.query('commit')
      }),
    )
  }
  await owner.end()
  const [took, reference] = [percentile(served, 0.5), percentile(bare, 0.5)]
  return {
    work: `bulk approve ${lines.toLocaleString('en')} lines`,
    measured: `p50 ${ms(took)}`,
    ratio: `${times(took / reference)} of bare UPDATEs with a note each (${ms(reference)})`,
    budget: '≤ 1 s, ≤ 3×',
    kept: within(took, 1_000) && took / reference <= 3,
  }
}
