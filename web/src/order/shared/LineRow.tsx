/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a row of the virtual grid in OrderLines */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconHeartbeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import type { GridKeys } from '../../kit/grid/useGridKeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { isFault, QuantityFault, QuantityInput } from './QuantityInput.tsx'
import { judgeQuantity } from './lineQuantity.ts'
import { isOverQuota, isShort } from './lineFilter.ts'
import type { LineColumn } from './lineColumns.ts'
import { LineIssues } from './LineIssues.tsx'
import { LineHealth } from './LineHealth.tsx'
import { LineFacts } from './LineFacts.tsx'
import { productName } from './productName.ts'
import { LineQuotas } from './LineQuotas.tsx'
import css from './lines.module.css'
import { isOpen, mayBeChosen, type LineWork } from './useLineWork.ts'

type Props = {
  order: OrderView
  columns: readonly LineColumn[]
  line: OrderLineView
  index: number
  work: LineWork
  keys: GridKeys
  isUnfolded: boolean
  withGtin: boolean
  onToggle: (line: OrderLineView) => void
}

export function LineRow({ order, columns, line, index, work, keys, isUnfolded, withGtin, onToggle }: Props) {
  const { t } = useTranslation()
  const chosen = work.isChosen(line)
  const free = mayBeChosen(line)
  const mayRevise = isOpen(line, 'revise')
  const name = productName(line)
  const typed = work.typed(line)
  const judged = typed === undefined ? null : judgeQuantity(line, typed)
  const traits = (column: LineColumn) => ({
    'data-label': labels[column] && t(labels[column]),
    ...(column === 'po' && {
      'data-editable': mayRevise || undefined,
      'data-differs': line.poQuantity !== line.demandQuantity || undefined,
    }),
    'data-none': (column === 'completed' && line.completedQuantity === 0) || undefined,
    'data-short': (column === 'stock' && isShort(line)) || undefined,
  })
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
        {columns.slice(1).map((column, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the cell does the same
          <div
            key={column}
            role="gridcell"
            aria-colindex={at + 2}
            className={css.cell}
            data-column={column}
            {...traits(column)}
            {...keys.cell(index, at + 1)}
            {...(column === 'po' && typed === undefined && mayRevise
              ? { onClick: () => work.open([line]) }
              : {})}
          >
            {column === 'po' && typed !== undefined ? (
              <QuantityInput
                line={line}
                name={name}
                typed={typed}
                judged={judged}
                work={work}
                onLeave={() => keys.focus(index, at + 1)}
              />
            ) : column === 'product' ? (
              <ProductName
                line={line}
                code={columns.includes('code') ? null : codeOf(line, withGtin)}
                isTwo={!columns.includes('code')}
                isUnfolded={isUnfolded}
                onToggle={onToggle}
              />
            ) : (
              <Value column={column} order={order} line={line} withGtin={withGtin} />
            )}
          </div>
        ))}
      </div>
      {judged && isFault(judged) && (
        <Under span={columns.length}>
          <QuantityFault line={line} judged={judged} work={work} />
        </Under>
      )}
      {isUnfolded && (
        <Under span={columns.length}>
          <LineFacts order={order} line={line} />
          <LineHealth line={line} />
          <LineIssues orderCode={order.orderCode} line={line} side={work.side} />
          <LineQuotas order={order} line={line} side={work.side} />
        </Under>
      )}
    </>
  )
}

const codeOf = (line: OrderLineView, withGtin: boolean) => (withGtin ? line.gtin : line.productUniqueCode)

/** What the line is; beside the list with colour, size and code below the name. */
function ProductName({
  line,
  code,
  isTwo,
  isUnfolded,
  onToggle,
}: {
  line: OrderLineView
  code: string | null
  isTwo: boolean
  isUnfolded: boolean
  onToggle: (line: OrderLineView) => void
}) {
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight
  const kind = [line.color, line.size].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.product}
      aria-expanded={isUnfolded}
      title={productName(line)}
      onClick={() => onToggle(line)}
    >
      <Chevron size={14} stroke={2} aria-hidden className={css.chevron} />
      <span className={css.productWords}>
        <span className={css.productName}>{line.productName}</span>
        {isTwo && (
          <span className={css.productKind}>
            {kind} {kind && code && '·'} <span className="k-mono">{code}</span>
          </span>
        )}
      </span>
    </button>
  )
}

function Value({
  column,
  order,
  line,
  withGtin,
}: {
  column: LineColumn
  order: OrderView
  line: OrderLineView
  withGtin: boolean
}) {
  const { t, state } = useWords()
  const format = useFormats()
  switch (column) {
    case 'box':
    case 'product':
      return null
    case 'color':
      return line.color
    case 'size':
      return line.size
    case 'code':
      return <span className="k-mono">{codeOf(line, withGtin)}</span>
    case 'stock':
      return format.number(line.available)
    case 'demand':
      return format.number(line.demandQuantity)
    case 'po':
      return format.number(line.poQuantity)
    case 'completed':
      return format.number(line.completedQuantity)
    case 'price':
      return format.money(line.unitPrice, order.currency)
    case 'total':
      return format.money(line.lineTotal, order.currency)
    case 'state':
      return (
        <>
          <StateBadge group="line" value={line.state} />
          {line.healthInsurance?.state === 'Failed' && (
            <IconHeartbeat
              size={16}
              role="img"
              className={css.bad}
              aria-label={t('order.medula.failed')}
              title={t('order.medula.failed')}
            />
          )}
          {line.rejectReason !== 'None' ? (
            <span className={css.reason} title={line.memo ?? undefined}>
              {state('rejectReason', line.rejectReason)}
            </span>
          ) : (
            isOverQuota(line) && (
              <span className={css.reason} title={state('quotaResult', line.quotaState)}>
                {state('quotaResult', line.quotaState)}
              </span>
            )
          )}
        </>
      )
  }
}

/** Said before the value where a row has no header above it. */
const labels: Partial<
  Record<
    LineColumn,
    'order.detail.stock' | 'order.detail.demand' | 'order.detail.po' | 'order.detail.completedShort'
  >
> = {
  stock: 'order.detail.stock',
  demand: 'order.detail.demand',
  po: 'order.detail.po',
  completed: 'order.detail.completedShort',
}

/** What belongs to a line and needs its whole width. */
function Under({ span, children }: { span: number; children: ReactNode }) {
  return (
    <div role="row" className={css.under}>
      <div role="gridcell" aria-colspan={span}>
        {children}
      </div>
    </div>
  )
}
