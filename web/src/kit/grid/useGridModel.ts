import type { FilterValue } from '@kervan/contract/kit/page'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useFormats } from '../values/format.ts'
import { nameText } from './cells.tsx'
import { copyText } from '../copyText.ts'
import { useWords } from '../i18n/words.ts'
import { toast } from '../feedback/toasts.tsx'
import type { GridQueryState } from './gridQuery.ts'
import {
  moveColumn,
  setWidth,
  toggleHidden,
  togglePinned,
  isInMemory,
  toggleSort,
  type AnyList,
  type ColumnViews,
  type GridList,
  type GridLayout,
} from './gridState.ts'
import type {
  DataGridProps,
  GivenSelection,
  GridAction,
  GridPageInfo,
  InlineEdit,
  RowsFile,
  Selected,
} from './types.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useGridSelection } from './useGridSelection.ts'
import type { GridLayoutState } from './useGridLayout.ts'
import type { GridPage, GridRowData } from './useGridRows.ts'
import { useGridTable } from './useGridTable.ts'

/** The grid's props with the types of one list forgotten: inside, a row is a row. */
export type LooseProps = Omit<
  DataGridProps<AnyList>,
  | 'list'
  | 'quickFilter'
  | 'renderers'
  | 'edit'
  | 'rowActions'
  | 'bulkActions'
  | 'bulkNote'
  | 'onOpen'
  | 'card'
  | 'columns'
  | 'onPage'
  | OfRows
> & {
  list: GridList
  quickFilter?: string | readonly string[]
  rows?: readonly GridRowData[]
  nameOf?: (row: GridRowData) => string
  chosen?: GivenSelection<GridRowData>
  unfolds?: (row: GridRowData) => ReactNode
  under?: (row: GridRowData) => ReactNode
  file?: RowsFile<GridRowData>
  columns?: ColumnViews
  renderers?: Record<string, ((row: GridRowData) => ReactNode) | undefined>
  edit?: Record<string, InlineEdit<GridRowData> | undefined>
  rowActions?: (row: GridRowData) => GridAction[]
  bulkActions?: (selected: Selected<GridRowData>) => GridAction[]
  bulkNote?: (selected: Selected<GridRowData>) => ReactNode
  onOpen?: (row: GridRowData) => void
  card?: (row: GridRowData) => ReactNode
  onPage?: (page: GridPageInfo<GridRowData>) => void
}
type OfRows = 'rows' | 'nameOf' | 'chosen' | 'unfolds' | 'under' | 'file'
export type GridModel = ReturnType<typeof useGridModel>

/** Copies the row's name, where no action of the row has taken the key. */
export const copyKey = 'c'

const noRows: GridRowData[] = []
const nobody: ReadonlySet<string> = new Set()
const noViews: ColumnViews = {}
const noRenderers: NonNullable<LooseProps['renderers']> = {}
const noEdits: NonNullable<LooseProps['edit']> = {}
const noScope: Record<string, unknown> = {}

/** Everything the parts of a grid share: what is shown, what is chosen, where the focus is, and how each changes. */
export function useGridModel(
  props: LooseProps,
  state: GridQueryState,
  layout: GridLayoutState,
  page: GridPage | undefined,
  root: RefObject<HTMLDivElement | null>,
) {
  const { t, column: heading } = useWords()
  const { list, columns: views = noViews, renderers = noRenderers, edit = noEdits } = props
  const format = useFormats()
  const say = useMemo(() => ({ t, format }), [t, format])
  const { query, change } = state
  const scope = props.scope ?? noScope
  const [menu, setMenu] = useState<{ row: GridRowData; x: number; y: number } | null>(null)
  const [openColumn, setOpenColumn] = useState<string | null>(null)
  const [editing, setEditing] = useState<{ id: string; column: string } | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(nobody)

  const table = useGridTable(list, views, layout.layout, query.sort, {
    rows: page?.rows ?? noRows,
    all: page?.all,
    label: heading,
    isDrawn: (key) => renderers[key] !== undefined,
  })
  const { columns, rows } = table
  const chosen = useGridSelection(props, query, page, rows)
  const { selectable, selected } = chosen
  // A row is named and opened by its first column; where that is hidden, by the first that is shown.
  const [ownName = ''] = layout.layout.order
  const nameColumn = columns.some(({ key }) => key === ownName) ? ownName : (columns[0]?.key ?? ownName)
  const nameOf = (row: GridRowData) =>
    props.nameOf?.(row) ?? (nameText(row[nameColumn], list.columns[nameColumn], format) || row.id)
  const unfold = (row: GridRowData) => {
    const next = new Set(unfolded)
    if (!next.delete(row.id)) next.add(row.id)
    setUnfolded(next)
  }
  const open = props.unfolds ? unfold : props.onOpen

  const canEdit = (row: GridRowData, column: string) => {
    const one = edit[column]
    return Boolean(one && (one.allowed?.(row) ?? true))
  }
  const startEdit = (row: GridRowData, column: string) => {
    if (!canEdit(row, column)) return
    const one = edit[column]
    if (one && 'start' in one) one.start(row)
    else setEditing({ id: row.id, column })
  }
  const columnAt = (position: number) => columns[position - (selectable ? 1 : 0)]
  const filterBy = (column: string, value: FilterValue | undefined) => {
    const { [column]: _before, ...others } = query.filters
    change({ filters: value ? { ...others, [column]: value } : others })
  }

  const keys = useGridKeys(root, {
    rows: rows.length,
    columns: columns.length + (selectable ? 1 : 0),
    pageRows: () => Math.max(1, Math.floor(((root.current?.clientHeight ?? 400) - 64) / 32)),
    open: (index, position) => {
      const row = rows[index]
      const column = columnAt(position)
      if (!row) return
      if (column && canEdit(row, column.key)) startEdit(row, column.key)
      else if (!column && selectable) chosen.toggle(row)
      else open?.(row)
    },
    choose: (index) => {
      const row = rows[index]
      if (row && selectable) chosen.toggle(row)
    },
    chooseRange: (from, to) => {
      if (selectable) chosen.range(from, to, true)
    },
    clear: chosen.clear,
    menu: (index) => {
      const row = rows[index]
      const cell = root.current
        ?.querySelector(`[data-cell="${index}:${keys.active.column}"]`)
        ?.getBoundingClientRect()
      // After the key has gone all its way: a menu that stands already takes the same key as a reason to close.
      if (row && cell && props.rowActions)
        setTimeout(() => setMenu({ row, x: cell.left + 16, y: cell.bottom }))
    },
    header: (position, key) => {
      const column = columnAt(position)
      if (!column) {
        if (key === 'choose' || key === 'sort') chosen.togglePage()
        return
      }
      if (key === 'sort' || key === 'addSort') sortBy(column.key, key === 'addSort')
      if (key === 'menu') setOpenColumn(column.key)
      if (key === 'wider' || key === 'narrower')
        resize(column.key, column.width + (key === 'wider' ? 16 : -16))
      const neighbour = columnAt(position + (key === 'left' ? -1 : 1))
      if ((key === 'left' || key === 'right') && neighbour) {
        layout.arrange((before) => moveColumn(before, column.key, neighbour.key))
        keys.focus(-1, position + (key === 'left' ? -1 : 1))
      }
    },
    other: (index, event) => {
      const row = rows[index]
      // Where the screen keeps what is chosen, keys mean the record whose rows these are.
      if (!row || props.chosen || event.ctrlKey || event.metaKey || event.altKey) return
      // With a selection a key means the selection, wherever the focus stands.
      const actions =
        selected.count > 0 && props.bulkActions
          ? props.bulkActions(selected)
          : (props.rowActions?.(row) ?? [])
      const action = actions.find(
        ({ hotkey, blocked }) => hotkey?.toLowerCase() === event.key.toLowerCase() && !blocked,
      )
      if (!action && event.key.toLowerCase() === copyKey)
        void copyText(nameOf(row)).then(() => toast('info', t('kit.action.copied')))
      if (!action) return
      event.preventDefault()
      action.run()
    },
  })

  // Whoever walked on through the records beside the list comes back to the row they saw last.
  const wasOpen = useRef<string | null>(null)
  const openId = props.openId ?? null
  useEffect(() => {
    const left = wasOpen.current
    wasOpen.current = openId
    const index = left !== null && openId === null ? rows.findIndex(({ id }) => id === left) : -1
    if (index >= 0) keys.focus(index, Math.max(keys.active.column, selectable ? 1 : 0))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is open counts
  }, [openId])

  function sortBy(column: string, add: boolean) {
    if (!list.columns[column]?.sort) return
    const addsTo = add && (isInMemory(list) || list.paging === 'number')
    const sort = toggleSort(query.sort, column, addsTo, list.defaultSort.length === 0)
    change({ sort })
    layout.arrange((before) => ({ ...before, sort }))
  }
  function resize(column: string, width: number | null) {
    layout.arrange((before) => {
      if (width !== null) return setWidth(before, column, width)
      const { [column]: _dropped, ...others } = before.widths
      return { ...before, widths: others }
    })
  }

  return {
    list,
    say,
    views,
    renderers,
    lines: props.lines ?? 1,
    edit,
    query,
    change,
    columns,
    rows,
    page,
    keys,
    chosen,
    selectable,
    selected,
    editing,
    openColumn,
    menu,
    nameColumn,
    scope,
    layout: layout.layout,
    arrange: layout.arrange,
    resetLayout: layout.reset,
    firstRow: (query.page - 1) * query.pageSize,
    openId: props.openId ?? null,
    onOpen: open,
    unfolds: props.unfolds,
    isUnfolded: (row: GridRowData) => unfolded.has(row.id),
    under: props.under,
    /** What stands below a row has a height of its own, so that rows are measured. */
    isMeasured: Boolean(props.unfolds ?? props.under),
    wanted: props.wanted ?? null,
    file: props.file,
    hasRowMenu: Boolean(props.rowActions),
    rowActions: props.rowActions,
    nameOf,
    isChosen: (id: string) => selectable && chosen.isChosen(id),
    canEdit,
    /** One press opens it, because the screen has a field of its own for it. */
    startsAtOnce: (column: string) => 'start' in (edit[column] ?? noEdits),
    startEdit,
    filterBy,
    sortBy,
    resize,
    setOpenColumn,
    stopEdit: () => setEditing(null),
    openMenu: (row: GridRowData, at: { x: number; y: number }) => setMenu({ row, ...at }),
    closeMenu: () => {
      setMenu(null)
      keys.focus(keys.active.row, keys.active.column)
    },
    sortTo: (column: string, direction: 'asc' | 'desc') => {
      const sort = [{ column, direction }]
      change({ sort })
      layout.arrange((before) => ({ ...before, sort }))
    },
    moveColumn: (column: string, position: string) =>
      layout.arrange((before) => moveColumn(before, column, position)),
    togglePinned: (column: string) => layout.arrange((before) => togglePinned(before, column)),
    toggleHidden: (column: string) => layout.arrange((before) => toggleHidden(before, column)),
    setPageSize: (pageSize: GridLayout['pageSize']) => {
      change({ pageSize })
      layout.arrange((before) => ({ ...before, pageSize }))
    },
  }
}
