import type { OrderView } from '@kervan/contract/order/order-view'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../kit/feedback/dialogs.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { RecordFoot } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './order.module.css'
import { isWhole } from './side.ts'
import { mayBeChosen, sendButton, type LineWork } from './useLineWork.ts'

type Props = {
  order: OrderView
  work: LineWork
  actions: readonly GridAction[]
  isBusy: boolean
  onSend: (memo: string) => void
}

/** What is chosen on the left, what can be done with it on the right; while quantities are typed, the way to send them. */
export function OrderFoot({ order, work, actions, isBusy, onSend }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  if (!isWhole(order))
    return (
      <RecordFoot
        actions={actions}
        buttons={3}
        left={t('order.detail.shownOf', {
          shown: format.number(order.lines.length),
          all: format.number(order.lineCount),
        })}
      />
    )
  if (work.isRevising) return <SendQuantities work={work} isBusy={isBusy} onSend={onSend} />
  const { chosen } = work
  const units = chosen.reduce((sum, line) => sum + line.poQuantity, 0)
  const words =
    chosen.length === 0
      ? t('order.detail.noneSelected')
      : [
          tPlural(t, 'order.detail.selected', chosen.length, format.number(chosen.length)),
          tPlural(t, 'order.detail.units', units, format.number(units)),
          ...(order.total === null
            ? []
            : [t('order.detail.orderTotal', { total: format.money(order.total, order.currency) })]),
        ].join(' · ')
  return (
    <RecordFoot
      actions={actions}
      buttons={3}
      left={
        order.lines.some(mayBeChosen)
          ? words
          : order.shownState === 'Cancelled'
            ? t('order.detail.isCancelled')
            : undefined
      }
    />
  )
}

function SendQuantities({ work, isBusy, onSend }: Pick<Props, 'work' | 'isBusy' | 'onSend'>) {
  const { t } = useTranslation()
  const format = useFormats()
  const [memo, setMemo] = useState('')
  const count = work.changes.length
  const discard = async () => {
    const words = { count, amount: format.number(count) }
    const sure =
      count === 0 ||
      (await confirm({
        title: t('order.detail.discardTitle', words),
        action: t('order.detail.discardAction', words),
        keep: t('order.detail.keepTyped'),
        danger: true,
      }))
    if (sure) work.discard()
  }
  return (
    <footer className={css.foot}>
      <TextInput
        className={css.footMemo ?? ''}
        value={memo}
        maxLength={500}
        placeholder={t('order.detail.reviseMemo')}
        aria-label={t('order.detail.reviseMemo')}
        onChange={(event) => setMemo(event.currentTarget.value)}
      />
      <Button variant="default" disabled={isBusy} onClick={() => void discard()}>
        {t('order.detail.discard')}
      </Button>
      <Button id={sendButton} loading={isBusy} disabled={count === 0} onClick={() => onSend(memo)}>
        {count === 0
          ? t('order.decide.revise.asking')
          : tPlural(t, 'order.decide.revise.lines', count, format.number(count))}
      </Button>
    </footer>
  )
}
