import { revertedOrder } from '@kervan/contract/order/order-management'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import type { LineAction, Side } from '@kervan/contract/order/states'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallRefused } from '../../kit/call/refused.ts'
import { useCall, useSend } from '../../kit/call/useCall.ts'
import { toast, toastWithUndo } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { cancelAction, managerActions, type OrderAction } from './orderActions.tsx'
import { memoOf } from '../../kit/bulk/reasonForms.tsx'
import { adoptOrder, orderOptions } from './side.ts'
import { isOpen, type LineWork } from './useLineWork.ts'

/**
 * What can be done with one order's chosen lines, from the same declarations as in the lists. Each decision carries the
 * version that was looked at; when somebody was faster, `stale` says who and when, and `reload` shows their work without
 * losing what was chosen or typed.
 */
export function useOrderActions(side: Side, order: OrderView | undefined, work: LineWork) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const [stale, setStale] = useState<{ of: string; refused: CallRefused } | null>(null)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const noteStale = (refused: CallRefused): boolean => {
    if (refused.status !== 409 || refused.is('RequestInFlight') || !order) return false
    setStale({ of: order.id, refused })
    return true
  }
  const failed = t('order.decide.linesFailed')
  const onDone = (answer: OrderView) => adoptOrder(queries, side, answer)
  const send = useSend({ failed, onDone, onRefused: noteStale })
  const undo = useCall(revertedOrder, { failed, onDone })

  const openLines = (action: LineAction) => (order?.lines ?? []).filter((line) => isOpen(line, action))
  const picked = (action: LineAction) => work.chosen.filter((line) => isOpen(line, action))
  const ids = (lines: readonly OrderLineView[]) => lines.map(({ id }) => id)
  const told = (action: LineAction, lines: readonly unknown[]) =>
    tPlural(t, `order.decide.${action}.linesDone`, lines.length, format.number(lines.length))
  /** Who ordered and has chosen no line means the whole order. */
  const isWhole = (action: LineAction) => side === 'owner' && picked(action).length === 0
  const meant = (action: LineAction) => (isWhole(action) ? openLines(action) : picked(action))
  const wordsOf = (action: LineAction) => {
    const lines = meant(action)
    return tPlural(t, `order.decide.${action}.lines`, lines.length, format.number(lines.length))
  }

  const takeBack = async ({ orderCode, version }: OrderView, lineIds: string[]) => {
    if (await undo.run({ orderCode, version, lineIds })) work.choose(lineIds, true)
  }
  const finish = (action: LineAction, lines: readonly OrderLineView[], answer: OrderView) => {
    work.done(ids(lines))
    // Setting back is the exact opposite only where nothing but the state has changed.
    const wasPending = lines.every(
      ({ state, poQuantity, demandQuantity }) => state === 'Pending' && poQuantity === demandQuantity,
    )
    if (action === 'approve' && wasPending && answer.actions.revert === null)
      toastWithUndo(told(action, lines), () => void takeBack(answer, ids(lines)))
    else toast('success', told(action, lines))
  }

  /** Opens the quantities for typing. */
  const startRevising = () => work.open(picked('revise').length > 0 ? picked('revise') : openLines('revise'))
  const begin = async ({ key, one, tone, bulk }: OrderAction) => {
    if (!order) return
    if (key === 'revise') return startRevising()
    const lines = meant(key)
    const { orderCode, version } = order
    const named = { orderCode, version, ...(isWhole(key) ? {} : { lineIds: ids(lines) }) }
    const words = isWhole(key) ? t('order.detail.cancelWhole', { code: orderCode }) : wordsOf(key)
    const { form } = bulk
    if (!form) {
      const answer = await send.run(one, named)
      return answer && finish(key, lines, answer)
    }
    const { Fields, input = (values) => values, schema, start, paths } = form
    const close = () => setDialog(null)
    setDialog(
      <FormDialog
        title={words}
        {...(side === 'owner' ? { text: t('order.decide.cancel.text') } : {})}
        action={words}
        {...(isWhole(key) || key === 'cancel' ? { keep: t('order.detail.keepLines') } : {})}
        danger={tone === 'danger'}
        size={520}
        schema={schema}
        start={start}
        paths={paths}
        onSubmit={async (values) => {
          const answer = await send.attempt(one, { ...named, ...input(values) })
          if (answer) finish(key, lines, answer)
        }}
        onRefused={(refused) => {
          const isStale = noteStale(refused)
          if (isStale) close()
          return isStale
        }}
        onClose={close}
      >
        <Fields />
      </FormDialog>,
    )
  }

  /** With their number, where lines are chosen; three dots where more is asked. */
  const labelOf = ({ key, label, bulk }: OrderAction) =>
    isWhole(key) || meant(key).length === 0 || (side === 'manager' && bulk.form)
      ? t(label)
      : `${wordsOf(key)}${bulk.form ? '…' : ''}`
  const declared = side === 'manager' ? managerActions : [cancelAction]
  const actions = declared
    .filter(({ key, shown }) => order?.actions[key] !== undefined && shown?.(order as never) !== false)
    // What is offered in this state only is what it is opened for.
    .toSorted((a, b) => Number(b.shown !== undefined) - Number(a.shown !== undefined))
    .map((action): GridAction => {
      const { key, icon, hotkey, tone } = action
      const [chosen] = work.chosen
      const needsLines = side === 'manager' && key !== 'revise' && meant(key).length === 0
      return {
        key,
        label: labelOf(action),
        icon,
        ...(hotkey ? { hotkey } : {}),
        ...(tone ? { tone } : {}),
        blocked:
          order?.actions[key] ??
          (needsLines ? (chosen?.actions[key] ?? t('order.detail.noneSelected')) : null),
        run: () => void begin(action),
      }
    })

  return {
    actions,
    startRevising,
    isBusy: send.isPending,
    dialog,
    stale: stale && stale.of === order?.id ? stale.refused : null,
    async reload() {
      if (order) await queries.refetchQueries({ queryKey: orderOptions(side, order.orderCode).queryKey })
      setStale(null)
    },
    /** Sends the typed quantities, or leads to the one that cannot be sent. Answers whether they were taken. */
    async sendQuantities(memo: string): Promise<void> {
      const revise = managerActions.find(({ key }) => key === 'revise')
      if (!order || !revise || work.changes.length === 0 || work.toFault()) return
      const lines = work.changes.flatMap(({ line, judged }) =>
        judged.is === 'fit' ? [{ lineId: line.id, quantity: judged.quantity }] : [],
      )
      const { orderCode, version } = order
      const answer = await send.run(revise.one, { orderCode, version, lines, ...memoOf(memo) })
      if (!answer) return
      work.discard()
      toast('success', told('revise', lines))
    },
  }
}
