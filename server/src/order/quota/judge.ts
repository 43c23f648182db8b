import type { Decimal } from 'decimal.js'
import type {
  quotaActions,
  quotaBindings,
  quotaLocationLevels,
  quotaProductLevels,
  QuotaResult,
  quotaValueTypes,
} from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { Exact } from '../prices.ts'
import { windowOf, type Period, type Window } from './window.ts'

// The rule of quotas (QTA-001, QTA-002; domain/advisor.md 3.1): which rules a line falls under, what it takes of them,
// and what becomes of it. Pure; `books.sql.ts` locks and writes the counters.

export type QuotaRule = Period & {
  id: string
  /** A rule that counts otherwise than before begins new counters; the old ones keep what they have. */
  epoch: number
  code: string
  name: string
  actionType: (typeof quotaActions)[number]
  valueType: (typeof quotaValueTypes)[number]
  quotaValue: string
  bindingStrategy: (typeof quotaBindings)[number]
  locationLevel: (typeof quotaLocationLevels)[number] | null
  productLevel: (typeof quotaProductLevels)[number] | null
  /** The last day on which it holds; null without an end. */
  validTo: string | null
  locationGroup: string | null
  customers: readonly string[]
  locations: readonly string[]
  products: readonly string[]
  /** Each category that the rule covers with the one that the rule names above it; null where it names none. */
  categories: Readonly<Record<string, string>> | null
}

/** A line as quotas see it; everything by its code. */
export type QuotaLine = {
  customerCode: string
  locationCode: string
  locationGroup: string | null
  productCode: string
  categoryCode: string | null
  quantity: number
  unitPrice: string
  discountPercent: string
}

/** Which lines a rule counts. */
export type RuleScope = Pick<
  QuotaRule,
  'validFrom' | 'validTo' | 'locationGroup' | 'customers' | 'locations' | 'products' | 'categories'
>
export type Place = Pick<QuotaLine, 'customerCode' | 'locationCode' | 'locationGroup'>
export type Goods = Pick<QuotaLine, 'productCode' | 'categoryCode'>

/** What counts together: codes, empty for all of them. */
export type QuotaNode = { location: string; product: string }

export type Booking = { rule: QuotaRule; counterId: string; node: QuotaNode; window: Window; amount: Decimal }
export type Judged = Booking & { used: Decimal; exceeded: boolean }
export type Verdict = { result: QuotaResult; judged: Judged[] }

/** What a line takes of a quota: pieces, or its net amount at the price of the day it was ordered. */
export function amountOf(
  valueType: QuotaRule['valueType'],
  { quantity, unitPrice, discountPercent }: Pick<QuotaLine, 'quantity' | 'unitPrice' | 'discountPercent'>,
): Decimal {
  if (valueType === 'Quantity') return new Exact(quantity)
  const gross = new Exact(unitPrice).times(quantity)
  return gross.minus(gross.times(discountPercent).dividedBy(100)).toDecimalPlaces(2)
}

/** The window of a rule, with the ids of the counters that were asked for in it by their nodes. */
type Counting = { window: Window; ids: Map<string, string> }

/**
 * Says which counters a line ordered at an instant falls under, one for each rule that covers it. The window of a rule is
 * worked out once for all lines of it that come one after the other, and so are the ids of its counters.
 */
export function bookingsUnder(
  rules: readonly QuotaRule[],
  timeZone: string,
): (line: QuotaLine, at: Date) => Booking[] {
  const countings = new Map<QuotaRule, Counting>()
  const countingAt = (rule: QuotaRule, at: Date): Counting => {
    const last = countings.get(rule)
    if (last && at >= last.window.from && at < last.window.to) return last
    const counting = { window: windowOf(rule, at, timeZone), ids: new Map<string, string>() }
    countings.set(rule, counting)
    return counting
  }
  let last: { at: Date; day: string } | null = null
  return (line, at) => {
    if (last?.at !== at) last = { at, day: dayIn(timeZone, at) }
    const { day } = last
    return rules.flatMap((rule) => {
      if (day < rule.validFrom || (rule.validTo !== null && day > rule.validTo) || !covers(rule, line))
        return []
      const node = nodeOf(rule, line)
      const { window, ids } = countingAt(rule, at)
      const name = `${node.location}${between}${node.product}`
      const counterId = ids.get(name) ?? counterIdOf(rule, window, name)
      ids.set(name, counterId)
      return [{ rule, counterId, node, window, amount: amountOf(rule.valueType, line) }]
    })
  }
}

const among = (named: readonly string[], code: string) => named.length === 0 || named.includes(code)

export const covers = (rule: RuleScope, line: QuotaLine): boolean =>
  coversPlace(rule, line) && coversGoods(rule, line)

export const coversPlace = (rule: RuleScope, place: Place): boolean =>
  (rule.locationGroup === null || rule.locationGroup === place.locationGroup) &&
  among(rule.customers, place.customerCode) &&
  among(rule.locations, place.locationCode)

export const coversGoods = (rule: RuleScope, { productCode, categoryCode }: Goods): boolean =>
  among(rule.products, productCode) &&
  (rule.categories === null || (categoryCode !== null && categoryCode in rule.categories))

export function nodeOf(rule: QuotaRule, line: QuotaLine): QuotaNode {
  if (rule.bindingStrategy === 'Standard') return { location: line.locationCode, product: line.productCode }
  return { location: locationOf(rule, line), product: productOf(rule, line) }
}

function locationOf({ locationLevel }: QuotaRule, line: QuotaLine): string {
  if (locationLevel === 'LocationGroup') return line.locationGroup ?? ''
  if (locationLevel === 'Customer') return line.customerCode
  return locationLevel === 'Location' ? line.locationCode : ''
}

function productOf({ productLevel, categories }: QuotaRule, line: QuotaLine): string {
  if (productLevel === 'Product') return line.productCode
  if (productLevel !== 'Category' || line.categoryCode === null) return ''
  return categories?.[line.categoryCode] ?? line.categoryCode
}

/** Stands between what makes the id of a counter; no code has it in it. */
const between = '\u001F'

/**
 * The id of a counter follows from what it counts, so that nobody has to look it up, and two who make it at the same time
 * make the same. `counterIdSql` of `backfill.sql.ts` says the same in SQL.
 */
const counterIdOf = ({ id, epoch }: QuotaRule, { from }: Window, node: string): string =>
  idOf([id, epoch, from.getTime(), node].join(between))

/**
 * Decides lines in their order, each as a whole. `used` says what each counter has and is moved on as lines take of it;
 * a line that is rejected takes nothing.
 */
export function judgeLines(lines: readonly (readonly Booking[])[], used: Map<string, Decimal>): Verdict[] {
  return lines.map((bookings) => {
    const judged = bookings.map((booking): Judged => {
      const before = used.get(booking.counterId) ?? new Exact(0)
      return {
        ...booking,
        used: before,
        exceeded: before.plus(booking.amount).greaterThan(booking.rule.quotaValue),
      }
    })
    const result = resultOf(judged)
    if (result !== 'Reject') for (const one of judged) used.set(one.counterId, one.used.plus(one.amount))
    return { result, judged }
  })
}

/** As many orders like this one may come in between without a verdict of it changing. */
const others = 20

/** Whether these verdicts hold whatever a few orders at the same time take: nothing is exceeded, and much is left. */
export function isFarFromLimits(verdicts: readonly Verdict[]): boolean {
  const counters = Map.groupBy(
    verdicts.flatMap(({ judged }) => judged),
    ({ counterId }) => counterId,
  )
  return [...counters.values()].every((all) => {
    const asked = all.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    return all.every(({ used, rule }) =>
      used.plus(asked.times(others + 1)).lessThanOrEqualTo(rule.quotaValue),
    )
  })
}

export const isHard = ({ actionType }: Pick<QuotaRule, 'actionType'>): boolean =>
  actionType === 'Reject' || actionType === 'Automatic'

/** All rules hold at once, and the strictest answer wins. */
function resultOf(judged: readonly Pick<Judged, 'rule' | 'exceeded'>[]): QuotaResult {
  if (judged.length === 0) return 'None'
  if (judged.some(({ rule, exceeded }) => exceeded && isHard(rule))) return 'Reject'
  if (judged.some(({ exceeded }) => exceeded)) return 'ExceededQuota'
  const approves = judged.some(({ rule }) => rule.actionType === 'Approve' || rule.actionType === 'Automatic')
  return approves ? 'Approve' : 'WithinQuota'
}
