import type { Column, Sort } from '@kervan/contract/kit/page'
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { type GridList, type ColumnView, type ColumnViews, type GridLayout } from './gridState.ts'
import { amountWidth } from '../values/amountWidth.ts'
import { asText } from '../values/asText.ts'
import { widths } from './storedGrid.ts'
import type { GridRowData } from './useGridRows.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

const typicalWidth: Record<Column['type'], number> = {
  text: 180,
  code: 136,
  integer: 96,
  decimal: 120,
  date: 120,
  instant: 164,
  flag: 84,
  choice: 132,
  choices: 220,
}
/** A date is never cut off, however narrow the screen wants it; only its user may do that. */
const leastWidth: Partial<Record<Column['type'], number>> = { date: 120, instant: 164 }

export type GridColumn = {
  key: string
  column: Column
  width: number
  /** How narrow it becomes where the list would be only a little too wide. */
  narrowest: number
  /** How wide it becomes where there is room. */
  widest: number
  /** The screen wants it to take all the room that is left. */
  fills: boolean
  pinned: boolean
  /** Distance of a pinned column from the left edge, without the box of the selection. */
  start: number
  isLastPinned: boolean
  sorted: 'asc' | 'desc' | null
  /** Its position among several sorted columns, from 1; 0 when it is the only one. */
  sortPosition: number
}

type Shown = {
  rows: GridRowData[]
  /** By which widths and empty columns are judged: with rows in memory all, so that no filter moves the columns. */
  all: readonly GridRowData[] | undefined
  label: (key: string) => string
  /** The screen draws this column itself, so its texts do not tell how wide it is. */
  isDrawn: (key: string) => boolean
}

/** The visible columns in order, pinned ones first, as TanStack Table works them out of the user's layout. */
export function useGridTable(
  list: GridList,
  views: ColumnViews,
  layout: GridLayout,
  sort: Sort,
  { rows, all = rows, label, isDrawn }: Shown,
): { columns: GridColumn[]; rows: GridRowData[] } {
  const table = useTable({
    features,
    columns: Object.entries(list.columns).map(([key, column]): ColumnDef<typeof features, GridRowData> => ({
      id: key,
      accessorFn: (row) => row[key],
      size: Math.max(
        wantedWidth(views[key], all) ?? typicalWidth[column.type],
        views[key]?.short ? 0 : (leastWidth[column.type] ?? 0),
        leastForHeading(label(key)),
        column.type === 'decimal' ? leastForAmounts(all, key) : 0,
      ),
      minSize: widths.minimum,
      maxSize: widths.maximum,
      enableSorting: column.sort,
    })),
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    state: {
      columnOrder: layout.order,
      columnVisibility: Object.fromEntries(
        [...layout.hidden, ...leftOut(views, all)].map((key) => [key, false]),
      ),
      columnPinning: { start: layout.order.filter((key) => layout.pinned.includes(key)), end: [] },
      columnSizing: layout.widths,
      sorting: sort.map(({ column, direction }) => ({ id: column, desc: direction === 'desc' })),
    },
  })
  // What is not shown is sorted by as well, and no reason to number the others.
  const shownSort = sort.filter(({ column }) => !layout.hidden.includes(column))
  const pinned = table.getStartVisibleLeafColumns()
  const visible = [...pinned, ...table.getCenterVisibleLeafColumns()]
  const columns = visible.map((column, index): GridColumn => {
    const declaredColumn = list.columns[column.id]!
    const view = views[column.id]
    const isPinned = index < pinned.length
    const isLastPinned = isPinned && index === pinned.length - 1
    // Where a pinned column stands depends on the widths of those before it, so that only the last one may grow.
    const isFree = (!isPinned || isLastPinned) && layout.widths[column.id] === undefined
    const sorted = column.getIsSorted()
    const texts = isDrawn(column.id) ? widestText : Math.min(widestText, longestText(all, column.id))
    return {
      key: column.id,
      column: declaredColumn,
      width: column.getSize(),
      narrowest:
        isFree && declaredColumn.type === 'text'
          ? Math.max(Math.ceil(column.getSize() * textKeeps), leastForHeading(label(column.id)))
          : column.getSize(),
      widest: isFree
        ? widestOf(declaredColumn, view, column.getSize(), label(column.id), texts)
        : column.getSize(),
      fills: isFree && view?.grow === true,
      pinned: isPinned,
      start: isPinned ? column.getStart('start') : 0,
      isLastPinned,
      sorted: sorted === false ? null : sorted,
      sortPosition: shownSort.length > 1 && sorted !== false ? column.getSortIndex() + 1 : 0,
    }
  })
  return { columns, rows: table.getCoreRowModel().rows.map((row) => row.original) }
}

function wantedWidth(view: ColumnView | undefined, rows: readonly GridRowData[]): number | undefined {
  const wider = view?.wider
  return wider && rows.some((row) => wider.when(row)) ? wider.width : view?.width
}

/** A column without a text, a number or a mark says nothing. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false

const leftOut = (views: ColumnViews, rows: readonly GridRowData[]) =>
  Object.keys(views).filter(
    (key) => views[key]?.away || (views[key]?.whenFilled && rows.every((row) => isEmpty(row[key]))),
  )

/** Wider than this nobody reads a text in one look, and figures drift apart; what is left stays empty at the end. */
const widestText = 320
/** Words of a list are shorter. */
const widestChoice = 220
/** What a heading takes at 12 px of weight 500: a letter, and padding with the arrow. */
const letter = 6.8
const aroundHeading = 36
/** Most letters are narrower; beside them is the padding. No arrow: a column that is sorted does not change its width. */
const usualLetter = 6.7
const paddings = 16
const widestLeast = 148
/** So little beyond the edge is no reason to scroll: texts give it up, each at most a quarter of its width. */
const littleTooWide = 80
const textKeeps = 0.75

/** An amount is never cut: half of it is another one. */
function leastForAmounts(rows: readonly GridRowData[], key: string): number {
  const digits = Math.max(0, ...rows.map((row) => asText(row[key]).replace(/\..*/, '').length))
  const separators = Math.floor(Math.max(0, digits - 1) / 3)
  return digits === 0 ? 0 : amountWidth(`${'0'.repeat(digits)}${'.'.repeat(separators)},00 ₺`)
}

/** What a column does not go below: its heading is whole, unless that is long. */
const leastForHeading = (heading: string) =>
  Math.min(widestLeast, Math.ceil(heading.length * usualLetter) + paddings)

/** What its texts need, in px, rather too much than too little: the room that one column does not need is another’s. */
const longestText = (rows: readonly GridRowData[], key: string): number =>
  rows.reduce((most, row) => {
    const text = asText(row[key])
    return Math.max(most, Math.ceil(text.length * 7 + (text.match(/\p{Lu}/gu)?.length ?? 0) * 2) + paddings)
  }, 0)

/** Texts grow until they are whole, words a little, all else only until its heading is whole. */
function widestOf(
  column: Column,
  view: ColumnView | undefined,
  width: number,
  heading: string,
  texts: number,
): number {
  const isWord = column.type === 'choice' && view?.grow === undefined
  const grown = view?.grow || (isWord && view?.pinned) ? widestText : isWord ? widestChoice : 0
  const content = column.type === 'text' && view?.grow === undefined ? texts : grown
  return Math.max(width, content, Math.ceil(heading.length * letter) + aroundHeading)
}

/**
 * One template for header and rows: fixed columns keep their width, texts share what is left of the room until they are
 * whole, then words and headings do; where little is missing, texts give it up. `room` is 0 as long as it is not known.
 */
export function gridTemplate(
  columns: readonly GridColumn[],
  withBox: boolean,
  room: number,
): { template: string; minimum: number } {
  const box = withBox ? 40 : 0
  const wanted = box + columns.reduce((sum, { width }) => sum + width, 0)
  const spare = columns.reduce((sum, { width, narrowest }) => sum + width - narrowest, 0)
  const missing = room > 0 ? Math.max(0, wanted - room) : 0
  const given = missing <= Math.min(littleTooWide, spare) ? missing : 0
  const wants = (isText: boolean) =>
    columns.reduce(
      (sum, { column, width, widest }) =>
        sum + ((column.type === 'text') === isText ? Math.max(0, widest - width) : 0),
      0,
    )
  const beyondTexts = Math.max(0, room - wanted - wants(true))
  const ofOthers = room > 0 ? Math.min(1, beyondTexts / Math.max(1, wants(false))) : 1
  const tracks = columns.map(({ column, width, narrowest, widest: whole, fills }) => {
    const widest = column.type === 'text' ? whole : width + (whole - width) * ofOthers
    const least = given > 0 ? width - ((width - narrowest) * given) / spare : width
    return fills ? `minmax(${least}px, ${width}fr)` : `minmax(${least}px, ${widest}px)`
  })
  const filler = columns.some(({ fills }) => fills) ? [] : ['minmax(0, 1fr)']
  return {
    template: [...(withBox ? [`${box}px`] : []), ...tracks, ...filler].join(' '),
    minimum: wanted - given,
  }
}
