/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a virtualised grid is laid out by CSS grid, which table elements do not take; its cells get their tabIndex from useGridKeys */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { alignmentOf, CellContent } from './cells.tsx'
import { EditCell } from './EditCell.tsx'
import css from './grid.module.css'
import type { GridModel } from './useGridModel.ts'
import type { GridColumn } from './useGridTable.ts'
import type { GridRowData } from './useGridRows.ts'

export function GridRow({
  grid,
  row,
  index,
  top,
}: {
  grid: GridModel
  row: GridRowData
  index: number
  /** From the top of the rows; null where the place around it stands there. */
  top: number | null
}) {
  const { t } = grid.say
  const chosen = grid.isChosen(row.id)
  const isFree = grid.chosen.mayChoose(row)
  const first = grid.selectable ? 1 : 0
  const openMenu = (event: MouseEvent) => {
    if (!grid.hasRowMenu) return
    event.preventDefault()
    grid.openMenu(row, { x: event.clientX, y: event.clientY })
  }
  return (
    <div
      role="row"
      aria-rowindex={grid.firstRow + index + 2}
      aria-selected={grid.selectable ? chosen : undefined}
      data-open={grid.openId === row.id || undefined}
      className={`${css.row} ${css.dataRow}`}
      data-measured={top === null || undefined}
      {...(top === null ? {} : { style: { transform: `translateY(${top}px)` } })}
      onContextMenu={openMenu}
    >
      {grid.selectable && (
        // The cell answers to the pointer only as a larger target of its box; the keyboard has Space.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          role="gridcell"
          aria-colindex={1}
          className={css.boxCell}
          {...grid.keys.cell(index, 0)}
          onClick={(event) => isFree && grid.chosen.press(index, row, event)}
        >
          <input
            type="checkbox"
            className={css.check}
            tabIndex={-1}
            checked={chosen}
            disabled={!isFree}
            readOnly
            aria-label={t('kit.grid.selectRow', { name: grid.nameOf(row) })}
          />
        </div>
      )}
      {grid.columns.map((column, position) => (
        <GridCell
          key={column.key}
          grid={grid}
          row={row}
          column={column}
          index={index}
          position={position + first}
        />
      ))}
    </div>
  )
}

function GridCell({
  grid,
  row,
  column,
  index,
  position,
}: {
  grid: GridModel
  row: GridRowData
  column: GridColumn
  index: number
  position: number
}) {
  const render = grid.renderers[column.key]
  const isName = column.key === grid.nameColumn
  const editing = grid.editing?.id === row.id && grid.editing.column === column.key
  const value = row[column.key]
  const isUnfolded = grid.isUnfolded(row)
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight
  const isTwo = grid.lines === 2 && !grid.isMeasured
  const content = (
    <CellContent
      row={row}
      name={column.key}
      column={column.column}
      view={grid.views[column.key]}
      render={render}
      say={grid.say}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the cell does the same
    <div
      role="gridcell"
      aria-colindex={position + 1}
      data-editable={grid.canEdit(row, column.key) || undefined}
      className={css.cell}
      data-align={alignmentOf(column.column, grid.views[column.key])}
      data-type={column.column.type}
      data-pinned={column.pinned || undefined}
      data-last-pinned={column.isLastPinned || undefined}
      data-editing={editing || undefined}
      style={column.pinned ? { left: column.start + (grid.selectable ? 40 : 0) } : undefined}
      title={!render && typeof value === 'string' && column.column.type === 'text' ? value : undefined}
      onDoubleClick={() => grid.startEdit(row, column.key)}
      onClick={
        grid.startsAtOnce(column.key)
          ? ({ target }) => target instanceof HTMLInputElement || grid.startEdit(row, column.key)
          : undefined
      }
      {...grid.keys.cell(index, position)}
    >
      {editing ? (
        <EditCell grid={grid} row={row} name={column.key} column={column.column} />
      ) : isName && grid.onOpen ? (
        <button
          type="button"
          tabIndex={-1}
          className={css.open}
          aria-expanded={grid.unfolds ? isUnfolded : undefined}
          title={grid.unfolds ? grid.nameOf(row) : undefined}
          onClick={() => grid.onOpen?.(row)}
        >
          {grid.unfolds && <Chevron size={14} stroke={2} aria-hidden />}
          {isTwo ? <span className={css.lines}>{content}</span> : content}
        </button>
      ) : isTwo ? (
        <span className={css.lines}>{content}</span>
      ) : (
        content
      )}
    </div>
  )
}
