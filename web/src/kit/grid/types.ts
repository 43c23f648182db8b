import type { Binary, Call } from '@kervan/contract/kit/call'
import type { RowOf as ServerRowOf, Selection } from '@kervan/contract/kit/page'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ZodType } from 'zod'
import type { MessageKey } from '../i18n/words.ts'
import type { ColumnView, GridList } from './gridState.ts'
import type { MemoryList } from './memoryList.ts'

type ColumnOf<L extends GridList> = keyof L['columns'] & string
type RowOf<L extends GridList> = L extends MemoryList<infer Row> ? Row : ServerRowOf<L>

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
  /** Chosen rows that search or filters leave out, where the screen keeps what is chosen. */
  hidden: Row[]
  clear: () => void
}

/** What is chosen, where the screen keeps it: beside what else is about to be done with a record. */
export type GivenSelection<Row> = {
  ids: ReadonlySet<string>
  /** Of what nothing can be done with there is nothing to choose. */
  may: (row: Row) => boolean
  choose: (ids: readonly string[], on: boolean) => void
  /** The name of the box for all of them. */
  label: string
}

/** The shown rows as a file, where the rows are in memory. */
export type RowsFile<Row> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a download of whatever input
  call: Call<string, any, typeof Binary>
  input: (columns: readonly string[], rows: readonly Row[]) => Record<string, unknown>
}

export type InlineEdit<Row> = { allowed?: (row: Row) => boolean } & (
  | {
      /** Checks what was typed; its messages are keys of the messages. */
      schema: ZodType<unknown>
      /** Throws the refusal of the call. A 409 makes the grid show both values. */
      save: (row: Row, value: never) => Promise<unknown>
    }
  /** The screen's renderer draws the field: several may be open, and are sent together. */
  | { start: (row: Row) => void }
)

export type GridPageInfo<Row> = {
  rows: readonly Row[]
  /** How many rows stand before this page. */ before: number
  total: number
  totalIsExact: boolean
  asOf: string
}

export type DataGridProps<L extends GridList> = {
  list: L
  /** All rows of a list in memory (`memoryList`); the grid searches, filters and sorts them itself. */
  rows?: readonly RowOf<L>[]
  /** What a row is called, where its first column does not tell it from others. */
  nameOf?: (row: RowOf<L>) => string
  /** The further inputs of the list: `{ from, to }`. */
  scope?: Record<string, unknown>
  /** How columns are shown before the user arranges them; its order is the first order. */
  columns?: { [K in ColumnOf<L>]?: ColumnView<RowOf<L>> }
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
  /** Columns of few values that are filtered by chips in the bar; with rows in memory each chip says how many it shows. */
  quickFilter?: ColumnOf<L> | readonly ColumnOf<L>[]
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
  /** Where the screen keeps what is chosen. */
  chosen?: GivenSelection<RowOf<L>>
  exportable?: boolean
  /** The file of a list in memory; without one it has none. */
  file?: RowsFile<RowOf<L>>
  /** What a press on a row's name shows below it, over the whole width; in place of `onOpen`. */
  unfolds?: (row: RowOf<L>) => ReactNode
  /** What must be said below a row now, such as what is wrong with a typed value; null for nothing. */
  under?: (row: RowOf<L>) => ReactNode
  /** The row and column whose field wants the focus; a new object each time. */
  wanted?: { id: string; column: ColumnOf<L> } | null
  /** "{{shown}} of {{all}} lines": a list in memory says so while it is filtered. */
  shownOf?: MessageKey
  /** Further buttons at the end of the bar above the rows. */
  tools?: ReactNode
  /** Stands below the rows and scrolls with them. */
  after?: ReactNode
  /** Names the grid for a screen reader. */
  label: string
  /** Told whenever a page has come, so that a record opened beside the grid knows its neighbours. */
  onPage?: (page: GridPageInfo<RowOf<L>>) => void
}
