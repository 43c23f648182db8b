import {
  approvedOrder,
  rejectedOrder,
  revertedOrder,
  revisedOrder,
} from '@kervan/contract/order/order-management'
import { cancelOrder } from '@kervan/contract/order/order-my'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast, toastWithUndo } from '../../kit/feedback/toasts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import type { CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import type { OrderAction } from './orderActions.ts'
import { memoOf, type CancelForm, type RejectForm } from './reasons.ts'
import { adoptOrder, orderOptions, type Side } from './side.ts'
import type { LineWork } from './useLineWork.ts'

export type OrderMoves = ReturnType<typeof useOrderMoves>

/**
 * The moves of one order's chosen lines. Each carries the version that was looked at; when somebody was faster, `stale`
 * says who and when, and `reload` shows their work without losing what was chosen or typed.
 */
export function useOrderMoves(side: Side, order: OrderView | undefined, work: LineWork) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const [stale, setStale] = useState<{ of: string; refused: CallRefused } | null>(null)
  const options = (action: OrderAction) => ({
    failed: t(`order.decide.${action}.linesFailed`),
    onDone: (answer: OrderView) => adoptOrder(queries, side, answer),
    onRefused: (refused: CallRefused) => {
      if (refused.status !== 409 || refused.is('RequestInFlight') || !order) return false
      setStale({ of: order.id, refused })
      return true
    },
  })
  const calls = {
    approve: useCall(approvedOrder, options('approve')),
    reject: useCall(rejectedOrder, options('reject')),
    revise: useCall(revisedOrder, options('revise')),
    revert: useCall(revertedOrder, options('revert')),
    cancel: useCall(cancelOrder, options('cancel')),
  }
  const undo = useCall(revertedOrder, {
    failed: t('order.decide.revert.linesFailed'),
    onDone: (answer) => adoptOrder(queries, side, answer),
  })

  const picked = (action: OrderAction) => work.chosen.filter(({ actions }) => actions[action])
  const ids = (lines: readonly OrderLineView[]) => lines.map(({ id }) => id)
  const told = (action: OrderAction, count: number) =>
    tPlural(t, `order.decide.${action}.linesDone`, count, format.number(count))
  const done = (action: OrderAction, lines: readonly OrderLineView[]) => {
    work.done(ids(lines))
    toast('success', told(action, lines.length))
  }

  const takeBack = async ({ orderCode, version }: OrderView, lineIds: string[]) => {
    if (await undo.run({ orderCode, version, lineIds })) work.choose(lineIds, true)
  }

  return {
    picked,
    busy: Object.values(calls).some(({ isPending }) => isPending),
    stale: stale && stale.of === order?.id ? stale.refused : null,
    async reload() {
      if (order) await queries.refetchQueries({ queryKey: orderOptions(side, order.orderCode).queryKey })
      setStale(null)
    },
    async approve() {
      const lines = picked('approve')
      if (!order || lines.length === 0) return
      const answer = await calls.approve.run({
        orderCode: order.orderCode,
        version: order.version,
        lineIds: ids(lines),
      })
      if (!answer) return
      // Setting back is the exact opposite only where nothing but the state has changed.
      const wasPending = lines.every(
        ({ state, poQuantity, demandQuantity }) => state === 'Pending' && poQuantity === demandQuantity,
      )
      if (!wasPending || !answer.actions.revert) return done('approve', lines)
      work.done(ids(lines))
      toastWithUndo(told('approve', lines.length), () => void takeBack(answer, ids(lines)))
    },
    /** Throws the refusal, for the form that asks for the reason. */
    async reject({ reason, memo }: RejectForm) {
      const lines = picked('reject')
      if (!order || lines.length === 0) return
      const answer = await calls.reject.run({
        orderCode: order.orderCode,
        version: order.version,
        lineIds: ids(lines),
        reason,
        ...memoOf(memo),
      })
      if (answer) done('reject', lines)
    },
    async revert() {
      const lines = picked('revert')
      if (!order || lines.length === 0) return
      const answer = await calls.revert.run({
        orderCode: order.orderCode,
        version: order.version,
        lineIds: ids(lines),
      })
      if (answer) done('revert', lines)
    },
    /** Sends the typed quantities, or leads to the one that cannot be sent. Answers whether they were taken. */
    async revise(memo: string): Promise<boolean> {
      if (!order || work.changes.length === 0 || work.toFault()) return false
      const lines = work.changes.flatMap(({ line, judged }) =>
        judged.is === 'fit' ? [{ lineId: line.id, quantity: judged.quantity }] : [],
      )
      const answer = await calls.revise.run({
        orderCode: order.orderCode,
        version: order.version,
        lines,
        ...memoOf(memo),
      })
      if (!answer) return false
      work.discard()
      toast('success', told('revise', lines.length))
      return true
    },
    /** The chosen lines, or the whole order when none is chosen. */
    async cancel({ memo }: CancelForm) {
      if (!order) return
      const lines = picked('cancel')
      const some = lines.length > 0 ? { lineIds: ids(lines) } : {}
      const answer = await calls.cancel.run({
        orderCode: order.orderCode,
        version: order.version,
        memo,
        ...some,
      })
      if (answer)
        done('cancel', lines.length > 0 ? lines : order.lines.filter(({ actions }) => actions.cancel))
    },
  }
}
