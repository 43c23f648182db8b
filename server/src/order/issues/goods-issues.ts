import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { orderLineTable } from '@kervan/contract/order/states'
import type { LineState } from '@kervan/contract/order/words'
import { plainText } from '@kervan/contract/kit/typed'
import { sql, type RawBuilder } from 'kysely'
import type { RowOfKind, MasterContext } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { notifyOwners, toldOrders } from '../decision-events.ts'
import { lockOrders, saveDecisions, type DecidedChange } from '../order.sql.ts'
import { readBooks } from '../quota/books.sql.ts'
import { orderScope } from '../scope.ts'
import { readFreeStock } from '../stock.sql.ts'
import { bookIssues, type Issued } from './book-issues.ts'
import { orderSettings } from '../order-settings.ts'

/**
 * Goods issues (ORD-008, ORD-009). A line says what was delivered of it by the sum of its issues, worked out anew with
 * the order locked, so that it does not matter in which order they come, how often, or how many at once. They can be
 * corrected until the line is completed.
 */
export const goodsIssues = serveMasterData(goodsIssueKind, {
  table: 'goods_issue',
  recordType: 'goodsIssue',
  derived: { order_line_id: (value, company) => lineIdOf(company, value('orderLine')) },
  scope: (actor) => [
    sql`exists (select from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
      where l.company_id = ${actor.company.id} and l.id = t.order_line_id and ${sql.join(orderScope(actor), sql` and `)})`,
  ],
  rules: judgeIssues,
  after: book,
})

type Sql = RawBuilder<unknown>

/** Is `o` the order and `l` the line of this code, `<order code>-<line number>`? */
const isLine = (code: Sql): Sql =>
  sql`o.code = upper(substring(${code} from '^(.*)-[0-9]{1,6}$')) and l.line_no = substring(${code} from '-([0-9]{1,6})$')::int`

/** The line with this code. */
const lineIdOf = (company: number, code: Sql): Sql => sql`(
  select l.id from sales_order o join order_line l on l.company_id = ${company} and l.order_id = o.id
  where o.company_id = ${company} and ${isLine(code)})`

type FoundLine = { code: string; id: string | null; state: LineState; po_quantity: number; issued: number }

/** Is there such a line, does it wait for goods, and is there as much to come? Of the rows together, as they would take effect. */
async function judgeIssues(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof goodsIssueKind>[],
): Promise<void> {
  const codes = [...new Set(rows.map(lineOf))]
  const replaced = rows.flatMap(({ recordId }) => recordId ?? [])
  const { rows: found } = await sql<FoundLine>`
    select asked.code, l.id, l.state, l.po_quantity, coalesce((select sum(g.issued_quantity) from goods_issue g
        where g.company_id = ${actor.company.id} and g.order_line_id = l.id and g.id <> all(${replaced}::uuid[])), 0)::int as issued
    from unnest(${codes}::text[]) as asked(code)
      join sales_order o on o.company_id = ${actor.company.id}
      join order_line l on l.company_id = ${actor.company.id} and l.order_id = o.id and ${isLine(sql`asked.code`)}
    where ${sql.join(orderScope(actor), sql` and `)}`.execute(tx)
  const lines = new Map(found.map((line) => [line.code, line]))
  for (const row of rows) {
    const line = lines.get(lineOf(row))
    if (!line) {
      row.addIssue('orderLine', 'LineUnknown')
      continue
    }
    if (!orderLineTable.allows('complete', line.state, 'erp')) {
      row.addIssue('orderLine', 'LineNotApproved', { lineState: line.state })
      continue
    }
    if (!row.after) continue
    const quantity = row.after['issuedQuantity']
    const rest = line.po_quantity - line.issued
    if (quantity > rest) row.addIssue('issuedQuantity', 'AboveOrdered', { ordered: line.po_quantity, rest })
    else line.issued += quantity
    if (quantity === 0 && !row.after['closesLine']) row.addIssue('issuedQuantity', 'NothingIssued')
  }
}

const lineOf = ({ before, after }: RowOfKind<typeof goodsIssueKind>) =>
  plainText((after ?? before)?.['orderLine'])

/** Brings the lines of a change to the sum of their issues. Throws what `bookIssues` refuses. */
async function book({ tx, actor, services, now }: MasterContext, changeId: string): Promise<void> {
  const company = actor.company.id
  const { rows: touched } = await sql<{ line_id: string; order_id: string }>`
    select distinct l.id as line_id, l.order_id from (
      select ${lineIdOf(company, sql`(coalesce(r.after, r.before) ->> 'orderLine')`)} as id from master_change_row r
      where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Added', 'Changed', 'Removed')) t
    join order_line l on l.company_id = ${company} and l.id = t.id`.execute(tx)
  const lineIds = touched.map(({ line_id }) => line_id)
  const ids = [...new Set(touched.map(({ order_id }) => order_id))]
  const orders = await lockOrders(tx, company, orderScope(actor), { ids })
  const named = new Set(lineIds)
  const lines = orders.flatMap((order) => order.lines.filter(({ id }) => named.has(id)))
  await readFreeStock(tx, company, lines, { lock: true })
  const { quotaActive } = await orderSettings(tx, actor.company)
  const booked = lines.filter(({ quotaState }) => quotaActive || quotaState !== 'None')
  const books = await readBooks(
    tx,
    company,
    booked.map(({ id }) => id),
    { lock: true },
  )
  const issued = await issuedOf(tx, company, lineIds)
  const decided = orders.flatMap((order): DecidedChange[] => {
    const outcome = bookIssues(order, issued, books)
    if (outcome instanceof Error) throw outcome
    const { changes, quota, completed } = outcome
    if (changes.length === 0) return []
    const kind = completed ? ('order.completed' as const) : ('order.goodsIssued' as const)
    const [first] = changes
    const only = changes.length === 1 ? order.lines.find(({ id }) => id === first?.id) : undefined
    const pieces = changes.reduce((sum, change) => sum + (change.issued ?? 0), 0)
    const event = {
      recordType: 'order' as const,
      recordId: order.id,
      kind,
      facts: { count: changes.length, line: only?.lineCode ?? null, pieces },
    }
    return [{ order, changes, quota, event, operation: kind }]
  })
  for (const notice of ['order.goodsIssued', 'order.completed'] as const) {
    const orders = toldOrders(decided.filter(({ operation }) => operation === notice))
    await notifyOwners(tx, services.jobs, actor, now, notice, orders)
  }
  await saveDecisions(tx, actor, now, decided)
}

/** What all issues of these lines come to. Lines whose last issue was deleted come to nothing. */
async function issuedOf(
  tx: MasterContext['tx'],
  company: number,
  lineIds: readonly string[],
): Promise<Map<string, Issued>> {
  const { rows } = await sql<{ id: string; quantity: number; closes: boolean }>`
    select asked.id, coalesce(sum(g.issued_quantity), 0)::int as quantity, coalesce(bool_or(g.closes_line), false) as closes
    from unnest(${lineIds}::uuid[]) as asked(id)
      left join goods_issue g on g.company_id = ${company} and g.order_line_id = asked.id
    group by asked.id`.execute(tx)
  return new Map(rows.map(({ id, quantity, closes }) => [id, { quantity, closes }]))
}
