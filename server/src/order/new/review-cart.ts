import { reviewCart } from '@kervan/contract/order/order-new'
import type { SessionContext } from '../../kit/context.ts'
import { handle, type Answer } from '../../kit/http/handle.ts'
import { addTotals } from '../prices.ts'
import { readCart, showTotals } from './cart.sql.ts'
import { groupsOf } from './place-pre-orders.ts'
import { poNumberNotes } from './po-number.ts'
import { planFor, readPlanLines } from './plan-lines.ts'
import { amountNotes } from './transaction-amounts.ts'
import { sayNote } from './say-note.ts'
import { coveredByStock, type Note } from '../plan-orders.ts'
import { cartDemand } from '../stock.sql.ts'
import { quotasOfPlan, seesQuotas } from '../quota/present.ts'
import { leftByQuota } from '../quota/reduce.ts'
import { quotaNotes, submitPlan } from '../quota/submit.ts'
import { orderSettings } from '../order-settings.ts'

const shownLines = 50
const isShort = (code: Note['code']) => code === 'NoStock' || code === 'Backorder'
/** What a quota makes of the lines of a note. */
const exceeding = { QuotaRejects: 'Reject', QuotaExceeded: 'ExceededQuota' } as const
const isQuota = (code: Note['code']): code is keyof typeof exceeding => code in exceeding

/** What placing would make of the cart now, by the same rule that placing uses (ORD-007). */
export async function reviewOf({
  tx,
  actor,
  now,
  language,
}: Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>): Promise<Answer<typeof reviewCart>> {
  const [cart, { lines, free, rules }] = await Promise.all([
    readCart({ tx, actor, language }),
    readPlanLines(tx, actor, cartDemand(actor), { lock: false, language }),
  ])
  const plan = await planFor(tx, actor, now, lines, free)
  const { orders } = await submitPlan(tx, actor, now, plan, rules, { lock: false })
  const shown = await seesQuotas(tx, actor)
  const quotas = shown ? quotasOfPlan(actor, orders) : []
  const pieces = orders.flatMap((order) => order.lines)
  const numbers = await poNumberNotes(tx, actor, cart.externalPoCode, lines, { lock: false, waiting: true })
  const amounts = await amountNotes(tx, actor, plan.orders)
  const notes = [...numbers, ...plan.notes, ...amounts, ...quotaNotes(orders)]
  const byLine = new Map(coveredByStock(lines, free).map(({ line, quantity }) => [line.id, quantity]))
  const sum = (quantities: Iterable<number>) => [...quantities].reduce((all, one) => all + one, 0)
  const covered = ({ code, lineIds }: Note) => {
    const left = isShort(code) ? byLine : shown && isQuota(code) ? leftByQuota(pieces, exceeding[code]) : null
    return left && lineIds.reduce((sum, id) => sum + (left.get(id) ?? 0), 0)
  }
  const { orderFlow } = await orderSettings(tx, actor.company)
  const hasLayers = orderFlow !== 'FundamentalFlow'
  const totals = addTotals(plan.orders.map((order) => order.totals))
  return {
    // The orders' own figures are the truth: each total is rounded for itself.
    cart: {
      ...cart,
      pendingQuantity: cart.quantity - sum(byLine.values()),
      orderedQuantity: sum(plan.orders.map((order) => order.quantity)),
      ...showTotals(actor, totals),
    },
    orders: plan.orders.map((order) => {
      const first = order.lines[0]?.line
      return {
        type: order.type,
        locationId: order.locationId,
        locationName: first?.locationName ?? '',
        locationCity: first?.locationCity ?? '',
        shipmentMethod: order.shipmentMethod,
        deliveryDate: order.deliveryDate,
        pointOfSaleId: first?.pointOfSaleId ?? null,
        pointOfSaleName: first?.pointOfSaleName ?? null,
        lineCount: order.lines.length,
        quantity: order.quantity,
        ...showTotals(actor, order.totals),
      }
    }),
    preOrders: hasLayers ? groupsOf(lines).length : null,
    notes: notes.map((note) => ({
      severity: note.severity,
      code: note.code,
      message: sayNote(language, cart.currency, note),
      lines: note.lineIds.length,
      lineIds: note.lineIds.slice(0, shownLines),
      covered: covered(note),
    })),
    quotas: quotas.map((quota) => ({ ...quota, lineIds: quota.lineIds.slice(0, shownLines) })),
    placeable: lines.length > 0 && notes.every((note) => note.severity === 'warning'),
  }
}

export default handle(reviewCart, reviewOf)
