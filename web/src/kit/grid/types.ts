import type { RowOf, Selection } from '@kervan/contract/kit/page'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ZodType } from 'zod'
import type { MessageKey } from '../i18n/words.ts'
import type { AnyList, ColumnView } from './gridState.ts'

type ColumnOf<L extends AnyList> = keyof L['columns'] & string

/** Something a row or a selection can be made to do. */
export type GridAction = {
  key: string
  label: string
  icon?: TablerIcon
  tone?: 'primary' | 'default' | 'danger'
  /** One key that does it while the row, or the selection, is in focus. */
  hotkey?: string
  /** Why it cannot be done now; shown instead of hiding it. */
  blocked?: string | null
  run: () => void
}

/** What is chosen, as a bulk action needs it. */
export type Selected<Row> = {
  /** For the wire: goes into the call as it is. */
  selection: Selection
  count: number
  countIsExact: boolean
  /** True when the selection is "all that match". */
  isAll: boolean
  /** Those of the chosen rows that the grid has seen, for warnings such as "1 over limit". */
  rows: Row[]
  clear: () => void
}

export type InlineEdit<Row> = {
  /** Checks what was typed; its messages are keys of the messages. */
  schema: ZodType<unknown>
  allowed?: (row: Row) => boolean
  /** Throws the refusal of the call. A 409 makes the grid show both values. */
  save: (row: Row, value: never) => Promise<unknown>
}

export type GridPageInfo<Row> = {
  rows: readonly Row[]
  /** How many rows stand before this page. */ before: number
  total: number
  totalIsExact: boolean
  asOf: string
}

export type DataGridProps<L extends AnyList> = {
  list: L
  /** The further inputs of the list: `{ from, to }`. */
  scope?: Record<string, unknown>
  /** How columns are shown before the user arranges them; its order is the first order. */
  columns?: { [K in ColumnOf<L>]?: ColumnView }
  /** Draws a cell; without one it is drawn by the column's type. */
  renderers?: { [K in ColumnOf<L>]?: (row: RowOf<L>) => ReactNode }
  /** Key with plural forms: "{{count}} orders". */
  nouns?: MessageKey
  onOpen?: (row: RowOf<L>) => void
  /** The row whose record is open beside the grid. */
  openId?: string | null
  rowActions?: (row: RowOf<L>) => GridAction[]
  bulkActions?: (selected: Selected<RowOf<L>>) => GridAction[]
  /** Stands beside the count of the selection: a risk badge. */
  bulkNote?: (selected: Selected<RowOf<L>>) => ReactNode
  edit?: { [K in ColumnOf<L>]?: InlineEdit<RowOf<L>> }
  /** What a row shows under 768 px and in the card view. */
  card?: (row: RowOf<L>) => ReactNode
  /** Stands right above the rows: what has happened to them since they were read. */
  notice?: ReactNode
  /** Further controls of the filter bar, such as the window of dates. */
  filters?: ReactNode
  /** A column of few values that is filtered by chips in the bar. */
  quickFilter?: ColumnOf<L>
  /** Those of its values that occur in this list; without it all of them. */
  quickValues?: readonly string[]
  /** How many rows each chip would show, where the screen knows it. */
  quickCounts?: Readonly<Record<string, number>>
  searchLabel?: string
  /** Two where texts are sentences: they go on in a second line instead of being cut. */
  lines?: 1 | 2
  /** Nothing is there at all: what this list is, and how to begin. */
  empty?: { title: string; text?: ReactNode; icon?: TablerIcon; actions?: ReactNode }
  /** `own` keeps the question inside the grid, for drawers and dialogs. */
  state?: 'address' | 'own'
  selectable?: boolean
  exportable?: boolean
  /** Names the grid for a screen reader. */
  label: string
  /** Told whenever a page has come, so that a record opened beside the grid knows its neighbours. */
  onPage?: (page: GridPageInfo<RowOf<L>>) => void
}
