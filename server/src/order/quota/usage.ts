import { quotaEntries, quotaUsage, quotaWindows } from '@kervan/contract/order/quota-rules'
import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import { idFrom } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { lineProductName } from '../../company/company.api.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { nodeNames } from './nodes.sql.ts'

// How much of each quota is used, and by whom (QTA-003). Nodes reach across the company, so these lists are for who
// sees all of it; amounts are prices.

const seen = (actor: Actor) => [
  ...wholeCompanyOnly(actor),
  ...(pricesVisible(actor.company.priceVisibility, actor) ? [] : [sql`r.value_type = 'Quantity'`]),
]

const isCurrentCount = (now: Date) => sql`(c.epoch = r.epoch or c.window_to <= ${now})`

export const quotaUsageList = serveList(
  quotaUsage,
  'kind.quotaUsage.many',
  ({ actor, language, now }, { current, ruleCode }) => ({
    from: sql`quota_counter c join quota_rule r on r.company_id = c.company_id and r.id = c.rule_id`,
    where: [
      sql`c.company_id = ${actor.company.id}`,
      ...seen(actor),
      // What was counted before the rule counted otherwise is history of windows that are over.
      isCurrentCount(now),
      ...(current ? [sql`c.window_to > ${now}`, sql`r.active`] : []),
      ...(ruleCode === null ? [] : [sql`r.code = ${ruleCode}`]),
    ],
    id: sql`c.id`,
    columns: {
      ruleCode: sql`r.code`,
      ruleName: sql`r.name`,
      actionType: sql`r.action_type`,
      valueType: sql`r.value_type`,
      locationNode: nodeNames(actor.company.id, language).location,
      productNode: nodeNames(actor.company.id, language).product,
      windowFrom: sql`c.window_from`,
      windowTo: sql`c.window_to`,
      quotaLimit: sql`r.quota_value`,
      quotaUsed: sql`c.used`,
      quotaLeft: sql`greatest(0, r.quota_value - c.used)`,
      usedPercent: sql`(case when r.quota_value = 0 then case when c.used > 0 then 100 else 0 end else least(999999, floor(c.used * 100 / r.quota_value)) end)::int`,
      ruleActive: sql`r.active`,
      quotasOver: sql`(c.used > r.quota_value)::int`,
    },
    extra: { currency: sql`case when r.value_type = 'Monetary' then ${actor.company.currency}::text end` },
    search: folded(sql`concat_ws(' ', r.code, r.name, c.location_node, c.product_node)`),
  }),
)

export const quotaEntryList = serveList(
  quotaEntries,
  'kind.quotaEntry.many',
  ({ actor, language }, { usageId }) => ({
    from: sql`quota_entry e
    join quota_counter c on c.company_id = e.company_id and c.id = e.counter_id
    join quota_rule r on r.company_id = e.company_id and r.id = c.rule_id
    join order_line l on l.company_id = e.company_id and l.id = e.line_id
    join sales_order o on o.company_id = e.company_id and o.id = l.order_id`,
    where: [sql`e.company_id = ${actor.company.id}`, ...seen(actor), sql`e.counter_id = ${usageId}`],
    // Of one counter, line and number name a booking.
    id: idFrom(sql`e.line_id::text || ' ' || e.seq`),
    columns: {
      bookedAt: sql`e.booked_at`,
      bookingKind: sql`e.kind`,
      orderCode: sql`o.code`,
      lineNo: sql`l.line_no`,
      productName: lineProductName(actor.company.id, language),
      customerName: sql`o.customer_name`,
      orderedBy: sql`o.record_user_name`,
      booked: sql`e.amount`,
    },
    search: folded(
      sql`concat_ws(' ', o.code, l.product_name, ${lineProductName(actor.company.id, language)}, o.customer_name)`,
    ),
  }),
)

const shownWindows = 24
type WindowRow = { from: Date; to: Date; within: string; over: string; left: string; nodes: number }

export const quotaWindowsHandler = handle(quotaWindows, async ({ tx, actor, language, now, input }) => {
  const node = sql`(c.location_node, c.product_node) = (select u.location_node, u.product_node from quota_counter u
    where u.company_id = ${actor.company.id} and u.id = ${input.usageId})`
  const where = [
    sql`c.company_id = ${actor.company.id}`,
    sql`r.code = ${input.ruleCode}`,
    ...seen(actor),
    isCurrentCount(now),
    ...(input.usageId === null ? [] : [node]),
  ]
  const { rows } = await sql<WindowRow>`
    select c.window_from as "from", c.window_to as "to", sum(least(c.used, r.quota_value))::text as within,
      sum(greatest(0, c.used - r.quota_value))::text as over, sum(greatest(0, r.quota_value - c.used))::text as left, count(*)::int as nodes
    from quota_counter c join quota_rule r on r.company_id = c.company_id and r.id = c.rule_id
    where ${sql.join(where, sql` and `)}
    group by c.window_from, c.window_to order by c.window_from desc limit ${shownWindows}`.execute(tx)
  const names = nodeNames(actor.company.id, language)
  const { rows: nodes } = await sql<{ location: string; product: string }>`
    select ${names.location} as location, ${names.product} as product
    from quota_counter c join quota_rule r on r.company_id = c.company_id and r.id = c.rule_id
    where ${sql.join([...where, sql`c.id = ${input.usageId}`], sql` and `)}`.execute(tx)
  return {
    node: nodes.flatMap(({ location, product }) => [location, product].filter((name) => name !== '')),
    windows: rows
      .toReversed()
      .map((row) => ({ ...row, from: row.from.toISOString(), to: row.to.toISOString() })),
  }
})
