import { traceNeeds, tracedPacks } from '@kervan/contract/trace/inquiry'
import type { TraceWay } from '@kervan/contract/trace/ways'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconPackageOff, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import type { traceSearch } from '../search.ts'
import { AnswerDrawn, ViewChoice } from './AnswerViews.tsx'
import { Ask, type Question } from './Ask.tsx'
import { EpcisButton, type AskedTrace } from './EpcisButton.tsx'
import { CodeLines } from './CodeLines.tsx'
import { PackDrawer } from './PackDrawer.tsx'

type Row = RowOf<typeof tracedPacks>
type Search = z.infer<typeof traceSearch>
type Props = { search: Search; change: (next: Partial<Search>, options?: { replace?: boolean }) => void }

const renderers = {
  packState: (row: Row) => <StateBadge group="packState" value={row.packState} />,
}
const card = (row: Row) => <Card row={row} />
const views = {
  productName: { width: 220, pinned: true },
  serialNumber: { width: 170 },
  packState: { width: 170 },
  holderName: { width: 220 },
  pendingName: { width: 200, whenFilled: true },
  lastMovementAt: { width: 150 },
  lotNumber: { width: 120 },
  expiryDate: { width: 120 },
  gtin: { width: 150 },
  holderType: { width: 180 },
  holderGln: { hidden: true },
  pendingGln: { hidden: true },
} as const

/** A question by one of the ways, and the packs that answer it (TRC-001). */
export function Inquiry({ search, change }: Props) {
  const { t } = useWords()
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  // Codes are too long for an address.
  const [codes, setCodes] = useState('')
  const way = search.way ?? 'DataMatrix'
  const question: Question = {
    way,
    packState: search.state ?? null,
    value: way === 'DataMatrix' ? codes : (search.value ?? ''),
  }
  const asked = scopeOf(question)
  const view = search.view ?? 'list'
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ pack: id ?? undefined }, options)
  return (
    <>
      <Ask
        key={way}
        question={question}
        onWay={(next) => change({ way: next, value: undefined, page: undefined })}
        onAsk={(next) => {
          if (next.way === 'DataMatrix') setCodes(next.value)
          change({
            way: next.way,
            value: next.way === 'DataMatrix' ? undefined : next.value,
            state: next.packState ?? undefined,
            page: undefined,
          })
        }}
      />
      {way === 'DataMatrix' && codes !== '' && <CodeLines codes={codes} />}
      {asked && (
        <ViewChoice view={view} onView={(next) => change({ view: next === 'list' ? undefined : next })} />
      )}
      {asked && view !== 'list' ? (
        <AnswerDrawn asked={asked} view={view} />
      ) : asked ? (
        <DataGrid
          list={tracedPacks}
          scope={asked}
          label={t('trace.list')}
          nouns="trace.count"
          columns={views}
          renderers={renderers}
          onPage={setPage}
          onOpen={(row) => open(row.id)}
          openId={search.pack ?? null}
          card={card}
          filters={<EpcisButton asked={asked} />}
          empty={{ title: t('trace.empty'), text: t('trace.emptyText'), icon: IconPackageOff }}
        />
      ) : (
        <EmptyState title={t('trace.begin')} text={t('trace.beginText')} icon={IconRoute} />
      )}
      <PackDrawer id={search.pack ?? null} page={page} onOpen={open} />
    </>
  )
}

const fieldOf = {
  DataMatrix: 'dataMatrices',
  Location: 'location',
  SerialNumber: 'serialNumber',
  LotNumber: 'lotNumber',
  PtsDocument: 'documentNumber',
} as const satisfies Record<TraceWay, string>

/** What the list is asked; null while something is missing. */
function scopeOf({ way, value, packState }: Question): AskedTrace | null {
  const needsState = (traceNeeds[way] as readonly string[]).includes('packState')
  if (value.trim() === '' || (needsState && packState === null)) return null
  return { way, [fieldOf[way]]: value.trim(), ...(packState && { packState }) }
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.serialNumber}</span>}
      mark={<StateBadge group="packState" value={row.packState} />}
    >
      <CardLine>{row.productName ?? row.gtin}</CardLine>
      <CardLine quiet>
        <span>{row.holderName ?? row.holderGln}</span>
        <span>{row.lastMovementAt && format.dateTime(row.lastMovementAt)}</span>
      </CardLine>
    </RowCard>
  )
}
