import { useRef, useState, type MouseEvent } from 'react'
import { toast } from '../feedback/toasts.tsx'
import { useWords } from '../i18n/words.ts'
import type { GridQuery } from './gridQuery.ts'
import * as selection from './selection.ts'
import type { Selected } from './types.ts'
import type { LooseProps } from './useGridModel.ts'
import type { GridPage, GridRowData } from './useGridRows.ts'

const noScope: Record<string, unknown> = {}
const noRows: readonly GridRowData[] = []

/** What is chosen of a grid: kept here until the question changes, or by the screen (`chosen`), which then says what may be. */
export function useGridSelection(
  props: Pick<LooseProps, 'bulkActions' | 'chosen' | 'scope' | 'selectable'>,
  query: GridQuery,
  page: GridPage | undefined,
  rows: readonly GridRowData[],
) {
  const { t } = useWords()
  const { chosen: given, scope = noScope } = props
  const question = JSON.stringify([query.filters, query.search, scope])
  const [own, setOwn] = useState(selection.nothing)
  const [asked, setAsked] = useState(question)
  const [seen, setSeen] = useState<ReadonlyMap<string, GridRowData>>(new Map())
  const lastPressed = useRef<{ index: number; of: string } | null>(null)
  if (asked !== question) {
    setAsked(question)
    setOwn(selection.nothing)
    setSeen(new Map())
  }
  const chosen: selection.Chosen = given ? { mode: 'ids', ids: given.ids } : own
  const mayChoose = (row: GridRowData) => given?.may(row) ?? true
  const ids = (given ? rows.filter(given.may) : rows).map(({ id }) => id)

  const set = (some: readonly GridRowData[], on: boolean) => {
    const meant = some.filter(mayChoose).map(({ id }) => id)
    if (given) return given.choose(meant, on)
    const next = selection.set(chosen, meant, on)
    if (next === chosen) toast('warning', t('kit.grid.tooManyChosen'))
    setSeen(new Map([...seen, ...rows.map((row): [string, GridRowData] => [row.id, row])]))
    setOwn(next)
  }
  const toggle = (row: GridRowData) => set([row], !selection.isChosen(chosen, row.id))
  const range = (from: number, to: number, on: boolean) =>
    set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), on)
  const clear = () => {
    // What the screen keeps it clears itself: in a drawer Escape closes the drawer.
    if (given) return false
    const had = !selection.isEmpty(chosen)
    setOwn(selection.nothing)
    setSeen(new Map())
    return had
  }
  const pageChosen = selection.stateOfPage(chosen, ids)
  const shown = new Map(rows.map((row): [string, GridRowData] => [row.id, row]))
  const known = given ? (page?.all ?? noRows) : new Map([...seen, ...shown]).values()
  const chosenRows = [...known].filter(({ id }) => selection.isChosen(chosen, id))
  const selected: Selected<GridRowData> = {
    selection: selection.toWire(chosen, {
      sort: query.sort,
      filters: query.filters,
      search: query.search,
      ...scope,
    }),
    count: selection.countOf(chosen),
    countIsExact: chosen.mode === 'ids' || chosen.totalIsExact,
    isAll: chosen.mode === 'query',
    rows: chosenRows,
    hidden: given ? chosenRows.filter(({ id }) => !shown.has(id)) : [],
    clear: () => void clear(),
  }
  return {
    selectable: props.selectable ?? Boolean(props.bulkActions ?? given),
    selected,
    /** The bars of the selection stand here; where the screen keeps it, they are its own. */
    hasBars: !given && selected.count > 0,
    pageChosen,
    pageLabel: given?.label ?? t('kit.grid.selectPage'),
    pageIsFree: ids.length > 0,
    mayChoose,
    isChosen: (id: string) => selection.isChosen(chosen, id),
    toggle,
    range,
    clear,
    press: (index: number, row: GridRowData, event: MouseEvent) => {
      // A row pressed before the page was turned is no anchor for a range.
      const of = `${query.page} ${question}`
      if (event.shiftKey && lastPressed.current?.of === of)
        range(lastPressed.current.index, index, !selection.isChosen(chosen, row.id))
      else toggle(row)
      lastPressed.current = { index, of }
    },
    togglePage: () => set(rows, pageChosen !== 'all'),
    chooseAll: () => {
      if (page) setOwn(selection.chooseAllMatching(page))
    },
  }
}
