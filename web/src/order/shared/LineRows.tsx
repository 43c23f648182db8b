/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the virtual rows of the grid in OrderLines */
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import { useDensity } from '../../kit/density.ts'
import type { GridKeys } from '../../kit/grid/useGridKeys.ts'
import { headHeight, secondLine, type LineColumn } from './lineColumns.ts'
import { LineRow } from './LineRow.tsx'
import css from './lines.module.css'
import type { LineWork } from './useLineWork.ts'

type RowsProps = {
  order: OrderView
  lines: readonly OrderLineView[]
  columns: readonly LineColumn[]
  work: LineWork
  keys: GridKeys
  scroller: RefObject<HTMLDivElement | null>
  root: RefObject<HTMLDivElement | null>
  opened: ReadonlySet<string>
  withGtin: boolean
  onToggle: (line: OrderLineView) => void
}

/** The compiler leaves components with a virtualizer alone, so nothing else lives here. */
export function LineRows({
  order,
  lines,
  columns,
  work,
  keys,
  scroller,
  root,
  opened,
  withGtin,
  onToggle,
}: RowsProps) {
  const { rowHeight } = useDensity()
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const isTwo = !columns.includes('code')
  const estimate = narrow ? 84 : isTwo ? rowHeight + secondLine : rowHeight
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
                columns={columns}
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
