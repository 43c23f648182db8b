/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a row of the virtual grid */
import cards from './cards.module.css'
import css from './grid.module.css'
import type { GridModel } from './useGridModel.ts'
import type { GridRowData } from './useGridRows.ts'

/** What belongs to a row and needs its whole width: what must be said of it now, and what it unfolds. */
export function UnderRow({ grid, row }: { grid: GridModel; row: GridRowData }) {
  const below = belowOf(grid, row)
  if (!below) return null
  return (
    <div role="row" className={css.underRow}>
      <div
        role="gridcell"
        aria-colspan={grid.columns.length + (grid.selectable ? 1 : 0)}
        className={css.under}
      >
        {below}
      </div>
    </div>
  )
}

/** The same below a card. */
export function UnderCard({ grid, row }: { grid: GridModel; row: GridRowData }) {
  const below = belowOf(grid, row)
  return below && <div className={cards.under}>{below}</div>
}

function belowOf(grid: GridModel, row: GridRowData) {
  const said = grid.under?.(row)
  const unfolded = grid.isUnfolded(row) ? grid.unfolds?.(row) : null
  if (!said && !unfolded) return null
  return (
    <>
      {said}
      {unfolded}
    </>
  )
}
