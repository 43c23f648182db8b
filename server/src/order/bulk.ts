import { refusal } from '@kervan/contract/kit/refusals'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { pass, type BulkContext, type Passing } from '../kit/lists/handle-bulk.ts'
import type { ServedList } from '../kit/lists/serve-list.ts'
import type { Decision } from './decide.ts'
import { decideFor, saveDecided, stockFor, type Decided } from './decide-orders.ts'
import { lockOrders, type LockedOrder } from './order.sql.ts'
import type { Side } from './present-order.ts'

/** A decision on a selection of orders; the stock that the orders of a chunk take is given out in their order. */
export function decisionOn<I extends object>(options: {
  list: (input: I) => Pick<ServedList, 'ids'>
  scope: (actor: Actor) => RawBuilder<unknown>[]
  side: Side
  decision: (input: I) => Decision
}) {
  return {
    list: options.list,
    limit: 50_000,
    job: { atOnce: 1_000, chunk: 250 },
    notFound: () => refusal('OrderNotFound'),
    load: ({ tx, actor }: BulkContext<I>, ids: readonly string[], lock: { lock: boolean }) =>
      lockOrders(tx, actor.company.id, options.scope(actor), { ids: [...ids] }, lock),
    async judge(context: BulkContext<I>, orders: readonly LockedOrder[], lock: { lock: boolean }) {
      const decision = options.decision(context.input)
      const free = await stockFor(context, orders, decision, lock)
      return (order: LockedOrder) => {
        const outcome = decideFor(context, options.side, order, null, decision, free)
        return outcome.refused ?? pass(outcome.changes, outcome.changes.length)
      }
    },
    apply: (context: BulkContext<I>, passing: readonly Passing<LockedOrder, Decided>[]) =>
      saveDecided(context, options.decision(context.input), passing),
  }
}
