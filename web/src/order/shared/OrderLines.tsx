/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- virtual rows are laid out by CSS grid, which table elements do not take; the cells get their tabIndex from useGridKeys */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { Checkbox } from '@mantine/core'
import { useRef, useState, type CSSProperties, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useGridKeys, type GridKeys } from '../../kit/grid/useGridKeys.ts'
import { allLines, filterLines } from './lineFilter.ts'
import { columnsOf, headHeight, numeric, widths, type LineColumn } from './lineColumns.ts'
import { LineRows } from './LineRows.tsx'
import { LineTools, type LineView } from './LineTools.tsx'
import css from './lines.module.css'
import { isOpen, mayBeChosen, type LineWork } from './useLineWork.ts'

/** The lines of an order, of which there may be more than a thousand: only those in view are drawn (ORD-009). */
export function OrderLines({
  order,
  work,
  scroller,
  view,
  onView,
}: {
  order: OrderView
  work: LineWork
  scroller: RefObject<HTMLDivElement | null>
  view: LineView
  onView: (view: LineView) => void
}) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState(allLines)
  const lines = filterLines(order.lines, filter)
  const columns = columnsOf(order, view)
  const withGtin = lines.some(({ gtin }) => gtin !== null)
  const withReasons = lines.some(({ rejectReason }) => rejectReason !== 'None')
  const free = lines.filter(mayBeChosen)
  const isAll = free.length > 0 && free.every((line) => work.isChosen(line))
  const toggle = (line: OrderLineView) => {
    const next = new Set(opened)
    if (!next.delete(line.id)) next.add(line.id)
    setOpened(next)
  }
  const toggleAll = () =>
    work.choose(
      free.map(({ id }) => id),
      !isAll,
    )
  const chooseLine = (line: OrderLineView | undefined) => {
    if (line && mayBeChosen(line)) work.choose([line.id], !work.isChosen(line))
  }
  const keys = useGridKeys(root, {
    rows: lines.length,
    columns: columns.length,
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - headHeight) / 32)),
    open: (index, column) => {
      const line = lines[index]
      if (!line) return
      if (column === 0) chooseLine(line)
      else if (columns[column] === 'po' && isOpen(line, 'revise')) work.open([line])
      else toggle(line)
    },
    choose: (index) => chooseLine(lines[index]),
    chooseRange: (from, to) =>
      work.choose(
        lines
          .slice(Math.min(from, to), Math.max(from, to) + 1)
          .filter(mayBeChosen)
          .map(({ id }) => id),
        true,
      ),
    clear: () => false,
    menu: () => undefined,
    header: (_column, key) => {
      if (key === 'choose') toggleAll()
    },
    other: () => undefined,
  })

  const heads: Record<LineColumn, string> = {
    box: '',
    product: t('order.detail.product'),
    color: t('column.color'),
    size: t('column.size'),
    code: withGtin ? t('order.detail.gtin') : t('order.detail.productCode'),
    stock: t('order.detail.stock'),
    demand: t('order.detail.demand'),
    po: t('order.detail.po'),
    completed: t('order.detail.completedShort'),
    price: t('order.detail.unitPrice'),
    total: t('order.detail.lineTotal'),
    state: t('order.detail.state'),
  }
  return (
    <>
      <LineTools
        lines={order.lines}
        shown={lines}
        filter={filter}
        onFilter={setFilter}
        work={work}
        view={view}
        onView={onView}
      />
      <div
        ref={root}
        role="grid"
        aria-label={t('order.detail.lines')}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        className={css.lines}
        data-reasons={withReasons || undefined}
        data-view={view}
        style={{ '--columns': columns.map((column) => widths[column]).join(' ') } as CSSProperties}
        onKeyDown={keys.onKeyDown}
      >
        <div role="rowgroup" className={css.head}>
          <div role="row" aria-rowindex={1} className={css.row}>
            <div
              role="columnheader"
              aria-colindex={1}
              aria-label={t('order.detail.selectAllLines')}
              className={css.box}
              {...keys.cell(-1, 0)}
            >
              <Checkbox
                tabIndex={-1}
                checked={isAll}
                indeterminate={!isAll && work.chosen.length > 0}
                disabled={free.length === 0}
                onChange={toggleAll}
                aria-label={t('order.detail.selectAllLines')}
              />
            </div>
            {columns.slice(1).map((column, at) => (
              <HeadCell key={column} keys={keys} column={at + 1} name={column} text={heads[column]} />
            ))}
          </div>
        </div>
        <LineRows
          order={order}
          lines={lines}
          columns={columns}
          work={work}
          keys={keys}
          scroller={scroller}
          root={root}
          opened={opened}
          withGtin={withGtin}
          onToggle={toggle}
        />
        {lines.length === 0 && <p className={css.noLines}>{t('order.detail.noLineMatches')}</p>}
      </div>
    </>
  )
}

function HeadCell({
  keys,
  column,
  name,
  text,
}: {
  keys: GridKeys
  column: number
  name: LineColumn
  text: string
}) {
  return (
    <div
      role="columnheader"
      aria-colindex={column + 1}
      className={css.headCell}
      data-column={name}
      data-end={numeric.has(name) || undefined}
      title={text}
      {...keys.cell(-1, column)}
    >
      {text}
    </div>
  )
}
