/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a virtualised grid is laid out by CSS grid, which table elements do not take; its cells get their tabIndex from useGridKeys */
import { Checkbox, Popover } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef, useState, type PointerEvent } from 'react'
import { useWords } from '../i18n/words.ts'
import { alignmentOf } from './cells.tsx'
import { ColumnFilter } from './ColumnFilter.tsx'
import css from './grid.module.css'
import type { GridModel } from './useGridModel.ts'
import type { GridColumn } from './useGridTable.ts'

/** The header row: sort by press, arrange by drag, everything else in the column's menu. */
export function GridHeader({ grid }: { grid: GridModel }) {
  const first = grid.selectable ? 1 : 0
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={css.row}>
        {grid.selectable && (
          <div
            role="columnheader"
            aria-colindex={1}
            className={css.boxCell}
            {...grid.keys.cell(-1, 0)}
            aria-label={grid.chosen.pageLabel}
          >
            <Checkbox
              tabIndex={-1}
              checked={grid.chosen.pageChosen === 'all'}
              indeterminate={grid.chosen.pageChosen === 'some'}
              disabled={!grid.chosen.pageIsFree}
              onChange={grid.chosen.togglePage}
              aria-label={grid.chosen.pageLabel}
            />
          </div>
        )}
        {grid.columns.map((column, index) => (
          <HeaderCell key={column.key} grid={grid} column={column} index={index + first} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell({ grid, column, index }: { grid: GridModel; column: GridColumn; index: number }) {
  const words = useWords()
  const label = words.column(column.key)
  const [dragged, setDragged] = useState(false)
  const opened = grid.openColumn === column.key
  const Arrow = column.sorted === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={column.sorted === null ? undefined : column.sorted === 'asc' ? 'ascending' : 'descending'}
      className={css.headCell}
      data-align={alignmentOf(column.column, grid.views[column.key])}
      data-sorted={column.sorted ?? undefined}
      data-pinned={column.pinned || undefined}
      data-last-pinned={column.isLastPinned || undefined}
      data-over={dragged || undefined}
      style={column.pinned ? { left: column.start + (grid.selectable ? 40 : 0) } : undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/kervan-column', column.key)}
      onDragOver={(event) => {
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        setDragged(false)
        grid.moveColumn(event.dataTransfer.getData('text/kervan-column'), column.key)
      }}
      {...grid.keys.cell(-1, index)}
    >
      <button
        type="button"
        tabIndex={-1}
        className={css.sort}
        disabled={!column.column.sort}
        title={label}
        onClick={(event) => grid.sortBy(column.key, event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        <span className="k-cut">{label}</span>
        {column.sorted && <Arrow size={14} stroke={2} aria-hidden />}
        {column.sortPosition > 0 && <span className={css.sortPosition}>{column.sortPosition}</span>}
      </button>
      <Popover
        opened={opened}
        onChange={(open) => grid.setOpenColumn(open ? column.key : null)}
        position="bottom-end"
        width={276}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button
            type="button"
            tabIndex={-1}
            className={css.headMenu}
            aria-label={words.t('kit.grid.columnMenu', { column: label })}
            data-filtered={column.key in grid.query.filters || undefined}
            onClick={() => grid.setOpenColumn(opened ? null : column.key)}
          >
            <IconChevronDown size={14} stroke={2} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.t('kit.grid.columnMenu', { column: label })}>
          {opened && <HeaderMenu grid={grid} column={column} />}
        </Popover.Dropdown>
      </Popover>
      <ResizeHandle grid={grid} column={column} />
    </div>
  )
}

function HeaderMenu({ grid, column }: { grid: GridModel; column: GridColumn }) {
  const { t } = useWords()
  const act = (run: () => void) => () => {
    grid.setOpenColumn(null)
    run()
  }
  return (
    <>
      {column.column.sort && (
        <>
          <MenuButton
            icon={IconArrowUp}
            label={t('kit.grid.sortUp')}
            onClick={act(() => grid.sortTo(column.key, 'asc'))}
            first
          />
          <MenuButton
            icon={IconArrowDown}
            label={t('kit.grid.sortDown')}
            onClick={act(() => grid.sortTo(column.key, 'desc'))}
          />
        </>
      )}
      <MenuButton
        icon={column.pinned ? IconPinnedOff : IconPin}
        label={t(column.pinned ? 'kit.grid.unpin' : 'kit.grid.pin')}
        onClick={act(() => grid.togglePinned(column.key))}
      />
      <MenuButton
        icon={IconEyeOff}
        label={t('kit.grid.hide')}
        disabled={grid.columns.length === 1}
        onClick={act(() => grid.toggleHidden(column.key))}
      />
      {column.column.filter && (
        <div className={css.menuFilter}>
          <ColumnFilter
            name={column.key}
            column={column.column}
            picks={grid.views[column.key]?.picks}
            value={grid.query.filters[column.key]}
            onApply={(value) => act(() => grid.filterBy(column.key, value))()}
          />
        </div>
      )}
    </>
  )
}

function MenuButton({
  icon: Icon,
  label,
  onClick,
  disabled = false,
  first = false,
}: {
  icon: TablerIcon
  label: string
  onClick: () => void
  disabled?: boolean
  first?: boolean
}) {
  return (
    <button
      type="button"
      className={css.menuButton}
      disabled={disabled}
      data-autofocus={first || undefined}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      {label}
    </button>
  )
}

/** The width follows the pointer; from the keyboard it is Shift with the arrows on the header. */
function ResizeHandle({ grid, column }: { grid: GridModel; column: GridColumn }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = {
      x: event.clientX,
      width: event.currentTarget.parentElement?.offsetWidth ?? column.width,
    }
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current) grid.resize(column.key, start.current.width + event.clientX - start.current.x)
  }
  return (
    <div
      className={css.resize}
      aria-hidden
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      onDoubleClick={() => grid.resize(column.key, null)}
      onDragStart={(event) => event.preventDefault()}
    />
  )
}
