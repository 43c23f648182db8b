import { serviceRuns } from '@kervan/contract/services/runs'
import type { RowOf } from '@kervan/contract/kit/page'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { IconActivity } from '@tabler/icons-react'
import { useState } from 'react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { today } from '../../kit/values/companyDay.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { operationsSearch, serviceMonths } from '../search.ts'
import { RunDrawer } from './RunDrawer.tsx'
import { useRunActions } from './runActions.ts'

type Row = RowOf<typeof serviceRuns>

const views = {
  runCode: { width: 150, pinned: true },
  runName: { width: 220 },
  runState: { width: 170 },
  serviceDate: { width: 120 },
  startedAt: { width: 150 },
  creditUsed: { width: 130 },
  targetImportAt: { width: 160 },
  actualImportAt: { width: 160 },
  targetServiceAt: { width: 160 },
  finishedAt: { width: 150 },
  delayMinutes: { width: 130 },
  waitsFor: { width: 120, whenFilled: true },
  waitsOn: { width: 180, whenFilled: true },
  creditEstimate: { width: 130 },
  serviceProduct: { width: 160 },
  projectDomain: { hidden: true },
  strategyCode: { hidden: true },
  planHash: { hidden: true },
} as const
const renderers = { runState: (row: Row) => <StateBadge group="serviceState" value={row.runState} /> }
const card = (row: Row) => <Card row={row} />

/** Service operations (SVC-008): runs with their business processes. */
export default function Operations() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(operationsSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const { grid, dialog } = useRunActions()
  const window = { from: search.from ?? addMonths(today(), -3), to: search.to ?? addDays(today(), 7) }
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ run: id ?? undefined }, options)
  return (
    <PageFrame title={t('screen.serviceOperations.title')}>
      <DataGrid
        list={serviceRuns}
        scope={window}
        label={t('screen.serviceOperations.title')}
        nouns="services.run.count"
        columns={views}
        renderers={renderers}
        quickFilter="runState"
        filters={
          <DateWindow
            value={window}
            months={serviceMonths}
            label={t('column.serviceDate')}
            onChange={(next) => change(next)}
          />
        }
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.run ?? null}
        card={card}
        {...grid}
        empty={{ title: t('services.run.empty'), text: t('services.run.emptyText'), icon: IconActivity }}
      />
      <RunDrawer id={search.run ?? null} page={page} onOpen={open} />
      {dialog}
    </PageFrame>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.runName} mark={<StateBadge group="serviceState" value={row.runState} />}>
      <CardLine>{format.date(row.serviceDate)}</CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.runCode}</span>
        <span>{format.number(row.creditUsed)}</span>
      </CardLine>
    </RowCard>
  )
}
