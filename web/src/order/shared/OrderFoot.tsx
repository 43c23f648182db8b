import type { OrderView } from '@kervan/contract/order/order-view'
import { chosenRejectReasons } from '@kervan/contract/order/words'
import { Button, TextInput } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { Form, useKitForm, type KitForm } from '../../kit/form/Form.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { orderActions, type OrderAction } from './orderActions.ts'
import css from './order.module.css'
import { CancelForm, RejectForm } from './reasons.ts'
import type { Side } from './side.ts'
import { sendButton, type LineWork } from './useLineWork.ts'
import type { OrderMoves } from './useOrderMoves.ts'

export type FootAsks = 'reject' | 'cancel' | null
type Props = {
  order: OrderView
  side: Side
  work: LineWork
  moves: OrderMoves
  asks: FootAsks
  setAsks: (asks: FootAsks) => void
  startRevising: () => void
  onReorder: (() => void) | null
}

/** What is chosen on the left, what can be done with it on the right. A action that needs a reason asks for it in place. */
export function OrderFoot(props: Props) {
  const { asks, setAsks, work } = props
  if (asks === 'reject') return <AskReject {...props} onClose={() => setAsks(null)} />
  if (asks === 'cancel') return <AskCancel {...props} onClose={() => setAsks(null)} />
  if (work.isRevising) return <SendQuantities {...props} />
  return props.side === 'manager' ? <ManagerFoot {...props} /> : <OwnerFoot {...props} />
}

function Foot({ left, children }: { left: ReactNode; children: ReactNode }) {
  return (
    <footer className={css.foot}>
      <span className={css.footLeft} aria-live="polite">
        {left}
      </span>
      <span className={css.footRight}>{children}</span>
    </footer>
  )
}

function ManagerFoot({ order, work, moves, setAsks, startRevising }: Props) {
  const { t } = useTranslation()
  const { actions } = order
  if (!actions.approve && !actions.reject && !actions.revise && !actions.revert) {
    return (
      <Foot
        left={t(order.type === 'Backorder' ? 'order.detail.backorderWaits' : 'order.detail.nothingToDecide')}
      >
        {null}
      </Foot>
    )
  }
  return (
    <Foot left={<Selection work={work} />}>
      {actions.revert && <LineButton action="revert" moves={moves} onPress={() => void moves.revert()} />}
      {actions.reject && <LineButton action="reject" moves={moves} onPress={() => setAsks('reject')} />}
      {actions.revise && (
        <Button
          variant="default"
          disabled={moves.busy}
          onClick={startRevising}
          rightSection={<Kbd keys={orderActions.revise.key} />}
          aria-keyshortcuts="R"
        >
          {t('order.decide.revise.short')}
        </Button>
      )}
      {actions.approve && <LineButton action="approve" moves={moves} onPress={() => void moves.approve()} />}
    </Foot>
  )
}

function OwnerFoot({ order, work, moves, setAsks, onReorder }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const { actions } = order
  const chosen = moves.picked('cancel').length
  return (
    <Foot
      left={
        actions.cancel ? (
          <Selection work={work} />
        ) : (
          t(order.allCancelled ? 'order.detail.isCancelled' : 'order.detail.nothingToCancel')
        )
      }
    >
      {actions.cancel && (
        <Button
          variant="default"
          className={css.danger ?? ''}
          disabled={moves.busy}
          onClick={() => setAsks('cancel')}
          rightSection={<Kbd keys={orderActions.cancel.key} />}
          aria-keyshortcuts="X"
        >
          {chosen > 0
            ? `${tPlural(t, 'order.decide.cancel.lines', chosen, format.number(chosen))}…`
            : t('order.detail.cancelOrder')}
        </Button>
      )}
      {actions.reorder && onReorder && (
        <Button
          variant="default"
          leftSection={<IconShoppingCartPlus size={16} aria-hidden />}
          disabled={moves.busy}
          onClick={onReorder}
        >
          {t('order.my.reorder')}
        </Button>
      )}
    </Foot>
  )
}

function Selection({ work }: { work: LineWork }) {
  const { t } = useTranslation()
  const format = useFormats()
  const { chosen } = work
  if (chosen.length === 0) return t('order.detail.noneSelected')
  const units = chosen.reduce((sum, line) => sum + line.poQuantity, 0)
  return [
    tPlural(t, 'order.detail.selected', chosen.length, format.number(chosen.length)),
    tPlural(t, 'order.detail.units', units, format.number(units)),
  ].join(' · ')
}

/** A action on the chosen lines it fits. Its number is theirs. */
function LineButton({
  action,
  moves,
  onPress,
}: {
  action: OrderAction
  moves: OrderMoves
  onPress: () => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const { key, danger } = orderActions[action]
  const count = moves.picked(action).length
  const asks = action === 'reject'
  const label =
    action === 'approve' && count > 0
      ? tPlural(t, 'order.decide.approve.lines', count, format.number(count))
      : t(asks ? 'order.decide.reject.asking' : `order.decide.${action}.short`)
  return (
    <Button
      variant={action === 'approve' ? 'filled' : 'default'}
      className={danger ? (css.danger ?? '') : ''}
      disabled={count === 0 || moves.busy}
      onClick={onPress}
      rightSection={<Kbd keys={key} />}
      aria-keyshortcuts={key.toUpperCase()}
    >
      {label}
    </Button>
  )
}

function SendQuantities({ work, moves }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const [memo, setMemo] = useState('')
  const count = work.changes.length
  return (
    <Foot
      left={
        <TextInput
          className={css.footMemo ?? ''}
          value={memo}
          maxLength={500}
          placeholder={t('order.detail.reviseMemo')}
          aria-label={t('order.detail.reviseMemo')}
          onChange={(event) => setMemo(event.currentTarget.value)}
        />
      }
    >
      <Button variant="default" disabled={moves.busy} onClick={work.discard}>
        {t('order.detail.discard')}
      </Button>
      <Button
        id={sendButton}
        loading={moves.busy}
        disabled={count === 0}
        onClick={() => void moves.revise(memo)}
      >
        {count === 0
          ? t('order.decide.revise.short')
          : tPlural(t, 'order.decide.revise.lines', count, format.number(count))}
      </Button>
    </Foot>
  )
}

/** A question in place of the bar: its first field has the focus, and its answer takes something away. */
function Asks<T extends FieldValues>({
  form,
  words,
  moves,
  onClose,
  children,
}: {
  form: KitForm<T>
  words: string
  moves: OrderMoves
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return (
    <div ref={root}>
      <Form form={form} className={css.asks ?? ''} label={words}>
        {children}
        <div className={css.asksButtons}>
          <Button variant="default" onClick={onClose}>
            {t('order.detail.keepLines')}
          </Button>
          <Button type="submit" color="red" loading={moves.busy}>
            {words}
          </Button>
        </div>
      </Form>
    </div>
  )
}

function AskReject({ moves, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const { state } = useWords()
  const format = useFormats()
  const count = moves.picked('reject').length
  const form = useKitForm<RejectForm>({
    schema: RejectForm,
    start: { memo: '' },
    onSubmit: async (values) => {
      await moves.reject(values)
      onClose()
    },
  })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const words = tPlural(t, 'order.decide.reject.lines', count, format.number(count))
  return (
    <Asks form={form} words={words} moves={moves} onClose={onClose}>
      <div className={css.asksFields}>
        <SelectField
          name="reason"
          label={t('order.decide.reason')}
          placeholder={t('order.decide.chooseReason')}
          data={chosenRejectReasons.map((value) => ({ value, label: state('rejectReason', value) }))}
          focusFirst
        />
        <TextAreaField
          name="memo"
          label={t('order.decide.memo')}
          hint={t('order.decide.memoHint')}
          rows={1}
          maxLength={500}
          optional={reason !== 'Other'}
        />
      </div>
    </Asks>
  )
}

function AskCancel({ order, moves, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const chosen = moves.picked('cancel').length
  const form = useKitForm<CancelForm>({
    schema: CancelForm,
    start: { memo: '' },
    onSubmit: async (values) => {
      await moves.cancel(values)
      onClose()
    },
  })
  const words =
    chosen > 0
      ? tPlural(t, 'order.decide.cancel.lines', chosen, format.number(chosen))
      : t('order.detail.cancelWhole', { code: order.orderCode })
  return (
    <Asks form={form} words={words} moves={moves} onClose={onClose}>
      <p className={css.asksText}>{t('order.decide.cancel.text')}</p>
      <TextAreaField
        name="memo"
        label={t('order.decide.memo')}
        hint={t('order.decide.memoHintCancel')}
        rows={1}
        maxLength={500}
        focusFirst
      />
    </Asks>
  )
}
