import type { OrderView } from '@kervan/contract/order/order-view'
import type { Shop } from './ordering.ts'

/** So many more orders like the given one, put in as the owner because placing a thousand takes a minute. */
export async function copyOrder(shop: Shop, order: OrderView, copies: number): Promise<void> {
  const client = await shop.portal.owner.connect()
  const columnsOf = async (table: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  const copy = async (table: string, changes: Record<string, string>, from: string) => {
    const columns = await columnsOf(table)
    await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => changes[name] ?? `t.${name}`).join(', ')} from ${from}`,
    )
  }
  try {
    await client.query(`begin; set local app.company_id = '${shop.company.id}'`)
    await copy(
      'sales_order',
      { id: 'gen_random_uuid()', code: `'COPY-' || lpad(n::text, 5, '0')` },
      `sales_order t, generate_series(1, ${copies}) n where t.id = '${order.id}'`,
    )
    await copy(
      'order_line',
      { id: 'gen_random_uuid()', order_id: 'o.id' },
      `order_line t, sales_order o where t.order_id = '${order.id}' and o.company_id = t.company_id and o.code like 'COPY-%'`,
    )
    await client.query('commit')
    // Without it the planner takes the new rows for the few that were counted last.
    await client.query('analyze sales_order, order_line')
  } finally {
    client.release()
  }
}
