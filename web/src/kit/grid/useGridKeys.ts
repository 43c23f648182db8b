import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

// Moving through a grid by keyboard, after the grid pattern of the ARIA practices: one cell is in the tab order, the
// arrows carry the focus. Row -1 is the header.

type CellPosition = { row: number; column: number }
export type CellProps = { tabIndex: 0 | -1; 'data-cell': string; onFocus: () => void }
export type GridKeys = {
  active: CellPosition
  cell: (row: number, column: number) => CellProps
  focus: (row: number, column: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  scrollTo: RefObject<((row: number) => void) | null>
}

export type KeyActions = {
  rows: number
  columns: number
  /** Rows that fit in view, for PageUp and PageDown. */
  pageRows: () => number
  open(row: number, column: number): void
  choose(row: number): void
  chooseRange(from: number, to: number): void
  clear(): boolean
  menu(row: number): void
  header(
    column: number,
    key: 'sort' | 'addSort' | 'menu' | 'wider' | 'narrower' | 'left' | 'right' | 'choose',
  ): void
  /** Other keys on a row: hotkeys of its actions. */
  other(row: number, event: KeyboardEvent): void
}

export function useGridKeys(root: RefObject<HTMLDivElement | null>, actions: KeyActions): GridKeys {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const wanted = useRef(false)
  const scrollTo = useRef<((row: number) => void) | null>(null)
  const position = clamp(active, actions)

  useEffect(() => {
    if (!wanted.current) return
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`)
    if (!cell) return
    wanted.current = false
    cell.focus({ preventScroll: true })
    if (position.row >= 0) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  // The row that somebody worked on may leave the list, and the browser then leaves the focus nowhere: it goes to the row
  // that took its place. A dialog or a menu of that row is no way out of the grid.
  const inside = useRef(false)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (root.current?.contains(target)) inside.current = true
      else if (!target.closest('[role=dialog], [role=menu]')) inside.current = false
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [root])
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return
    root.current
      ?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`)
      ?.focus({ preventScroll: true })
  })

  const focus = (row: number, column: number) => {
    const next = clamp({ row, column }, actions)
    wanted.current = true
    if (next.row >= 0) scrollTo.current?.(next.row)
    setActive({ ...next })
  }

  // With nothing focused the arrow leads to the rows, past thirty stops of the tab key.
  const enter = useRef(focus)
  useEffect(() => {
    enter.current = () => focus(position.row, position.column)
  })
  const hasRows = actions.rows > 0
  useEffect(() => {
    if (!hasRows) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.key !== 'ArrowDown' || !isPlain || event.defaultPrevented) return
      if (document.activeElement !== document.body) return
      event.preventDefault()
      enter.current(0, 0)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasRows])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.cell) return
    if (event.key === 'Escape') {
      if (actions.clear()) event.preventDefault()
      return
    }
    const done =
      position.row < 0 ? onHeader(event, position, actions, focus) : onRow(event, position, actions, focus)
    if (done) event.preventDefault()
  }

  return {
    active: position,
    cell: (row, column) => ({
      tabIndex: row === position.row && column === position.column ? 0 : -1,
      'data-cell': `${row}:${column}`,
      onFocus: () => setActive({ row, column }),
    }),
    focus,
    onKeyDown,
    scrollTo,
  }
}

function clamp(
  { row, column }: CellPosition,
  { rows, columns }: { rows: number; columns: number },
): CellPosition {
  return { row: Math.max(-1, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) }
}

type Focus = (row: number, column: number) => void

function onHeader(
  event: KeyboardEvent,
  { column }: CellPosition,
  actions: KeyActions,
  focus: Focus,
): boolean {
  const { key } = event
  if (key === 'ArrowRight' && event.shiftKey) actions.header(column, 'wider')
  else if (key === 'ArrowLeft' && event.shiftKey) actions.header(column, 'narrower')
  else if (key === 'ArrowRight' && event.ctrlKey) actions.header(column, 'right')
  else if (key === 'ArrowLeft' && event.ctrlKey) actions.header(column, 'left')
  else if (key === 'ArrowDown' && event.altKey) actions.header(column, 'menu')
  else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) actions.header(column, 'menu')
  else if (key === 'Enter') actions.header(column, event.shiftKey ? 'addSort' : 'sort')
  else if (key === ' ') actions.header(column, 'choose')
  else return move(event, { row: -1, column }, actions, focus)
  return true
}

function onRow(event: KeyboardEvent, position: CellPosition, actions: KeyActions, focus: Focus): boolean {
  const { key } = event
  if (key === ' ') actions.choose(position.row)
  else if (key === 'Enter' || key === 'F2') actions.open(position.row, position.column)
  else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) actions.menu(position.row)
  else if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const next = Math.max(0, Math.min(actions.rows - 1, position.row + (key === 'ArrowDown' ? 1 : -1)))
    actions.chooseRange(position.row, next)
    focus(next, position.column)
  } else if (move(event, position, actions, focus)) return true
  else {
    actions.other(position.row, event)
    return event.defaultPrevented
  }
  return true
}

function move(
  event: KeyboardEvent,
  { row, column }: CellPosition,
  actions: KeyActions,
  focus: Focus,
): boolean {
  const ends = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowDown':
      focus(row + 1, column)
      return true
    case 'ArrowUp':
      focus(row - 1, column)
      return true
    case 'ArrowRight':
      focus(row, column + 1)
      return true
    case 'ArrowLeft':
      focus(row, column - 1)
      return true
    case 'Home':
      focus(ends ? 0 : row, 0)
      return true
    case 'End':
      focus(ends ? actions.rows - 1 : row, actions.columns - 1)
      return true
    case 'PageDown':
      focus(Math.max(0, row) + actions.pageRows(), column)
      return true
    case 'PageUp':
      focus(Math.max(0, row - actions.pageRows()), column)
      return true
    default:
      return false
  }
}
