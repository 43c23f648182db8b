/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- virtual rows are laid out by CSS grid, which table elements do not take; the cells get their tabIndex from useGridKeys */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useGridKeys, type GridKeys } from '../../kit/grid/useGridKeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { allLines, filterLines, sortLines, type LineSort } from './lineFilter.ts'
import {
  columnsOf,
  headHeight,
  hiddenColumns,
  keepHidden,
  mayBeHidden,
  numeric,
  widthsOf,
  type LineColumn,
} from './lineColumns.ts'
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
  const { t, i18n } = useTranslation()
  const { state } = useWords()
  const format = useFormats()
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState(allLines)
  const [sort, setSort] = useState<LineSort | null>(null)
  const [hidden, setHidden] = useState(hiddenColumns)
  const { lines: all } = order
  const lines = useMemo(
    () => sortLines(filterLines(all, filter), sort, i18n.language, (line) => state('line', line.state)),
    [all, filter, sort, i18n.language, state],
  )
  const columns = columnsOf(order, view, hidden)
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
  const sortBy = (column: LineColumn | undefined) => {
    if (column === undefined || column === 'box') return
    setSort((before) =>
      before?.column !== column
        ? { column, descending: false }
        : before.descending
          ? null
          : { column, descending: true },
    )
  }
  const hide = (column: LineColumn) => {
    const next = new Set(hidden)
    if (!next.delete(column)) next.add(column)
    setHidden(next)
    keepHidden(next)
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
    header: (column, key) => {
      if (key === 'choose') toggleAll()
      else if (key === 'sort' || key === 'addSort') sortBy(columns[column])
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
        order={order}
        shown={lines}
        columns={columns}
        chooser={columnsOf(order, view, new Set())
          .filter(mayBeHidden)
          .map((column) => ({ column, label: heads[column], shown: !hidden.has(column) }))}
        onHide={hide}
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
        style={{ '--columns': widthsOf(columns, order, format) }}
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
              <HeadCell
                key={column}
                keys={keys}
                column={at + 1}
                name={column}
                text={heads[column]}
                sorted={sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : 'none'}
                onSort={() => sortBy(column)}
              />
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
  sorted,
  onSort,
}: {
  keys: GridKeys
  column: number
  name: LineColumn
  text: string
  sorted: 'ascending' | 'descending' | 'none'
  onSort: () => void
}) {
  const Arrow = sorted === 'descending' ? IconArrowDown : IconArrowUp
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the cell does the same
    <div
      role="columnheader"
      aria-colindex={column + 1}
      className={css.headCell}
      data-column={name}
      data-end={numeric.has(name) || undefined}
      title={text}
      aria-sort={sorted}
      {...keys.cell(-1, column)}
      onClick={onSort}
    >
      {text}
      {sorted !== 'none' && <Arrow size={12} stroke={2} aria-hidden />}
    </div>
  )
}
