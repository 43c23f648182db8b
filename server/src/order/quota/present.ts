import type { CartPlanLine } from '../plan-orders.ts'
import type { QuotaFacts } from '@kervan/contract/order/quota-rules'
import type { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { Exact } from '../prices.ts'
import { priceFor } from '../../access/access.api.ts'
import type { Judged, QuotaRule } from './judge.ts'
import { nodeNames } from './nodes.sql.ts'
import type { SubmittedOrder } from './submit.ts'

// Quotas as a reader sees them (QTA-003): names for nodes, no figures of hidden prices, nothing where the company keeps
// its limits to itself.

/** Whether this reader is told the figures of quotas: who manages them always, others where the company shows them. */
export async function seesQuotas(tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.permissions.has('QuotaManagement')) return true
  const { rows } = await sql<{ quota_visible: boolean }>`
    select quota_visible from order_policy where company_id = ${actor.company.id}`.execute(tx)
  return rows[0]?.quota_visible ?? true
}

/** What the orders of a cart take of one counter, with the lines that do. */
export type CartQuota = QuotaFacts & { lineIds: string[] }

/** The counters that planned orders touch: those that are exceeded first, then the fuller before the emptier. */
export function quotasOfPlan(actor: Actor, orders: readonly SubmittedOrder[]): CartQuota[] {
  const counters = new Map<string, { first: Judged; names: string[]; asked: Decimal; lineIds: Set<string> }>()
  for (const { line, verdict } of orders.flatMap(({ lines }) => lines))
    for (const one of verdict.judged) {
      const names = [
        named(one.rule.locationLevel, one.node.location, [line.customerName, line.locationName], one.rule),
        productNamed(one.node.product, line),
      ].filter((name) => name !== '')
      const found = counters.get(one.counterId) ?? {
        first: one,
        names,
        asked: new Exact(0),
        lineIds: new Set<string>(),
      }
      found.asked = found.asked.plus(one.amount)
      found.lineIds.add(line.id)
      counters.set(one.counterId, found)
    }
  return [...counters.values()]
    .toSorted(
      (a, b) => fullness(b).comparedTo(fullness(a)) || a.first.rule.code.localeCompare(b.first.rule.code),
    )
    .map(({ first, names, asked, lineIds }) => ({
      ...factsOf(actor, first.rule, { node: names, window: first.window, used: first.used, asked }),
      lineIds: [...lineIds],
    }))
}

/** What a counter would have in shares of its limit; more than 1 exceeds it. */
function fullness({ first: { rule, used }, asked }: { first: Judged; asked: Decimal }): Decimal {
  const limit = new Exact(rule.quotaValue)
  const then = used.plus(asked)
  return limit.isZero() ? then.plus(1) : then.dividedBy(limit)
}

/** What a node is called, as far as the line knows; a category above its own keeps its code. */
function productNamed(code: string, line: CartPlanLine): string {
  if (code === line.productCode) return line.productName
  return code === line.categoryCode ? (line.categoryName ?? code) : code
}

function named(
  level: QuotaRule['locationLevel'],
  code: string,
  [customer, location]: [string, string],
  { bindingStrategy }: QuotaRule,
): string {
  if (code === '') return ''
  if (level === 'LocationGroup') return code
  return level === 'Customer' && bindingStrategy === 'Aggregate' ? customer : location
}

type Figures = { node: string[]; window: { from: Date; to: Date }; used: Decimal; asked: Decimal }

/** The facts of a rule on one counter. Amounts are prices: null for whom they are hidden. */
export function factsOf(
  actor: Actor,
  rule: Pick<QuotaRule, 'code' | 'name' | 'valueType' | 'actionType' | 'quotaValue'>,
  { node, window, used, asked }: Figures,
): QuotaFacts {
  const shown = (value: Decimal) =>
    rule.valueType === 'Quantity' ? value.toFixed() : priceFor(actor, value.toFixed())
  const left = new Exact(rule.quotaValue).minus(used)
  return {
    ruleCode: rule.code,
    ruleName: rule.name,
    valueType: rule.valueType,
    actionType: rule.actionType,
    node,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    limit: shown(new Exact(rule.quotaValue)),
    used: shown(used),
    asked: shown(asked),
    left: shown(Exact.max(0, left)),
    exceeded: asked.greaterThan(left),
  }
}

type CheckRow = {
  rule_code: string
  rule_name: string
  value_type: QuotaRule['valueType']
  action_type: QuotaRule['actionType']
  location_node: string
  product_node: string
  window_from: Date
  window_to: Date
  quota_limit: string
  used_before: string
  asked: string
}

/** What the quotas said of a line when they last looked at it, those that it exceeded first. */
export async function quotasOfLine(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  lineId: string,
): Promise<QuotaFacts[]> {
  if (!(await seesQuotas(tx, actor))) return []
  const names = nodeNames(actor.company.id, language)
  const { rows } = await sql<CheckRow>`
    select distinct on (e.counter_id) r.code as rule_code, r.name as rule_name, r.value_type, r.action_type,
      ${names.location} as location_node, ${names.product} as product_node, c.window_from, c.window_to, e.quota_limit, e.used_before, e.asked
    from quota_entry e
      join quota_counter c on c.company_id = ${actor.company.id} and c.id = e.counter_id
      join quota_rule r on r.company_id = ${actor.company.id} and r.id = c.rule_id
    where e.company_id = ${actor.company.id} and e.line_id = ${lineId} and e.kind <> 'Release'
    order by e.counter_id, e.seq desc`.execute(tx)
  return rows
    .map((row) =>
      factsOf(
        actor,
        {
          code: row.rule_code,
          name: row.rule_name,
          valueType: row.value_type,
          actionType: row.action_type,
          quotaValue: row.quota_limit,
        },
        {
          node: [row.location_node, row.product_node].filter((name) => name !== ''),
          window: { from: row.window_from, to: row.window_to },
          used: new Exact(row.used_before),
          asked: new Exact(row.asked),
        },
      ),
    )
    .toSorted((a, b) => Number(b.exceeded) - Number(a.exceeded) || a.ruleCode.localeCompare(b.ruleCode))
}
