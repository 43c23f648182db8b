import { addDays } from '@kervan/contract/kit/days'
import { sql, type RawBuilder } from 'kysely'
import { startOfDay } from '../../kit/clock.ts'
import type { CompanyContext } from '../../kit/context.ts'
import { longestStatementMs, type Tx } from '../../kit/database/db.ts'
import { idFrom } from '../../kit/database/uuid.ts'
import { changeRules, presentRule, rulesQuery } from './rules.sql.ts'
import type { QuotaRule } from './judge.ts'
import { windowOf, type Window } from './window.ts'
import { orderSettings } from '../order-settings.ts'

/** The lines of the company that a rule covers, as `judge.ts` says it; `o`, `l`, `p`, `loc` and `category` are named. */
function coveredLines(
  company: number,
  rule: QuotaRule,
): { from: RawBuilder<unknown>; where: RawBuilder<unknown>[] } {
  const among = (codes: readonly string[], column: RawBuilder<unknown>) =>
    codes.length === 0 ? [] : [sql`${column} = any(${[...codes]}::text[])`]
  return {
    from: sql`sales_order o
      join order_line l on l.company_id = ${company} and l.order_id = o.id
      join product_variant v on v.company_id = ${company} and v.id = l.variant_id
      join product p on p.company_id = ${company} and p.id = v.product_id
      left join product_group g on g.company_id = ${company} and g.id = p.category_id
      join location loc on loc.company_id = ${company} and loc.id = o.delivery_location_id`,
    where: [
      sql`o.company_id = ${company}`,
      ...(rule.locationGroup === null ? [] : [sql`loc.location_group = ${rule.locationGroup}`]),
      ...among(rule.customers, sql`o.customer_code`),
      ...among(rule.locations, sql`o.delivery_location_code`),
      ...among(rule.products, sql`p.code`),
      ...(rule.categories === null ? [] : among(Object.keys(rule.categories), sql`g.code`)),
    ],
  }
}

function nodeColumns(rule: QuotaRule): { location: RawBuilder<unknown>; product: RawBuilder<unknown> } {
  if (rule.bindingStrategy === 'Standard')
    return { location: sql`o.delivery_location_code`, product: sql`p.code` }
  const none = sql`''`
  const locations = {
    Company: none,
    LocationGroup: sql`coalesce(loc.location_group, '')`,
    Customer: sql`o.customer_code`,
    Location: sql`o.delivery_location_code`,
  }
  const category = sql`coalesce(${JSON.stringify(rule.categories ?? {})}::jsonb ->> g.code, g.code, '')`
  const products = { AllProducts: none, Category: category, Product: sql`p.code` }
  return {
    location: locations[rule.locationLevel ?? 'Company'],
    product: products[rule.productLevel ?? 'AllProducts'],
  }
}

/** The id that `judge.ts` gives the counter of `location_node` and `product_node`. */
const counterIdSql = ({ id, epoch }: QuotaRule, { from }: Window) =>
  idFrom(
    sql`concat_ws(chr(31), ${id}::text, ${epoch}::text, ${String(from.getTime())}::text, location_node, product_node)`,
  )

/**
 * Books what was ordered in the open window before the rule held, in the transaction that lets it hold. What is ordered
 * at the same time waits for the counters or is counted here.
 */
async function backfill(
  tx: Tx,
  company: number,
  now: Date,
  rule: QuotaRule,
  window: Window,
  ordered: Window,
): Promise<void> {
  const { from, where } = coveredLines(company, rule)
  const node = nodeColumns(rule)
  const amount =
    rule.valueType === 'Quantity'
      ? sql`l.po_quantity`
      : sql`round(l.po_quantity * l.unit_price * (1 - o.discount_percent / 100), 2)`
  await sql`
    with covered as (
      select l.id as line_id, ${node.location} as location_node, ${node.product} as product_node, ${amount} as amount
      from ${from} where ${sql.join(where, sql` and `)} and o.order_date >= ${ordered.from} and o.order_date < ${ordered.to}
        and l.state <> 'Cancelled'
    ), counters as (
      insert into quota_counter (company_id, id, rule_id, epoch, window_from, window_to, location_node, product_node, used)
      select ${company}, ${counterIdSql(rule, window)}, ${rule.id}, ${rule.epoch}, ${window.from}, ${window.to}, location_node, product_node, sum(amount)
      from covered group by location_node, product_node returning id, location_node, product_node, used
    )
    insert into quota_entry (company_id, line_id, counter_id, seq, kind, amount, asked, used_before, quota_limit, booked_at)
    select ${company}, c.line_id, k.id, 1, 'Backfill', c.amount, c.amount, k.used - c.amount, ${rule.quotaValue}::numeric, ${now}
    from covered c join counters k using (location_node, product_node)
    returning 1`.execute(tx)
}

/**
 * New counters for these rules, begun with what was ordered in their open window already, and in the `past` windows
 * before it.
 */
export async function countAnew(
  tx: Tx,
  company: Pick<CompanyContext, 'id' | 'timeZone'>,
  now: Date,
  ids: readonly string[],
  { past = 0 } = {},
): Promise<void> {
  // A month of a large company is some hundred thousand lines; whoever saves a rule waits rather than is turned away.
  await sql`set local statement_timeout = ${sql.lit(longestStatementMs)}`.execute(tx)
  // Who books meanwhile has read the rules as they were, or waits for this to commit.
  await tx.executeQuery(changeRules(tx, company.id))
  await sql`update quota_rule set epoch = epoch + 1 where company_id = ${company.id} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
  const active = (
    await tx.executeQuery(rulesQuery(tx, company.id, await orderSettings(tx, company)))
  ).rows.map(presentRule)
  for (const rule of active.filter(({ id }) => ids.includes(id))) {
    const begins = startOfDay(company.timeZone, rule.validFrom)
    const ends = rule.validTo === null ? null : startOfDay(company.timeZone, addDays(rule.validTo, 1))
    let window = windowOf(rule, now, company.timeZone)
    for (let back = 0; back <= past && window.to > begins; back++) {
      await backfill(tx, company.id, now, rule, window, {
        from: begins > window.from ? begins : window.from,
        to: ends !== null && ends < window.to ? ends : window.to,
      })
      window = windowOf(rule, new Date(window.from.getTime() - 1), company.timeZone)
    }
  }
}
