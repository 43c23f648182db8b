import { pendingOrders } from '@kervan/contract/order/order-management'
import type { OrderView } from '@kervan/contract/order/order-view'
import { isApproval, type Side } from '@kervan/contract/order/states'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import type { RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle, type AnyCall, type Handler, type InputTo } from '../kit/http/handle.ts'
import {
  handleBulk,
  pass,
  type BulkContext,
  type BulkHandler,
  type Passing,
} from '../kit/lists/handle-bulk.ts'
import type { ServedList } from '../kit/lists/serve-list.ts'
import { changedMeanwhile } from '../kit/records/changed-meanwhile.ts'
import { decide, type Decided, type Decision } from './decide.ts'
import { onBehalfOf, type OnBehalf } from './deputies/on-behalf.ts'
import { describeDecision, noticeOf, notifyOwners, toldOrders } from './decision-events.ts'
import { pricesVisible } from '../access/access.api.ts'
import { readBooks } from './quota/books.sql.ts'
import type { Books } from './quota/rebook.ts'
import { approvedIn, requestNotifications } from './health/requests.ts'
import { keepRequests } from './external/requests.ts'
import { lockOrders, saveDecisions, type LockedOrder } from './order.sql.ts'
import type { FreeStock } from './free-stock.ts'
import { readFreeStock } from './stock.sql.ts'
import { notifyManagers } from './notify-managers.ts'
import { previewDecision } from './preview-decision.ts'
import { presentOrder } from './present-order.ts'
import { orderSettings } from './order-settings.ts'

// A decision on orders, one or thousands: the same locks, the same rule, the same writes. Who decides is a side with its
// row scope; a decision says only how it is read from the input.

type Context = Omit<BulkContext, 'input'>
type Decider = { side: Side; scope: (actor: Actor) => RawBuilder<unknown>[] }

/** What is to be written of one order; `behalf` is who it is decided for, null for the decider's own. */
type Plan = Decided & { behalf: OnBehalf | null }

/** A decision on lines of one order: on those that are named, or on all that it fits. */
export function handleDecision<C extends AnyCall>(
  call: C,
  decider: Decider,
  read: (input: InputTo<C>) => { decision: Decision; lineIds: readonly string[] | null },
): Handler {
  return handle(call, async (context): Promise<never> => {
    const input = context.input as InputTo<C> & { orderCode: string; version: number }
    await decideOne(context, call, decider, input, read(input))
    const scope = decider.scope(context.actor)
    return (await presentOrder(context, scope, input.orderCode, decider.side)) satisfies OrderView as never
  })
}

/**
 * Carries out a decision on one order as it was looked at. Throws `OrderNotFound`, `ChangedMeanwhile` and what the rule of
 * the decision refuses.
 */
export async function decideOne(
  context: SessionContext,
  { permission }: Pick<AnyCall, 'permission'>,
  { side, scope }: Decider,
  { orderCode, version }: { orderCode: string; version: number },
  { decision, lineIds }: { decision: Decision; lineIds: readonly string[] | null },
): Promise<void> {
  const { actor } = context
  const order = await lockOne(context, scope(actor), orderCode)
  if (order.version !== version) throw await changedMeanwhile(context, 'order', order.id)
  const free = await stockFor(context, [order], decision)
  const books = await booksFor(context, [order], decision)
  const decider = { membershipId: actor.membershipId, who: side }
  const behalf = onBehalfOf(actor, permission, order, { approves: isApproval(decision.action) })
  if (behalf instanceof Refusal) throw behalf
  const outcome = decide(order, lineIds, decision, decider, free, books)
  if (outcome.refused) throw outcome.refused
  await saveDecided(context, decision, [{ record: order, plan: { ...outcome, behalf } }])
}

/** What is to be done with an order of a selection, or why nothing is. Without `lineIds` all lines that it fits. */
type Judged = { decision: Decision; lineIds: readonly string[] | null }
type Read = (
  context: Context,
  orders: readonly LockedOrder[],
) => Promise<(order: LockedOrder) => Judged | Refusal>

/**
 * The same decision on a selection; the stock that the orders of a chunk take is given out in their order. `judged` says
 * where it is another for each order.
 */
export function handleDecisions<C extends AnyCall>(
  call: C,
  { side, scope }: Decider,
  list: (input: InputTo<C>) => Pick<ServedList, 'ids'>,
  read: (input: InputTo<C>) => Decision,
  judged: (input: InputTo<C>) => Read | null = () => null,
): BulkHandler {
  return handleBulk<C, LockedOrder, Plan>(call, {
    list,
    limit: 50_000,
    job: { atOnce: 1_000, chunk: 250 },
    notFound: () => refusal('OrderNotFound'),
    load: ({ tx, actor }, ids, lock) =>
      lockOrders(tx, actor.company.id, scope(actor), { ids: [...ids] }, lock),
    async judge(context, orders, lock) {
      const decision = read(context.input)
      const decider = { membershipId: context.actor.membershipId, who: side }
      const each = await judged(context.input)?.(context, orders)
      const free = await stockFor(context, orders, decision, lock)
      const books = await booksFor(context, orders, decision, lock)
      return (order) => {
        const own = each?.(order) ?? { decision, lineIds: null }
        if (own instanceof Refusal) return own
        const behalf = onBehalfOf(context.actor, call.permission, order, {
          approves: isApproval(own.decision.action),
        })
        if (behalf instanceof Refusal) return behalf
        const outcome = decide(order, own.lineIds, own.decision, decider, free, books)
        return outcome.refused ?? pass({ ...outcome, behalf }, outcome.changes.length)
      }
    },
    preview: (context, ids) => previewDecision(context, read(context.input), ids),
    apply: (context, passing) => saveDecided(context, read(context.input), passing),
  })
}

/** A manager's decision on all lines of a locked order that it fits. Answers why it is refused, or null once it is written. */
export async function decideEach(
  context: Context,
  order: LockedOrder,
  decision: Decision,
  responseId: string | null,
): Promise<Refusal | null> {
  const free = await stockFor(context, [order], decision)
  const books = await booksFor(context, [order], decision)
  const decider = { membershipId: context.actor.membershipId, who: 'manager' } as const
  const outcome = decide(order, null, decision, decider, free, books)
  if (outcome.refused) return outcome.refused
  await saveDecided(context, decision, [{ record: order, plan: { ...outcome, behalf: null } }], responseId)
  return null
}

/** The order inside the scope, locked. Throws `OrderNotFound`. */
export async function lockOne(
  { tx, actor }: SessionContext,
  scope: RawBuilder<unknown>[],
  code: string,
  options?: { lock: boolean },
): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, actor.company.id, scope, { codes: [code] }, options)
  if (!order) throw refusal('OrderNotFound')
  return order
}

/** What is decided without a change of quantity: stock and quotas stay as they are. */
const keepsStock: ReadonlySet<Decision['action']> = new Set(['approve', 'sendExternal', 'acceptExternal'])

/**
 * Free stock that the decision may take from, locked in one order by everybody. Approving keeps what is reserved;
 * whatever else is decided gives stock back or takes more.
 */
function stockFor(
  { tx, actor }: Context,
  orders: readonly LockedOrder[],
  { action }: Pick<Decision, 'action'>,
  options: { lock: boolean } = { lock: true },
): Promise<FreeStock> {
  const lines = keepsStock.has(action) ? [] : orders.flatMap((order) => order.lines)
  return readFreeStock(tx, actor.company.id, lines, options)
}

/** What the lines hold of quotas, locked after the stock by everybody. Approving keeps what is booked. */
async function booksFor(
  { tx, actor }: Context,
  orders: readonly LockedOrder[],
  { action }: Pick<Decision, 'action'>,
  options: { lock: boolean } = { lock: true },
): Promise<Books> {
  const lines = keepsStock.has(action) ? [] : orders.flatMap((order) => order.lines)
  const { quotaActive } = await orderSettings(tx, actor.company)
  const booked = lines.flatMap(({ id, quotaState }) => (quotaActive || quotaState !== 'None' ? [id] : []))
  const hidesAmounts = !pricesVisible(actor.company.priceVisibility, actor)
  return readBooks(tx, actor.company.id, booked, { ...options, hidesAmounts })
}

/** Writes what was decided with its events and audit entries, and tells who placed the orders. */
export async function saveDecided(
  { tx, actor, services, now, jobId }: Context,
  decision: Decision,
  passing: readonly Pick<Passing<LockedOrder, Plan>, 'record' | 'plan'>[],
  responseId: string | null = null,
): Promise<void> {
  const decided = passing.map(({ record: order, plan: { changes, quota, behalf } }) => ({
    order,
    changes,
    quota,
    behalf: behalf?.name ?? null,
    ...describeDecision(order, changes, decision, behalf?.name ?? null),
  }))
  const notice = noticeOf(decision)
  if (notice) {
    const why = {
      ...('memo' in decision && { memo: decision.memo }),
      ...('reason' in decision && { rejectReason: decision.reason }),
    }
    await notifyOwners(tx, services.jobs, { ...actor, jobId }, now, notice, toldOrders(decided), why)
  }
  if (decision.action === 'cancel') {
    const lines = new Map(decided.map(({ order, changes }) => [order.id, changes.length]))
    const told = { by: actor, jobId }
    await notifyManagers(
      tx,
      services,
      actor.company.id,
      now,
      'order.cancelled',
      pendingOrders.page,
      lines,
      told,
    )
  }
  await saveDecisions(tx, actor, now, decided)
  await requestNotifications(tx, services, { actor, now }, approvedIn(decided))
  await keepRequests(tx, actor, now, decided, { approved: answerOf(decision), responseId })
}

/** What a decision answers to who was asked; taking the request back answers nothing. */
const answerOf = ({ action }: Decision): boolean | null =>
  action === 'acceptExternal' ? true : action === 'refuseExternal' ? false : null
