/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- virtual rows are laid out by CSS grid, which table elements do not take; the cells get their tabIndex from useGridKeys */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useDensity } from '../../kit/density.ts'
import { useGridKeys, type GridKeys } from '../../kit/grid/useGridKeys.ts'
import { LineRow } from './LineRow.tsx'
import css from './lines.module.css'
import { isOpen, mayBeChosen, type LineWork } from './useLineWork.ts'

const columns = ['box', 'product', 'code', 'demand', 'po', 'completed', 'state'] as const
export const poColumn = columns.indexOf('po')
const headHeight = 32

/** The lines of an order, of which there may be more than a thousand: only those in view are drawn (ORD-009). */
export function OrderLines({
  order,
  work,
  scroller,
}: {
  order: OrderView
  work: LineWork
  scroller: RefObject<HTMLDivElement | null>
}) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { lines } = order
  const withGtin = lines.some(({ gtin }) => gtin !== null)
  const withReasons = lines.some(({ rejectReason }) => rejectReason !== 'None')
  const free = lines.filter(mayBeChosen)
  const isAll = free.length > 0 && work.chosen.length === free.length
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
      else if (column === poColumn && isOpen(line, 'revise')) work.open([line])
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

  return (
    <div
      ref={root}
      role="grid"
      aria-label={t('order.detail.lines')}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      className={css.lines}
      data-reasons={withReasons || undefined}
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
          <HeadCell keys={keys} column={1} text={t('order.detail.product')} />
          <HeadCell
            keys={keys}
            column={2}
            text={withGtin ? t('order.detail.gtin') : t('order.detail.productCode')}
          />
          <HeadCell keys={keys} column={3} text={t('order.detail.demand')} isEnd />
          <HeadCell keys={keys} column={4} text={t('order.detail.po')} isEnd />
          <HeadCell keys={keys} column={5} text={t('order.detail.completedShort')} isEnd />
          <HeadCell keys={keys} column={6} text={t('order.detail.state')} />
        </div>
      </div>
      <LineRows
        order={order}
        work={work}
        keys={keys}
        scroller={scroller}
        root={root}
        opened={opened}
        withGtin={withGtin}
        onToggle={toggle}
      />
    </div>
  )
}

function HeadCell({
  keys,
  column,
  text,
  isEnd = false,
}: {
  keys: GridKeys
  column: number
  text: string
  isEnd?: boolean
}) {
  return (
    <div
      role="columnheader"
      aria-colindex={column + 1}
      className={css.headCell}
      data-column={columns[column]}
      data-end={isEnd || undefined}
      title={text}
      {...keys.cell(-1, column)}
    >
      {text}
    </div>
  )
}

type RowsProps = {
  order: OrderView
  work: LineWork
  keys: GridKeys
  scroller: RefObject<HTMLDivElement | null>
  root: RefObject<HTMLDivElement | null>
  opened: ReadonlySet<string>
  withGtin: boolean
  onToggle: (line: OrderLineView) => void
}

/** The compiler leaves components with a virtualizer alone, so nothing else lives here. */
function LineRows({ order, work, keys, scroller, root, opened, withGtin, onToggle }: RowsProps) {
  const { rowHeight } = useDensity()
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const estimate = narrow ? 64 : rowHeight
  const { lines } = order
  const active = keys.active.row
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The line with the focus stays in the document while its neighbours come and go.
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      return active < 0 || active >= lines.length || inView.includes(active)
        ? inView
        : [...inView, active].sort((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, estimate])
  const { scrollTo } = keys
  useEffect(() => {
    scrollTo.current = (row) => virtual.scrollToIndex(row, { align: 'auto' })
  }, [scrollTo, virtual])

  const { wanted } = work
  const met = useRef<{ id: string } | null>(null)
  useEffect(() => {
    const index = wanted ? lines.findIndex(({ id }) => id === wanted.id) : -1
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [wanted, lines, virtual])
  useEffect(() => {
    if (!wanted || met.current === wanted) return
    const input = root.current?.querySelector<HTMLInputElement>(`input[data-line="${wanted.id}"]`)
    if (!input) return
    met.current = wanted
    input.focus({ preventScroll: true })
    input.select()
  })

  return (
    <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index]
        return (
          line && (
            <div
              key={line.id}
              ref={virtual.measureElement}
              data-index={item.index}
              className={css.place}
              style={{ transform: `translateY(${item.start - headHeight}px)` }}
            >
              <LineRow
                order={order}
                line={line}
                index={item.index}
                work={work}
                keys={keys}
                isUnfolded={opened.has(line.id)}
                withGtin={withGtin}
                onToggle={onToggle}
              />
            </div>
          )
        )
      })}
    </div>
  )
}
