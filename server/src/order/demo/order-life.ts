import { orderLineTable } from '@kervan/contract/order/states'
import type { LineState, LineType, RejectReason } from '@kervan/contract/order/words'
import type { RecordedEvent } from '../../kit/records/audit.ts'
import { decide, type DecidedLine, type Decision } from '../decide.ts'
import { describeDecision } from '../decision-events.ts'
import { stockKey } from '../../company/company.api.ts'
import { dayLong, type Calendar } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { By, DemoVariant } from '../../demo/world.ts'

// What becomes of an order after it was placed. A whole life is planned, in steps that the product's own rules carry
// out; what would happen after today has not happened, so young orders are open and old ones closed.

export type DemoLine = DecidedLine & {
  unitPrice: string
  rejectReason: RejectReason
  memo: string | null
  variant: DemoVariant
  externalCode: string | null
}
export type DemoOrder = {
  id: string
  code: string
  version: number
  type: LineType
  recordUserId: string
  customerId: string
  discountPercent: string
  lastEventAt: Date
  lines: DemoLine[]
}
type Doing = Decision | { action: 'complete'; share: 'all' | 'part' }
export type Step = { at: number; by: By; lineIds: string[] | null; doing: Doing }
/** What one step left behind. */
export type Trace = { at: number; by: By; event: RecordedEvent; before: LineSummary[]; after: LineSummary[] }
type LineSummary = { id: string; state: LineState; poQuantity: number }

/** What somebody without a face does: the company's delivery feed. */
export const deliveryFeed: By = { id: null, name: 'Delivery feed' }

export function live(order: DemoOrder, steps: readonly Step[], now: number): Trace[] {
  const traces: Trace[] = []
  for (const step of steps) {
    if (step.at > now) break
    traces.push(take(order, step))
    order.version += 1
    order.lastEventAt = new Date(step.at)
  }
  return traces
}

function take(order: DemoOrder, step: Step): Trace {
  const { doing } = step
  if (doing.action === 'complete') return deliver(order, step, doing)
  const who = doing.action === 'cancel' ? 'owner' : 'manager'
  const stock = new Map(
    order.lines.map((line) => [
      stockKey(line.variantId, line.supplyLocationId ?? ''),
      Number.MAX_SAFE_INTEGER,
    ]),
  )
  const outcome = decide(order, step.lineIds, doing, { membershipId: step.by.id ?? '', who }, stock)
  if (outcome.refused) throw outcome.refused
  const { event } = describeDecision(order, outcome.changes, doing)
  const lines = new Map(order.lines.map((line) => [line.id, line]))
  const changed = outcome.changes.flatMap((change) => lines.get(change.id) ?? [])
  const before = changed.map(summary)
  for (const change of outcome.changes)
    Object.assign(lines.get(change.id) ?? {}, {
      state: change.state,
      poQuantity: change.poQuantity,
      rejectReason: change.rejectReason,
      memo: change.memo,
    })
  return { at: step.at, by: step.by, event, before, after: changed.map(summary) }
}

/** What the delivery feed tells. */
function deliver(order: DemoOrder, step: Step, doing: Exclude<Doing, Decision>): Trace {
  const fitting = order.lines.filter((line) => orderLineTable.allows(doing.action, line.state, 'erp'))
  const chosen = doing.share === 'part' ? fitting.slice(0, Math.ceil(fitting.length / 2)) : fitting
  const before = chosen.map(summary)
  for (const line of chosen) {
    line.state = orderLineTable.after(doing.action, line.state)
    line.completedQuantity = line.poQuantity
  }
  // Of the first line that is left, a part may have come too.
  const rest = fitting[chosen.length]
  if (rest && rest.poQuantity > rest.packUnit)
    rest.completedQuantity = Math.floor(rest.poQuantity / rest.packUnit / 2) * rest.packUnit
  return {
    at: step.at,
    by: step.by,
    event: {
      recordType: 'order',
      recordId: order.id,
      kind: 'order.completed',
      facts: { count: chosen.length },
    },
    before,
    after: chosen.map(summary),
  }
}

function summary({ id, state, poQuantity }: DemoLine): LineSummary {
  return { id, state, poQuantity }
}

const lives = {
  approved: 58,
  rejected: 6,
  cancelled: 5,
  partlyCancelled: 3,
  revised: 10,
  split: 9,
  reverted: 3,
  external: 6,
} as const

type Plan = {
  order: DemoOrder
  placedAt: number
  deliveryAt: number
  owner: By
  managers: readonly By[]
  calendar: Calendar
  random: Random
}

/** The life of an order, as it will be. A backorder waits for goods, until its owner has enough of waiting. */
export function planLife(plan: Plan): Step[] {
  const { order, placedAt, owner, managers, calendar, random } = plan
  if (order.type === 'Backorder') {
    return [
      {
        at: calendar.atWork(placedAt + random.between(12, 50) * dayLong, random),
        by: owner,
        lineIds: null,
        doing: { action: 'cancel', memo: random.pick(cancelMemos) },
      },
    ]
  }
  const manager = random.favour(managers)
  // Most is decided within a day, some of it lies for a while.
  const patience =
    (0.08 + random.exponential(0.9) + (random.chance(0.18) ? random.between(2, 5) : 0)) * dayLong
  const decidedAt = calendar.atWork(placedAt + patience, random)
  const later = (from: number, days: number) => calendar.atWork(from + days * dayLong, random)
  const by = (at: number, doing: Doing, lineIds: string[] | null = null): Step => ({
    at,
    by: doing.action === 'cancel' ? owner : manager,
    lineIds,
    doing,
  })
  const some = () =>
    random
      .sample(order.lines, random.int(1, Math.max(1, Math.ceil(order.lines.length / 3))))
      .map(({ id }) => id)
  const reject = () => ({ action: 'reject', ...random.pick(rejections) }) as const
  const life = random.weighted(lives)
  switch (life) {
    case 'cancelled':
      return [
        by(later(placedAt, random.between(0.02, 0.6)), { action: 'cancel', memo: random.pick(cancelMemos) }),
      ]
    case 'rejected':
      return [by(decidedAt, reject())]
    case 'external':
      // Old ones have had their answer long ago, and went on as all others.
      if (calendar.now - placedAt < 16 * dayLong)
        return [by(Math.min(decidedAt, placedAt + dayLong), { action: 'sendExternal' })]
      return approved(plan, manager, decidedAt)
    case 'partlyCancelled': {
      if (order.lines.length < 2) return approved(plan, manager, decidedAt)
      const cancelledAt = placedAt + random.between(0.2, 0.8) * (decidedAt - placedAt)
      return [
        by(cancelledAt, { action: 'cancel', memo: random.pick(cancelMemos) }, some()),
        ...approved(plan, manager, decidedAt),
      ]
    }
    case 'split':
      if (order.lines.length < 2) return approved(plan, manager, decidedAt)
      return [by(decidedAt, reject(), some()), ...approved(plan, manager, decidedAt + 60_000)]
    case 'reverted': {
      const again = decidedAt + random.between(0.2, 3) * (dayLong / 24)
      return [
        by(decidedAt, { action: 'approve' }),
        by(again, { action: 'revert' }),
        ...approved(plan, manager, later(again, random.between(0.1, 2))),
      ]
    }
    case 'revised': {
      const percent = random.pick([40, 50, 60, 75, 80])
      const revisable = order.lines.filter((line) => line.demandQuantity > line.packUnit)
      if (revisable.length === 0) return approved(plan, manager, decidedAt)
      const chosen = random.sample(revisable, random.int(1, Math.min(6, revisable.length)))
      const quantities = new Map(
        chosen.map((line) => [
          line.id,
          Math.max(1, Math.floor((line.demandQuantity * percent) / 100 / line.packUnit)) * line.packUnit,
        ]),
      )
      const revise = by(
        decidedAt,
        { action: 'revise', quantities, memo: random.chance(0.5) ? random.pick(reviseMemos) : null },
        [...quantities.keys()],
      )
      return [revise, ...approved(plan, manager, later(decidedAt, random.between(1, 8)))]
    }
    case 'approved':
      return approved(plan, manager, decidedAt)
  }
}

/** Approved, and delivered in one go or in two. One in a hundred is never delivered to the end. */
function approved({ deliveryAt, calendar, random }: Plan, manager: By, at: number): Step[] {
  const first = calendar.atWork(
    Math.max(at + dayLong / 4, deliveryAt + random.between(-0.2, 1.2) * dayLong),
    random,
  )
  const second = calendar.atWork(first + random.between(1, 6) * dayLong, random)
  const delivered = (when: number, share: 'all' | 'part'): Step => ({
    at: when,
    by: deliveryFeed,
    lineIds: null,
    doing: { action: 'complete', share },
  })
  const deliveries = random.weighted({ once: 82, twice: 17, never: 1 })
  return [
    { at, by: manager, lineIds: null, doing: { action: 'approve' } },
    ...(deliveries === 'once' ? [delivered(first, 'all')] : [delivered(first, 'part')]),
    ...(deliveries === 'twice' ? [delivered(second, 'all')] : []),
  ]
}

const rejections: readonly { reason: RejectReason; memo: string | null }[] = [
  { reason: 'OutOfStock', memo: null },
  { reason: 'OutOfStock', memo: 'Next batch is released in two weeks.' },
  { reason: 'OutOfStock', memo: 'Üretim planında, gelecek ay sevk edilecek.' },
  { reason: 'ExcessDemand', memo: null },
  { reason: 'ExcessDemand', memo: 'More than twice the monthly average.' },
  { reason: 'OutOfBounds', memo: null },
  { reason: 'OutOfBounds', memo: 'Above the limit agreed for this quarter.' },
  { reason: 'Other', memo: 'Overdue invoices; please contact accounts receivable.' },
  { reason: 'Other', memo: 'Vadesi geçmiş bakiye nedeniyle bekletildi.' },
  { reason: 'Other', memo: 'Entered twice, see the order of the same day.' },
]
const cancelMemos = [
  'Entered by mistake.',
  'Yanlış şube seçildi.',
  'Ordered twice.',
  'No longer needed.',
  'Teslim tarihi uymuyor.',
  'Goods bought elsewhere in the meantime.',
  'Falscher Lieferort.',
] as const
const reviseMemos = [
  'Shared out among all customers.',
  'Rest follows with the next delivery.',
  'Stok dağıtımı nedeniyle azaltıldı.',
  'Half a pallet fits the lorry.',
] as const
