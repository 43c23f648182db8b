import { packsAround } from '@kervan/contract/order/packs'
import type { QuotaResult } from '@kervan/contract/order/words'
import type { Decimal } from 'decimal.js'
import { Exact } from '../prices.ts'
import { amountOf, isHard, type QuotaLine, type QuotaRule, type Verdict } from './judge.ts'

// What quotas leave of lines that exceed them (QTA-002; domain/advisor.md 3.1): nothing is cut silently, the reader is
// offered the rest in full packs. Pure.

/** A piece of a cart line that was judged; several pieces belong to one line when several places supply it. */
export type JudgedPiece = {
  line: Pick<QuotaLine, 'unitPrice' | 'discountPercent'> & { id: string; packUnit: number; quantity: number }
  quantity: number
  verdict: Verdict
}
/** Which lines are reduced: those that will be rejected, or those that somebody would have to decide on. */
export type Exceeding = Extract<QuotaResult, 'Reject' | 'ExceededQuota'>

/**
 * By the id of a cart line, how many of its pieces are left when it is reduced to what the quotas leave: full packs, 0
 * when nothing fits. Lines that fit as they are keep what they take; the others share the rest in their order. Lines
 * that are rejected are measured by the rules that reject, the others by all rules.
 */
export function leftByQuota(pieces: readonly JudgedPiece[], exceeding: Exceeding): Map<string, number> {
  const used = usedWithout(pieces, exceeding)
  const left = new Map<string, number>()
  for (const { line, quantity, verdict } of pieces) {
    if (verdict.result !== exceeding) continue
    const limiting = verdict.judged.filter(({ rule }) => exceeding === 'ExceededQuota' || isHard(rule))
    const fits = limiting.reduce((most, { rule, counterId }) => {
      const free = new Exact(rule.quotaValue).minus(used.get(counterId) ?? 0)
      return Math.min(most, piecesFor(rule.valueType, line, free, most))
    }, quantity)
    for (const { rule, counterId } of verdict.judged)
      used.set(
        counterId,
        amountOf(rule.valueType, { ...line, quantity: fits }).plus(used.get(counterId) ?? 0),
      )
    left.set(line.id, (left.get(line.id) ?? line.quantity) - (quantity - fits))
  }
  return left
}

/** What the counters have with the lines that stay as they are. The first judgement of a counter saw what it had before. */
function usedWithout(pieces: readonly JudgedPiece[], exceeding: Exceeding): Map<string, Decimal> {
  const used = new Map<string, Decimal>()
  for (const { verdict } of pieces) {
    const stays = verdict.result !== exceeding && verdict.result !== 'Reject'
    for (const one of verdict.judged) {
      const before = used.get(one.counterId) ?? one.used
      used.set(one.counterId, stays ? before.plus(one.amount) : before)
    }
  }
  return used
}

/** The most full packs, `most` pieces at most, that a free amount is enough for. */
function piecesFor(
  valueType: QuotaRule['valueType'],
  line: JudgedPiece['line'],
  free: Decimal,
  most: number,
): number {
  const each = amountOf(valueType, { ...line, quantity: line.packUnit })
  const packs = each.isZero() ? most : free.dividedBy(each).floor().times(line.packUnit).toNumber()
  let pieces = packsAround(Math.max(0, Math.min(most, packs)), line.packUnit).below
  // Amounts are rounded for the whole line, so one pack fewer or more may fit than the price of a pack says.
  const fits = (quantity: number) => amountOf(valueType, { ...line, quantity }).lessThanOrEqualTo(free)
  while (pieces > 0 && !fits(pieces)) pieces -= line.packUnit
  while (pieces + line.packUnit <= most && fits(pieces + line.packUnit)) pieces += line.packUnit
  return pieces
}
