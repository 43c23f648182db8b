import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { Decimal } from 'decimal.js'
import type { QuotaState } from '@kervan/contract/order/words'
import type { LineChange } from '../decide.ts'
import type { Entry } from './books.sql.ts'
import { amountOf, isHard, type QuotaRule } from './judge.ts'

// What a decision on lines means for the quotas they were booked on when they were submitted (domain/advisor.md 3.1):
// less gives back to the same window, more is checked anew. Pure.

/** What a line holds of a counter, with the rule as it is now. */
export type Held = {
  counterId: string
  seq: number
  amount: Decimal
  rule: Pick<QuotaRule, 'code' | 'name' | 'actionType' | 'valueType' | 'quotaValue'>
}
export type Books = {
  /** By line. */
  held: ReadonlyMap<string, readonly Held[]>
  /** By counter; moved on as changes are booked, so that one bulk shares a quota in order. */
  used: Map<string, Decimal>
}

export const noBooks: Books = { held: new Map(), used: new Map() }

type Line = { id: string; lineCode: string; unitPrice: string }
type Order = { discountPercent: string; lines: readonly Line[] }
export type Rebooked = { entries: Entry[]; states: Map<string, QuotaState> }

/** Books the changes of one order, or says which quota has too little left; then nothing of it is booked. */
export function rebook(order: Order, changes: readonly LineChange[], books: Books): Rebooked | Refusal {
  const lines = new Map(order.lines.map((line) => [line.id, line]))
  const used = new Map<string, Decimal>()
  const rebooked: Rebooked = { entries: [], states: new Map() }
  for (const change of changes) {
    const line = lines.get(change.id)
    for (const held of line ? (books.held.get(line.id) ?? []) : []) {
      const { rule, counterId } = held
      const asked = amountOf(rule.valueType, {
        quantity: change.poQuantity,
        unitPrice: line?.unitPrice ?? '0',
        discountPercent: order.discountPercent,
      })
      const more = asked.minus(held.amount)
      if (more.isZero()) continue
      const before = used.get(counterId) ?? books.used.get(counterId) ?? new Decimal(0)
      const after = before.plus(more)
      if (more.isPositive()) {
        const exceeded = after.greaterThan(rule.quotaValue)
        if (exceeded && isHard(rule))
          return refusal('QuotaExceeded', {
            line: line?.lineCode ?? '',
            rule: rule.name,
            asked: more.toNumber(),
            left: Decimal.max(0, new Decimal(rule.quotaValue).minus(before)).toNumber(),
          })
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
        kind: more.isPositive() ? 'Recheck' : 'Release',
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
