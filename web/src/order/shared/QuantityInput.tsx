import type { OrderLineView } from '@kervan/contract/order/order-view'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import type { TypedQuantity } from './lineQuantity.ts'
import css from './lines.module.css'
import { quantityColumn, type LineWork } from './useLineWork.ts'

/** The PO quantity of a line while it is typed: Enter goes to the next one, Escape leaves it as it was. */
export function QuantityInput({
  line,
  name,
  typed,
  judged,
  work,
}: {
  line: OrderLineView
  name: string
  typed: string
  judged: TypedQuantity | null
  work: LineWork
}) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      work.toNext(line)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.currentTarget.closest<HTMLElement>('[data-cell]')?.focus()
      work.close(line)
    }
  }
  const isWrong = judged !== null && isFault(judged)
  return (
    <input
      className={css.quantity}
      data-field={quantityColumn}
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('order.detail.poOf', { product: name })}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? `fault-${line.id}` : undefined}
      value={typed}
      onChange={(event) => work.type(line, event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

export const isFault = (judged: TypedQuantity) =>
  judged.is === 'noNumber' || judged.is === 'aboveDemand' || judged.is === 'noPack'

/** What is wrong with a typed quantity, and the right ones ready to press. */
export function QuantityFault({
  line,
  judged,
  work,
}: {
  line: OrderLineView
  judged: TypedQuantity
  work: LineWork
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const use = 'use' in judged ? judged.use : []
  return (
    <div className={css.fault}>
      <span id={`fault-${line.id}`} role="alert" className={css.faultWords}>
        <IconAlertCircle size={14} stroke={2} aria-hidden />
        {judged.is === 'noPack' && <PackWords quantity={judged.quantity} pack={line.packUnit} use={use} />}
        {judged.is === 'aboveDemand' &&
          t('order.detail.aboveDemand', {
            quantity: format.number(judged.quantity),
            demand: format.number(line.demandQuantity),
          })}
        {judged.is === 'noNumber' && t('order.detail.noQuantity')}
      </span>
      {use.map((quantity) => (
        <Button key={quantity} size="xs" variant="default" onClick={() => work.retype(line, quantity)}>
          {format.number(quantity)}
        </Button>
      ))}
    </div>
  )
}

function PackWords({
  quantity,
  pack,
  use: [below, above],
}: {
  quantity: number
  pack: number
  use: readonly number[]
}) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (below === undefined)
    return t('order.detail.noPackAtAll', { quantity: number(quantity), pack: number(pack) })
  if (above === undefined)
    return t('order.detail.noPackOne', { quantity: number(quantity), full: number(below) })
  return t('order.detail.noPack', { quantity: number(quantity), below: number(below), above: number(above) })
}
