import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Decimal } from 'decimal.js'
import type { QuotaState } from '@kervan/contract/order/words'
import type { LineChange } from '../decide.ts'
import type { Entry } from './books.sql.ts'
import { Exact } from '../prices.ts'
import { amountOf, isHard, type QuotaRule } from './judge.ts'

// What a decision on lines means for the quotas they were booked on when they were submitted (domain/advisor.md 3.1):
// less gives back to the same window, more is checked anew. Pure.

/** What a line holds of a counter, with the rule as it is now. */
export type Held = {
  counterId: string
  seq: number
  amount: Decimal
  /** What the line cost when it was ordered. */
  unitPrice: string
  discountPercent: string
  rule: Pick<QuotaRule, 'code' | 'name' | 'actionType' | 'valueType' | 'quotaValue'>
}
export type Books = {
  /** By line. */
  held: ReadonlyMap<string, readonly Held[]>
  /** By counter; moved on as changes are booked, so that one bulk shares a quota in order. */
  used: Map<string, Decimal>
  /** Amounts are prices: whoever may not see those is told of no figures of them (ORD-020). */
  hidesAmounts: boolean
}

export const noBooks: Books = { held: new Map(), used: new Map(), hidesAmounts: false }

type Order = { lines: readonly { id: string; lineCode: string }[] }
export type Rebooked = { entries: Entry[]; states: Map<string, QuotaState> }

/**
 * Books the changes of one order, or says which quota has too little left; then nothing of it is booked. `override`:
 * hard quotas are exceeded knowingly, and the booking says so.
 */
export function rebook(
  order: Order,
  changes: readonly LineChange[],
  books: Books,
  { override = false } = {},
): Rebooked | Refusal {
  const codes = new Map(order.lines.map(({ id, lineCode }) => [id, lineCode]))
  const used = new Map<string, Decimal>()
  const rebooked: Rebooked = { entries: [], states: new Map() }
  for (const change of changes) {
    for (const held of books.held.get(change.id) ?? []) {
      const { rule, counterId } = held
      const asked = amountOf(rule.valueType, { ...held, quantity: change.poQuantity })
      const more = asked.minus(held.amount)
      if (more.isZero()) continue
      const before = used.get(counterId) ?? books.used.get(counterId) ?? new Exact(0)
      const after = before.plus(more)
      const exceeded = more.isPositive() && after.greaterThan(rule.quotaValue)
      const isOverride = exceeded && isHard(rule)
      if (more.isPositive()) {
        if (isOverride && !override) return tooMuch(codes.get(change.id) ?? '', rule, more, before, books)
        const known = rebooked.states.get(change.id)
        rebooked.states.set(
          change.id,
          exceeded || known === 'ExceededQuota' ? 'ExceededQuota' : 'WithinQuota',
        )
      }
      used.set(counterId, after)
      rebooked.entries.push({
        lineId: change.id,
        counterId,
        seq: held.seq + 1,
        kind: isOverride ? 'Override' : more.isPositive() ? 'Recheck' : 'Release',
        amount: more,
        asked,
        usedBefore: before,
        limit: rule.quotaValue,
      })
    }
  }
  for (const [counter, amount] of used) books.used.set(counter, amount)
  return rebooked
}

function tooMuch(line: string, rule: Held['rule'], more: Decimal, used: Decimal, books: Books): Refusal {
  if (rule.valueType === 'Monetary' && books.hidesAmounts)
    return refusal('QuotaAmountExceeded', { line, rule: rule.name })
  const left = Exact.max(0, new Exact(rule.quotaValue).minus(used))
  return refusal('QuotaExceeded', { line, rule: rule.name, asked: more.toNumber(), left: left.toNumber() })
}
