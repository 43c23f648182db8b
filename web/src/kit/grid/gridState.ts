import type { RecordKind } from '@kervan/contract/kit/found-record'
import { pageSizes } from '@kervan/contract/kit/page-limits'
import type { Columns, Filters, PageList, Sort } from '@kervan/contract/kit/page'
import type { TablerIcon } from '@tabler/icons-react'
import { z } from 'zod'
import type { MemoryList } from './memoryList.ts'
import type { GridRowData } from './useGridRows.ts'
import { gridStateVersion, widths, StoredGridState, StoredTemplate } from './storedGrid.ts'

// How a user arranged a grid: order, widths, hidden and pinned columns, sort and page size. Kept on the server and
// mirrored in the browser. Columns come and go between versions, so what is stored is fitted to the list when read.

// oxlint-disable typescript/no-explicit-any -- lists of whatever columns, scope and rows
export type AnyList = Omit<PageList<any, any, any, any>, 'columns'> & { readonly columns: Columns }
/** A list that the grid shows: of the server's, or of rows that are here already. */
export type GridList = AnyList | MemoryList<any>
// oxlint-enable typescript/no-explicit-any
export const isInMemory = (list: GridList): list is MemoryList<unknown> => 'searched' in list

export type GridLayout = Omit<StoredGridState, 'v' | 'at'>

/** How a screen wants a column shown, before the user arranges it. */
export type ColumnView<Row = GridRowData> = {
  width?: number
  /** The width where one of the rows says more than usual: that a date has passed, a second badge. */
  wider?: { width: number; when(row: Row): boolean }
  /** Takes part of the room that is left over. Texts do by themselves. */
  grow?: boolean
  hidden?: boolean
  /** Shown from 1,920 px on, where the room would be left empty; hidden below. */
  wide?: boolean
  pinned?: boolean
  /** Also shown by a badge in the colour of its state. */
  badge?: boolean
  align?: 'start' | 'end'
  /** Names records of this kind: the filter picks some of them. */
  picks?: RecordKind
  /** The screen draws something shorter than the column's type would: the width is taken as it is given. */
  short?: boolean
  /** Left out as long as no row of the page says anything in it: colours where the goods have none, a mark that none has. */
  whenFilled?: boolean
  /** Left out now, whatever the user chose: what it says stands elsewhere in the row. */
  away?: boolean
  /** Stands in its chip, where the column is filtered by one. */
  icon?: TablerIcon
}
export type ColumnViews = Record<string, ColumnView | undefined>

/** How a list is arranged until its user arranges it; `isWide`: the screen has room for the columns that are `wide`. */
export function defaultLayout(list: GridList, views: ColumnViews, isWide = false): GridLayout {
  const listed: string[] = Object.keys(list.columns)
  // The screen's order first: the columns it speaks of, then the rest of the list.
  const order = [
    ...Object.keys(views).filter((key) => listed.includes(key)),
    ...listed.filter((key) => !(key in views)),
  ]
  return {
    order,
    widths: {},
    hidden: order.filter((key) => views[key]?.hidden || (views[key]?.wide && !isWide)),
    pinned: order.filter((key) => views[key]?.pinned),
    sort: list.defaultSort,
    pageSize: pageSizes[0],
  }
}

/** Fits what was stored to the columns there are: unknown ones are dropped, new ones come last, as the screen wants them. */
export function fitLayout(stored: Omit<GridLayout, never>, list: GridList, defaults: GridLayout): GridLayout {
  const { columns } = list
  const known = (key: string) => Object.hasOwn(columns, key)
  const kept = [...new Set(stored.order.filter(known))]
  const added = defaults.order.filter((key) => !kept.includes(key))
  const order = [...kept, ...added]
  const hidden = [
    ...new Set([...stored.hidden.filter(known), ...added.filter((key) => defaults.hidden.includes(key))]),
  ]
  const sort = stored.sort.filter(({ column }) => columns[column]?.sort)
  return {
    order,
    widths: Object.fromEntries(Object.entries(stored.widths).filter(([key]) => known(key))),
    // A grid without any column could not be repaired by its user.
    hidden: hidden.length >= order.length ? hidden.filter((key) => key !== order[0]) : hidden,
    pinned: [...new Set(stored.pinned.filter(known))],
    sort: sort.length > 0 ? sort : defaults.sort,
    pageSize: stored.pageSize,
  }
}

export function parseStored(text: string | null | undefined): StoredGridState | null {
  return parseJson(text, StoredGridState)
}
export function parseTemplate(text: string | null | undefined): StoredTemplate | null {
  return parseJson(text, StoredTemplate)
}

export function toStored(layout: GridLayout, at: number): StoredGridState {
  return { v: gridStateVersion, at, ...layout }
}

export function toTemplate(
  layout: GridLayout,
  query: { filters: Filters; search: string },
  at: number,
): StoredTemplate {
  return { ...toStored(layout, at), filters: query.filters, search: query.search }
}

/** Moves a column to the position of another one. */
export function moveColumn(layout: GridLayout, key: string, position: string): GridLayout {
  if (key === position) return layout
  const from = layout.order.indexOf(key)
  const to = layout.order.indexOf(position)
  if (from < 0 || to < 0) return layout
  const order = layout.order.filter((column) => column !== key)
  order.splice(to, 0, key)
  return { ...layout, order }
}

export function toggleHidden(layout: GridLayout, key: string): GridLayout {
  if (layout.hidden.includes(key))
    return { ...layout, hidden: layout.hidden.filter((column) => column !== key) }
  const visible = layout.order.filter((column) => !layout.hidden.includes(column))
  if (visible.length <= 1) return layout
  return { ...layout, hidden: [...layout.hidden, key] }
}

export function togglePinned(layout: GridLayout, key: string): GridLayout {
  const pinned = layout.pinned.includes(key)
    ? layout.pinned.filter((column) => column !== key)
    : [...layout.pinned, key]
  return { ...layout, pinned }
}

export function setWidth(layout: GridLayout, key: string, width: number): GridLayout {
  const fitting = Math.round(Math.min(widths.maximum, Math.max(widths.minimum, width)))
  return { ...layout, widths: { ...layout.widths, [key]: fitting } }
}

/** A press on a header: up, down, and back to unsorted where another column still sorts or the rows have an order of their own. */
export function toggleSort(sort: Sort, column: string, add: boolean, mayEnd = false): Sort {
  const now = sort.find((one) => one.column === column)
  const others = add ? sort.filter((one) => one.column !== column) : []
  if (!now) return [...others, { column, direction: 'asc' as const }].slice(-3)
  if (now.direction === 'asc')
    return add
      ? sort.map((one) => (one === now ? { column, direction: 'desc' as const } : one))
      : [{ column, direction: 'desc' }]
  if (mayEnd) return others
  return add && others.length > 0 ? others : [{ column, direction: 'asc' }]
}

function parseJson<S extends z.ZodType>(text: string | null | undefined, shape: S): z.infer<S> | null {
  if (!text) return null
  try {
    const parsed = shape.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
