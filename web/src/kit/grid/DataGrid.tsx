import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useDensity } from '../density.ts'
import { useFormats } from '../values/format.ts'
import { ColumnsOf, tDynamic, useWords } from '../i18n/words.ts'
import { toRefused } from '../call/refused.ts'
import { useRights } from '../call/rights.ts'
import { useSession } from '../call/session.ts'
import { keepViewMode, viewModeOf, type ViewMode } from '../storage/storage.ts'
import { alignmentOf } from './cells.tsx'
import { FilterBar } from './FilterBar.tsx'
import css from './grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridCards } from './GridCards.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridGroups } from './GridGroups.tsx'
import { GridHeader } from './GridHeader.tsx'
import { isBlank, useAddressQuery, useOwnQuery, type GridQueryState } from './gridQuery.ts'
import { isInMemory, type AnyList, type GridList } from './gridState.ts'
import { FailedRows, FilterFirst, LoadingRows, NoRows } from './GridStates.tsx'
import { GridToolbar, totalWords } from './GridToolbar.tsx'
import { MobileActionBar, MobileCountBar, MobileFilterBar } from './MobileBars.tsx'
import type { MemoryList } from './memoryList.ts'
import { useMemoryRows } from './memoryRows.ts'
import { offeredList } from './offered.ts'
import { useQuick } from './useQuick.ts'
import { RowMenu } from './RowMenu.tsx'
import type { DataGridProps } from './types.ts'
import { useGridLayout, type GridLayoutState } from './useGridLayout.ts'
import { useGridModel, type LooseProps } from './useGridModel.ts'
import { useGridRows, type GridRowData, type RowsAnswer } from './useGridRows.ts'
import { useEdgeShadow } from './useEdgeShadow.ts'
import { useRoom } from './useRoom.ts'
import { groupOf } from './useSummary.ts'
import { useGridActions } from './useGridActions.ts'
import { gridTemplate } from './useGridTable.ts'

/** The one list of the product (GRD-001 to GRD-005). What it shows and can do follows from the list's declaration. */
export function DataGrid<L extends GridList>(props: DataGridProps<L>) {
  const session = useSession()
  const loose = { ...(props as unknown as LooseProps), list: offeredList<GridList>(props.list, session) }
  const layout = useGridLayout(loose.list, loose.columns ?? {})
  const Source = isInMemory(loose.list) ? MemoryGrid : props.state === 'own' ? OwnGrid : AddressGrid
  return (
    <ColumnsOf value={isInMemory(loose.list) ? null : loose.list.words}>
      <Source {...loose} arrangement={layout} />
    </ColumnsOf>
  )
}

type Inner = LooseProps & { arrangement: GridLayoutState }

// Where the question stands and who answers it; all else is the same grid.

function AddressGrid(props: Inner) {
  return <ServerGrid {...props} question={useAddressQuery(props.list, props.arrangement.layout)} />
}
function OwnGrid(props: Inner) {
  return <ServerGrid {...props} question={useOwnQuery(props.list, props.arrangement.layout)} />
}
function ServerGrid(props: Inner & { question: GridQueryState }) {
  const { list, question, scope = noScope, arrangement } = props
  const { requires } = list as AnyList
  const missing = requires.filter((column) => isBlank(question.query.filters[column]))
  const isAsked = arrangement.isKnown && missing.length === 0
  const answer = useGridRows(list as AnyList, question.query, scope, isAsked)
  return (
    <Grid
      {...props}
      answer={missing.length > 0 ? { ...answer, data: undefined, isError: false } : answer}
      missing={missing}
    />
  )
}
function MemoryGrid(props: Inner) {
  const question = useOwnQuery(props.list, props.arrangement.layout)
  const answer = useMemoryRows(props.list as MemoryList<never>, props.rows ?? noRows, question.query)
  return <Grid {...props} question={question} answer={answer} />
}

const noRows: readonly GridRowData[] = []
const noScope = {}
/** Cards beside each other where there is room for them. */
const cardLanes = 3
/** What a second line of text adds to a row. */
const secondLine = 16

const noneMissing: readonly string[] = []

function Grid(props: Inner & { question: GridQueryState; answer: RowsAnswer; missing?: readonly string[] }) {
  const { arrangement, question, answer, list, nouns = 'kit.grid.rows', missing = noneMissing } = props
  const rights = useRights()
  // Whoever may not have the file is not offered it (SHL-025).
  const file = isInMemory(list) ? props.file?.call : list.excel
  const exportable =
    (props.exportable ?? true) &&
    file !== undefined &&
    (file.permission === null || rights.has(file.permission))
  const root = useRef<HTMLDivElement>(null)
  const words = useWords()
  const format = useFormats()
  const density = useDensity()
  const rowHeight = density.rowHeight + (props.lines === 2 ? secondLine : 0)
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const [view, setView] = useState<ViewMode>(() => viewModeOf(list.key))
  const { onPage } = props
  const before = (question.query.page - 1) * question.query.pageSize
  useEffect(() => {
    if (answer.data && !answer.isPlaceholderData) onPage?.({ ...answer.data, before })
  }, [answer.data, answer.isPlaceholderData, before, onPage])
  const grid = useGridModel(props, question, arrangement, answer.data, root)
  const room = useRoom(root)
  const { template, minimum } = gridTemplate(grid.columns, grid.selectable, room)
  const bulk = grid.chosen.hasBars ? (props.bulkActions?.(grid.selected) ?? []) : []
  const note = grid.selected.count > 0 ? props.bulkNote?.(grid.selected) : null
  const quick = useQuick(props, grid)
  const group = view === 'groups' ? groupOf(grid) : null
  const asCards = narrow || view === 'card' || view === 'detail'
  const filtered = Object.keys(question.query.filters).length > 0 || question.query.search !== ''
  const total = !answer.data
    ? ''
    : filtered && answer.data.all && props.shownOf
      ? tDynamic(words.t, props.shownOf, '', {
          shown: format.number(answer.data.total),
          all: format.number(answer.data.all.length),
        })
      : totalWords(answer.data, nouns, words.t, format.number)

  const look = (mode: ViewMode) => {
    setView(mode)
    keepViewMode(list.key, mode)
  }
  useGridActions(grid, nouns, exportable)
  const { sheet, mark } = useEdgeShadow(root)
  const hasFooter = group === null && !isInMemory(list) && !(narrow && bulk.length > 0)

  const rows =
    answer.isError && !answer.data ? (
      <FailedRows refused={toRefused(answer.error)} onRetry={() => void answer.refetch()} />
    ) : missing.length > 0 ? (
      <FilterFirst columns={missing.map((column) => words.column(column))} />
    ) : !answer.data ? (
      <LoadingRows
        outline={grid.columns.map(({ key, column }) => ({
          key,
          align: alignmentOf(column, grid.views[key]),
        }))}
        below={asCards || group ? undefined : { withBox: grid.selectable }}
        rowHeight={rowHeight}
      />
    ) : grid.rows.length === 0 ? (
      <NoRows
        filtered={filtered}
        empty={props.empty}
        onClear={() => question.change({ filters: {}, search: '' })}
      />
    ) : null

  return (
    <div
      className={css.frame}
      style={{
        '--grid-template': template,
        '--grid-minimum': `${minimum}px`,
        '--grid-row': `${rowHeight}px`,
        '--grid-room': room > 0 ? `${room}px` : '100%',
      }}
    >
      {narrow ? (
        <>
          <MobileFilterBar
            grid={grid}
            quick={quick.filter(({ isTold }) => isTold)}
            searchLabel={props.searchLabel}
          >
            {props.filters}
          </MobileFilterBar>
          <MobileCountBar
            grid={grid}
            total={total}
            nouns={nouns}
            exportable={exportable}
            group={group}
            setView={look}
            note={note}
          />
        </>
      ) : (
        <>
          <FilterBar grid={grid} quick={quick} searchLabel={props.searchLabel}>
            {props.filters}
          </FilterBar>
          <GridToolbar
            grid={grid}
            nouns={nouns}
            view={view}
            setView={look}
            exportable={exportable}
            bulk={bulk}
            note={note}
            total={total}
            tools={props.tools}
          />
        </>
      )}
      {props.notice}
      <div className={css.sheet} ref={sheet} data-ends={hasFooter && rows === null ? true : undefined}>
        <div
          className={css.scroller}
          ref={root}
          onScroll={mark}
          data-stale={answer.isPlaceholderData || undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- cards that hold nothing to press must be scrolled by keyboard all the same
          tabIndex={asCards && !grid.selectable && !grid.onOpen ? 0 : undefined}
        >
          {answer.isFetching && answer.data && <div className={css.progress} aria-hidden />}
          {group ? (
            (rows ?? (
              <GridGroups
                grid={grid}
                by={group}
                label={props.label}
                rowHeight={rowHeight}
                onRows={() => look('list')}
              />
            ))
          ) : asCards ? (
            (rows ?? (
              <GridCards
                grid={grid}
                scroller={root}
                card={props.card}
                detail={!narrow && view === 'detail'}
                lanes={narrow || view === 'detail' ? 1 : cardLanes}
                label={props.label}
              />
            ))
          ) : (
            <>
              {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the cells */}
              <div
                role="grid"
                aria-label={props.label}
                aria-rowcount={answer.data ? (answer.data.totalIsExact ? answer.data.total + 1 : -1) : 1}
                aria-colcount={grid.columns.length + (grid.selectable ? 1 : 0)}
                aria-multiselectable={grid.selectable || undefined}
                aria-busy={answer.isFetching}
                className={css.grid}
                onKeyDown={grid.keys.onKeyDown}
              >
                <GridHeader grid={grid} />
                {rows === null && <GridBody grid={grid} scroller={root} rowHeight={rowHeight} />}
              </div>
              {rows}
            </>
          )}
          {props.after && <div className={css.after}>{props.after}</div>}
        </div>
      </div>
      {narrow && bulk.length > 0 ? (
        <MobileActionBar actions={bulk} />
      ) : (
        hasFooter && <GridFooter grid={grid} nouns={nouns} short={narrow} />
      )}
      <RowMenu grid={grid} />
    </div>
  )
}
