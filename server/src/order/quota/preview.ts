import { addMonths } from '@kervan/contract/kit/days'
import type { InputOf } from '@kervan/contract/kit/call'
import { previewQuotaRule, quotaRuleKind } from '@kervan/contract/order/quota-rules'
import type { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Issue } from '../../kit/master/kind.ts'
import { endsBeforeStart } from '../../kit/master/periods.ts'
import { faultyRecord } from '../../kit/master/words.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { categoryNodes } from './rules.sql.ts'
import { Exact } from '../prices.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { bookingsUnder, judgeLines, type Booking, type QuotaLine, type QuotaRule } from './judge.ts'
import { check } from './rules.ts'

const mostLines = 100_000
const shownWindows = 5

/** How a rule would have judged what was ordered lately: the rule of placing on the lines of the past, nothing kept. */
export const previewQuotaRuleHandler = handle(previewQuotaRule, async (context) => {
  const { tx, actor, now, input } = context
  const { values } = input
  const issues: Issue[] = []
  check({
    after: values,
    addIssue: (field, code, facts) => issues.push({ field, code, ...(facts && { facts }) }),
  })
  if (endsBeforeStart(quotaRuleKind, values)) issues.push({ field: 'validTo', code: 'EndsBeforeStart' })
  if (issues.length > 0) throw faultyRecord(context.language, issues)
  const zone = actor.company.timeZone
  const to = dayIn(zone, now)
  const from = addMonths(to, -input.months)
  const rule = await ruleOf(tx, actor.company.id, values, from)
  const { rows } = await sql<Row>`
    select * from (
      select o.order_date, o.id, l.line_no, o.customer_code as "customerCode", o.delivery_location_code as "locationCode", loc.location_group as "locationGroup",
        p.code as "productCode", g.code as "categoryCode", l.demand_quantity as quantity, l.unit_price as "unitPrice", o.discount_percent as "discountPercent"
      from sales_order o
        join order_line l on l.company_id = o.company_id and l.order_id = o.id
        join product_variant v on v.company_id = o.company_id and v.id = l.variant_id
        join product p on p.company_id = o.company_id and p.id = v.product_id
        left join product_group g on g.company_id = o.company_id and g.id = p.category_id
        join location loc on loc.company_id = o.company_id and loc.id = o.delivery_location_id
      where ${sql.join([sql`o.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)], sql` and `)}
        and o.order_date >= ${startOfDay(zone, from)} and l.state <> 'Cancelled'
      order by o.order_date desc, o.id desc, l.line_no desc limit ${mostLines + 1}) newest
    order by order_date, id, line_no`.execute(tx)
  const truncated = rows.length > mostLines
  const bookingsOf = bookingsUnder([rule], zone)
  const bookings = (truncated ? rows.slice(1) : rows)
    .map((line) => bookingsOf(line, line.order_date))
    .filter((of) => of.length > 0)
  const used = new Map<string, Decimal>()
  const verdicts = judgeLines(bookings, used)
  const results = Map.groupBy(verdicts.keys(), (at) => verdicts[at]?.result ?? 'None')
  return {
    from,
    to,
    lines: verdicts.length,
    results: [...results].map(([result, of]) => ({ result, lines: of.length })),
    // How full a quota of amounts was tells prices (ORD-020).
    fullest:
      rule.valueType === 'Quantity' || pricesVisible(actor.company.priceVisibility, actor)
        ? fullest(bookings, used)
        : [],
    truncated,
  }
})

type Row = QuotaLine & { order_date: Date }

function fullest(bookings: readonly (readonly Booking[])[], used: ReadonlyMap<string, Decimal>) {
  const first = new Map(bookings.flat().map((booking) => [booking.counterId, booking]))
  return [...used]
    .toSorted(([, a], [, b]) => b.comparedTo(a))
    .slice(0, shownWindows)
    .flatMap(([counterId, amount]) => {
      const booking = first.get(counterId)
      if (!booking) return []
      return [
        {
          node: [booking.node.location, booking.node.product].filter((code) => code !== ''),
          from: booking.window.from.toISOString(),
          to: booking.window.to.toISOString(),
          used: amount.toFixed(),
          limit: new Exact(booking.rule.quotaValue).toFixed(),
        },
      ]
    })
}

type RuleValues = InputOf<typeof previewQuotaRule>['values']

/** The rule as it stands in a form; it is looked at as if it had held all the time. */
async function ruleOf(tx: Tx, company: number, values: RuleValues, from: string): Promise<QuotaRule> {
  const categories = values.categories ?? []
  const { rows } = await sql<{ nodes: Record<string, string> | null }>`
    select case when ${categories.length} > 0 then ${categoryNodes(company, sql`${categories}::text[]`)} end as nodes`.execute(
    tx,
  )
  const validFrom = values.validFrom
  return {
    id: '',
    epoch: 0,
    code: values.code,
    name: values.name,
    actionType: values.actionType,
    valueType: values.valueType,
    quotaValue: values.quotaValue,
    every: values.every,
    unit: values.frequencyUnit,
    validFrom: validFrom < from ? validFrom : from,
    validTo: null,
    bindingStrategy: values.bindingStrategy,
    locationLevel: values.locationLevel ?? null,
    productLevel: values.productLevel ?? null,
    locationGroup: values.locationGroup || null,
    customers: values.customers ?? [],
    locations: values.locations ?? [],
    products: values.products ?? [],
    categories: rows[0]?.nodes ?? null,
  }
}
