import { getOrderReport } from '@kervan/contract/order/order-report'
import { addMonths } from '@kervan/contract/kit/days'
import { inTurn, ms, percentile, times, within, type Figure } from './figures.ts'
import { bareClient } from './orders.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

const rounds = 5

/** The order report over half a year of a million orders a year: from heads, from lines, and counting orders by line. */
export async function benchReports(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const manager = await portal.signIn('manager')
  const client = await bareClient(database)
  const window = { from: addMonths(database.to, -6), to: database.to }
  const inWindow = `o.company_id = ${benchCompany} and o.order_date >= '${window.from}' and o.order_date < date '${window.to}' + 1`
  const ask = (
    rows: 'month'[] | 'product'[],
    column: 'orderState' | 'month' | null,
    measure: 'orders' | 'quantity',
  ) => portal.call(getOrderReport, manager, { ...window, rows, column, measure, filters: {} })
  const bare = async (text: string) => {
    await client.query(`begin; set local app.company_id = '${benchCompany}'`)
    await client.query(text)
    await client.query('commit')
  }
  const lines = `from sales_order o join order_line l on l.company_id = ${benchCompany} and l.order_id = o.id where ${inWindow}`
  const figures: Figure[] = []
  const measure = async (work: string, asked: () => Promise<unknown>, text: string) => {
    const found = await inTurn(rounds, asked, () => bare(text))
    const [ours, best] = found.map((one) => percentile(one, 0.5))
    figures.push({
      work,
      measured: `p50 ${ms(ours ?? 0)}`,
      ratio: `${times((ours ?? 0) / (best ?? 1))} of one bare group by (p50 ${ms(best ?? 0)})`,
      budget: '≤ 2 s',
      kept: within(ours ?? 0, 2_000),
    })
  }
  await measure(
    'order report, half of 1,000,000 orders by month and state',
    () => ask(['month'], 'orderState', 'orders'),
    `select date_trunc('month', o.order_date), o.state, count(*) from sales_order o where ${inWindow} group by 1, 2`,
  )
  await measure(
    'order report, pieces of their lines by product and month',
    () => ask(['product'], 'month', 'quantity'),
    `select l.product_code, date_trunc('month', o.order_date), sum(l.po_quantity) ${lines} group by 1, 2`,
  )
  await measure(
    'order report, orders by product of their lines',
    () => ask(['product'], null, 'orders'),
    `select l.product_code, count(distinct o.id) ${lines} group by 1`,
  )
  await client.end()
  return figures
}
