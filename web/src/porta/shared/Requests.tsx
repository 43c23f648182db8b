import type { PriceChangeTab, RequestTab } from '@kervan/contract/porta/tabs'
import { IconReceiptOff } from '@tabler/icons-react'
import { useState } from 'react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridAction, GridPageInfo, Selected } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { windowFault, windowOf, type DayWindow } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import { useRequestActions, type ActedRequest } from './requestActions.tsx'
import type { Desk } from './desks.ts'
import { RequestDrawer } from './RequestDrawer.tsx'
import type { RequestRow } from './requestGrid.tsx'

type Search = { from?: string | undefined; to?: string | undefined; request?: string | undefined }
type Props = {
  desk: Desk
  /** The tab whose states are listed; the auditor's list has none. */
  tab: RequestTab | PriceChangeTab | null
  search: Search
  change: (next: Search & { page?: undefined }, options?: { replace?: boolean }) => void
  /** Applicants see nothing from before this day. */
  earliest?: string
  /** What else can be done with a selection, before the decisions. */
  more?: (selected: Selected<RequestRow>) => GridAction[]
  /** What else can be done with one request, after the decisions. */
  one?: (request: ActedRequest) => GridAction[]
}

/** The list of one tab with the record beside it: to apply, to review or to inspect. */
export function Requests({ desk, tab, search, change, earliest, more, one }: Props) {
  const { t } = useWords()
  const [page, setPage] = useState<GridPageInfo<RequestRow> | null>(null)
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ request: id ?? undefined }, options)
  const { months, side } = desk
  const window = reached(windowOf(search, months), search, earliest)
  const goOn = () => {
    const ids = page?.rows.map(({ id }) => id) ?? []
    const next = ids[ids.indexOf(search.request ?? '') + 1]
    if (search.request !== undefined) open(next ?? null, { replace: true })
  }
  const { grid, actionsOf, dialog } = useRequestActions(desk, goOn)
  const allOf = (request: ActedRequest) => [...actionsOf(request), ...(one?.(request) ?? [])]
  const setWindow = (next: DayWindow) => change({ ...next, page: undefined })
  if (windowFault(window, months, earliest) !== null)
    return (
      <WindowRefused
        window={window}
        months={months}
        {...(earliest ? { earliest } : {})}
        onChange={setWindow}
      />
    )
  return (
    <>
      <DataGrid
        list={desk.list}
        scope={{ ...window, ...(tab && { tab }) }}
        label={t(desk.label)}
        nouns="porta.count"
        searchLabel={t('porta.search')}
        columns={desk.grid.columns ?? {}}
        renderers={desk.grid.renderers}
        filters={
          <DateWindow
            value={window}
            months={months}
            {...(earliest ? { earliest } : {})}
            label={t('porta.window')}
            onChange={setWindow}
          />
        }
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.request ?? null}
        {...grid}
        rowActions={allOf}
        {...(more && {
          selectable: true,
          bulkActions: (chosen: Selected<RequestRow>) => [
            ...more(chosen),
            ...('bulkActions' in grid ? grid.bulkActions(chosen) : []),
          ],
        })}
        card={desk.grid.card}
        empty={{
          title: t(side === 'applicant' ? 'porta.emptyMine' : 'porta.empty'),
          text: t(side === 'applicant' ? 'porta.emptyMineText' : 'porta.emptyText'),
          icon: IconReceiptOff,
        }}
      />
      <RequestDrawer desk={desk} id={search.request ?? null} page={page} actionsOf={allOf} onOpen={open} />
      {dialog}
    </>
  )
}

/** A window that nobody has chosen begins where applicants begin to see anything. */
const reached = (window: DayWindow, search: Search, earliest?: string): DayWindow =>
  earliest !== undefined && search.from === undefined && window.from < earliest && window.to >= earliest
    ? { ...window, from: earliest }
    : window
