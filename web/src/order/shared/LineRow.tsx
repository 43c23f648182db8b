/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a row of the virtual grid in OrderLines */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { Button, Checkbox } from '@mantine/core'
import { IconAlertCircle, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import type { GridKeys } from '../../kit/grid/useGridKeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { judgeQuantity, type TypedQuantity } from './lineQuantity.ts'
import { LineFacts, productName } from './LineFacts.tsx'
import css from './lines.module.css'
import { isOpen, mayBeChosen, type LineWork } from './useLineWork.ts'

type Props = {
  order: OrderView
  line: OrderLineView
  index: number
  work: LineWork
  keys: GridKeys
  isUnfolded: boolean
  withGtin: boolean
  onToggle: (line: OrderLineView) => void
}

export function LineRow({ order, line, index, work, keys, isUnfolded, withGtin, onToggle }: Props) {
  const { t } = useTranslation()
  const { state } = useWords()
  const format = useFormats()
  const chosen = work.isChosen(line)
  const free = mayBeChosen(line)
  const mayRevise = isOpen(line, 'revise')
  const name = productName(line)
  const typed = work.typed(line)
  const judged = typed === undefined ? null : judgeQuantity(line, typed)
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight
  return (
    <>
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={chosen}
        className={`${css.row} ${css.line}`}
        data-done={!free || undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a larger target of its box; the keyboard has Space */}
        <div
          role="gridcell"
          aria-colindex={1}
          className={css.box}
          {...keys.cell(index, 0)}
          onClick={() => free && work.choose([line.id], !chosen)}
        >
          <Checkbox
            tabIndex={-1}
            checked={chosen}
            disabled={!free}
            readOnly
            aria-label={t('order.detail.selectLine', { product: name })}
          />
        </div>
        <div
          role="gridcell"
          aria-colindex={2}
          className={css.cell}
          data-column="product"
          {...keys.cell(index, 1)}
        >
          <button
            type="button"
            tabIndex={-1}
            className={css.product}
            aria-expanded={isUnfolded}
            title={name}
            onClick={() => onToggle(line)}
          >
            <Chevron size={14} stroke={2} aria-hidden className={css.chevron} />
            <span className="k-cut">{name}</span>
          </button>
        </div>
        <div
          role="gridcell"
          aria-colindex={3}
          className={css.cell}
          data-column="code"
          {...keys.cell(index, 2)}
        >
          <span className="k-mono">{withGtin ? line.gtin : line.productUniqueCode}</span>
        </div>
        <div
          role="gridcell"
          aria-colindex={4}
          className={css.cell}
          data-column="demand"
          data-label={t('order.detail.demand')}
          {...keys.cell(index, 3)}
        >
          {format.number(line.demandQuantity)}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the cell does the same */}
        <div
          role="gridcell"
          aria-colindex={5}
          data-editable={mayRevise || undefined}
          className={css.cell}
          data-column="po"
          data-label={t('order.detail.po')}
          data-differs={line.poQuantity !== line.demandQuantity || undefined}
          {...keys.cell(index, 4)}
          onClick={() => typed === undefined && mayRevise && work.open([line])}
        >
          {typed === undefined ? (
            format.number(line.poQuantity)
          ) : (
            <QuantityInput
              line={line}
              name={name}
              typed={typed}
              judged={judged}
              work={work}
              onLeave={() => keys.focus(index, 4)}
            />
          )}
        </div>
        <div
          role="gridcell"
          aria-colindex={6}
          className={css.cell}
          data-column="completed"
          data-label={t('order.detail.completedShort')}
          data-none={line.completedQuantity === 0 || undefined}
          {...keys.cell(index, 5)}
        >
          {format.number(line.completedQuantity)}
        </div>
        <div
          role="gridcell"
          aria-colindex={7}
          className={css.cell}
          data-column="state"
          {...keys.cell(index, 6)}
        >
          <StateBadge group="line" value={line.state} />
          {line.rejectReason !== 'None' && (
            <span className={css.reason} title={line.memo ?? undefined}>
              {state('rejectReason', line.rejectReason)}
            </span>
          )}
        </div>
      </div>
      {judged && isFault(judged) && (
        <Under>
          <QuantityFault line={line} judged={judged} work={work} />
        </Under>
      )}
      {isUnfolded && (
        <Under>
          <LineFacts order={order} line={line} />
        </Under>
      )}
    </>
  )
}

/** What belongs to a line and needs its whole width. */
function Under({ children }: { children: React.ReactNode }) {
  return (
    <div role="row" className={css.under}>
      <div role="gridcell" aria-colspan={7}>
        {children}
      </div>
    </div>
  )
}

function QuantityInput({
  line,
  name,
  typed,
  judged,
  work,
  onLeave,
}: {
  line: OrderLineView
  name: string
  typed: string
  judged: TypedQuantity | null
  work: LineWork
  onLeave: () => void
}) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      work.toNext(line)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      work.close(line)
      onLeave()
    }
  }
  const isWrong = judged !== null && isFault(judged)
  return (
    <input
      className={css.quantity}
      data-line={line.id}
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

const isFault = (judged: TypedQuantity) =>
  judged.is === 'noNumber' || judged.is === 'aboveDemand' || judged.is === 'noPack'

/** What is wrong with a typed quantity, and the right ones ready to press. */
function QuantityFault({
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
