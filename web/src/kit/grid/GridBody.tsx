/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a virtualised grid is laid out by CSS grid, which table elements do not take; its cells get their tabIndex from useGridKeys */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, type RefObject } from 'react'
import css from './grid.module.css'
import { GridRow } from './GridRow.tsx'
import { UnderRow } from './UnderRow.tsx'
import type { GridModel } from './useGridModel.ts'
import { useWanted } from './useWanted.ts'

/**
 * The rows in view, and always the one that has the focus: it must not leave the document while somebody types in it.
 * The compiler leaves components with a virtualizer alone, so nothing else lives here.
 */
// oxlint-disable react/incompatible-library -- see above
export function GridBody({
  grid,
  scroller,
  rowHeight,
}: {
  grid: GridModel
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}) {
  const active = grid.keys.active.row
  const virtual = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => grid.rows[index]?.id ?? index,
    overscan: 10,
    scrollPaddingStart: 32,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      return active < 0 || active >= grid.rows.length || inView.includes(active)
        ? inView
        : [...inView, active].sort((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const { scrollTo } = grid.keys
  useEffect(() => {
    scrollTo.current = (row) => virtual.scrollToIndex(row, { align: 'auto' })
  }, [scrollTo, virtual])
  useWanted(grid, virtual, scroller)
  return (
    <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = grid.rows[item.index]
        if (!row) return null
        if (!grid.isMeasured)
          return <GridRow key={row.id} grid={grid} row={row} index={item.index} top={item.start} />
        return (
          <div
            key={row.id}
            ref={virtual.measureElement}
            data-index={item.index}
            className={css.place}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <GridRow grid={grid} row={row} index={item.index} top={null} />
            <UnderRow grid={grid} row={row} />
          </div>
        )
      })}
    </div>
  )
}
