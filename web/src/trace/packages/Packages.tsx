import { tracePackages } from '@kervan/contract/trace/packages'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconPackages } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import type { traceSearch } from '../search.ts'
import { PackageDrawer } from './PackageDrawer.tsx'
import { TransferState } from './TransferState.tsx'

type Row = RowOf<typeof tracePackages>
type Search = z.infer<typeof traceSearch>
type Props = { search: Search; change: (next: Partial<Search>, options?: { replace?: boolean }) => void }

const renderers = {
  packageState: (row: Row) => <StateBadge group="ptsState" value={row.packageState} />,
  documentNumber: (row: Row) => <span className="k-mono">{row.documentNumber ?? row.fileName}</span>,
}
const card = (row: Row) => <Card row={row} />
const views = {
  documentNumber: { width: 170, pinned: true },
  packageState: { width: 130 },
  ptsAction: { width: 150 },
  documentDate: { width: 120 },
  sourceName: { width: 200 },
  destinationName: { width: 200 },
  packCount: { width: 90 },
  carrierCount: { width: 120 },
  packageNotes: { width: 220, whenFilled: true },
  problem: { width: 260, whenFilled: true },
  receivedAt: { width: 150 },
  receivedBy: { width: 150 },
  sourceGln: { hidden: true },
  destinationGln: { hidden: true },
  fileName: { hidden: true },
} as const

/** Packages of the transfer system (TRC-004). */
export function Packages({ search, change }: Props) {
  const { t } = useWords()
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ package: id ?? undefined }, options)
  return (
    <>
      <TransferState />
      <DataGrid
        list={tracePackages}
        label={t('trace.tabs.packages')}
        nouns="trace.packages.count"
        columns={views}
        renderers={renderers}
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.package ?? null}
        card={card}
        empty={{ title: t('trace.packages.empty'), text: t('trace.packages.emptyText'), icon: IconPackages }}
      />
      <PackageDrawer id={search.package ?? null} page={page} onOpen={open} />
    </>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.documentNumber ?? row.fileName}</span>}
      mark={<StateBadge group="ptsState" value={row.packageState} />}
    >
      <CardLine>{row.sourceName ?? row.sourceGln}</CardLine>
      <CardLine quiet>
        <span>{row.destinationName ?? row.destinationGln}</span>
        <span>{format.dateTime(row.receivedAt)}</span>
      </CardLine>
    </RowCard>
  )
}
