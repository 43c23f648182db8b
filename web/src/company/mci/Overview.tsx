import { entityOverview } from '@kervan/contract/company/mci-overview'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../kit/page/go.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof entityOverview>

const namesFields = ({ attention }: Row) => attention === 'MappingIncomplete'

const views = {
  code: { pinned: true, width: 96 },
  name: { width: 128 },
  attention: { width: 212, badge: true, wider: { width: 264, when: namesFields } },
  activeRows: { width: 96 },
  userFileState: { width: 190, badge: true },
  erpFileState: { width: 112, badge: true },
  activatedAt: { width: 152, short: true },
  dataSource: { width: 148 },
  purpose: { hidden: true },
  activatedBy: { hidden: true },
  orderIndex: { hidden: true },
} as const

const renderers = {
  attention: (row: Row) => <Attention row={row} />,
  activeRows: (row: Row) => <ActiveRows row={row} />,
  userFileState: (row: Row) => <FileState state={row.userFileState} file={row.userFileId} />,
  erpFileState: (row: Row) => <FileState state={row.erpFileState} file={row.erpFileId} />,
}

/** Where each entity stands, and what it needs; each figure leads to what it counts (MCI-001). */
export default function Overview() {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <PageFrame title={t('kind.mciOverview.many')}>
      <DataGrid
        list={entityOverview}
        label={t('kind.mciOverview.many')}
        nouns="kind.mciEntity.count"
        columns={views}
        renderers={renderers}
        quickFilter="attention"
        onOpen={({ id }) => go({ search: { part: 'mciData', entity: id } })}
        selectable={false}
        card={overviewCard}
        empty={{
          title: t('kind.mciEntity.empty'),
          text: t('kind.mciEntity.emptyText'),
          icon: IconLayoutDashboard,
        }}
      />
    </PageFrame>
  )
}

/** Leads to the file that it is about, to the fields or their mapping where those are not right, else to the rows. */
function Attention({ row }: { row: Row }) {
  const { id, code, attention, attentionFileId: file } = row
  const badge = <AttentionBadge row={row} />
  if (attention === 'Nothing') return badge
  if (file !== null) return <To search={{ part: 'mciFile', file }}>{badge}</To>
  if (attention === 'MappingIncomplete' || attention === 'MappingOrder')
    return <To search={{ part: 'mciMapping', entity: id }}>{badge}</To>
  if (attention === 'NoKey') return <To search={{ part: 'mciField', q: code }}>{badge}</To>
  return <To search={{ part: 'mciData', entity: id }}>{badge}</To>
}

/** Names the fields of the base class that are missing. */
function AttentionBadge({ row }: { row: Row }) {
  const { attention, missingBaseFields } = row
  const { state } = useWords()
  const about = namesFields(row) && missingBaseFields.map((base) => state('mciBaseField', base)).join(', ')
  return <StateBadge group="mciAttention" value={attention} {...(about && { about })} />
}

function ActiveRows({ row: { id, activeRows } }: { row: Row }) {
  const format = useFormats()
  return <To search={{ part: 'mciData', entity: id }}>{format.number(activeRows)}</To>
}

function FileState({ state, file }: { state: Row['userFileState']; file: string | null }) {
  if (state === null || file === null) return null
  return (
    <To search={{ part: 'mciFile', file }}>
      <StateBadge group="mciFileState" value={state} />
    </To>
  )
}

function To({ search, children }: { search: Record<string, string>; children: ReactNode }) {
  return (
    <Link to="." search={search} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  )
}

const overviewCard = (row: Row) => <OverviewCard row={row} />

function OverviewCard({ row }: { row: Row }) {
  const { t, state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.name} mark={<AttentionBadge row={row} />}>
      <CardLine quiet>
        <span>{row.code}</span>
        <span>{t('company.mci.total', { rows: format.number(row.activeRows) })}</span>
      </CardLine>
      <CardLine quiet>
        <span>{state('mciPurpose', row.purpose)}</span>
        <span>{state('mciSource', row.dataSource)}</span>
      </CardLine>
      {row.activatedAt !== null && (
        <CardLine quiet>
          <span>
            {t('company.mci.activatedBy', {
              when: format.dateTime(row.activatedAt),
              by: row.activatedBy ?? '–',
            })}
          </span>
        </CardLine>
      )}
    </RowCard>
  )
}
