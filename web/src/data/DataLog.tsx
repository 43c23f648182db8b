import { dataLog } from '@kervan/contract/data/data-log'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { ChangeCounts } from '../kit/master/ChangeList.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'
import { addressOfChange } from './logEntry.ts'
import { useGo } from '../kit/page/go.ts'

type Row = RowOf<typeof dataLog>

const views = {
  madeAt: { pinned: true, width: 142 },
  dataKind: { width: 118, grow: false },
  fileOrRecord: { width: 190 },
  state: { width: 176, badge: true, grow: false },
  source: { width: 104, grow: false },
  added: { width: 52 },
  changed: { width: 76 },
  removed: { width: 76 },
  unchanged: { width: 90 },
  faulty: { width: 64 },
  madeBy: { width: 108 },
  approvedBy: { hidden: true },
  activatedAt: { hidden: true },
} as const

const renderers = { state: (row: Row) => <StateBadge group="changeState" value={row.state} /> }

/** Every delivery of master data, whatever its kind (DAT-002). */
export default function DataLog() {
  const { t } = useTranslation()
  const go = useGo()
  const open = ({ id, dataKind }: Row) => go(addressOfChange(dataKind, id))
  return (
    <PageFrame title={t('kind.change.many')}>
      <DataGrid
        list={dataLog}
        label={t('kind.change.many')}
        nouns="masterData.changes.count"
        columns={views}
        renderers={renderers}
        quickFilter="source"
        onOpen={open}
        selectable={false}
        card={logCard}
        empty={{
          title: t('masterData.changes.empty'),
          text: t('masterData.changes.emptyText'),
          icon: IconHistory,
        }}
      />
    </PageFrame>
  )
}

const logCard = (row: Row) => <LogCard row={row} />

function LogCard({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={state('recordType', row.dataKind)}
      mark={<StateBadge group="changeState" value={row.state} />}
    >
      <CardLine quiet>
        <span>{row.fileOrRecord ?? state('changeSource', row.source)}</span>
        <time dateTime={row.madeAt}>{format.dateTime(row.madeAt)}</time>
      </CardLine>
      <ChangeCounts row={row} />
    </RowCard>
  )
}
