import type { ImportKind } from '@kervan/contract/kit/master-import'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../grid/DataGrid.tsx'
import { CardLine, RowCard } from '../grid/RowCard.tsx'
import { useWords } from '../i18n/words.ts'
import { PageFrame } from '../page/PageFrame.tsx'
import { useFormats } from '../values/format.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import type { RowOf } from '@kervan/contract/kit/page'
import type { MasterAddress } from './address.ts'
import { kindWord } from './words.ts'

type ChangeRow = RowOf<ImportKind['changes']>

const views = {
  madeAt: { pinned: true, width: 164 },
  fileOrRecord: {},
  state: { width: 204 },
  source: { width: 112 },
  madeBy: { width: 150 },
  added: { width: 60 },
  changed: { width: 76 },
  removed: { width: 76 },
  unchanged: { width: 90 },
  faulty: { width: 68 },
  activatedAt: { width: 168 },
  approvedBy: { hidden: true },
} as const

/** The data log of a kind (DAT-002): every change, from wherever it came, and what became of it. */
export function ChangeList({ kind, address }: { kind: ImportKind; address: MasterAddress }) {
  const { t } = useTranslation()
  const title = t('masterData.changes.title', { records: kindWord(t, kind, 'many') })
  return (
    <PageFrame title={title} actions={<BackButton address={address} />}>
      <DataGrid
        list={kind.changes}
        label={title}
        nouns="masterData.changes.count"
        columns={views}
        onOpen={({ id }) => address.go({ change: id })}
        selectable={false}
        card={changeCard}
        empty={{
          title: t('masterData.changes.empty'),
          text: t('masterData.changes.emptyText'),
          icon: IconHistory,
        }}
      />
    </PageFrame>
  )
}

/** Back to the records. */
export function BackButton({ address }: { address: MasterAddress }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => address.go({})}
    >
      {t('masterData.back')}
    </Button>
  )
}

const changeCard = (row: ChangeRow) => <ChangeCard row={row} />

function ChangeCard({ row }: { row: ChangeRow }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={row.fileOrRecord ?? state('changeSource', row.source)}
      mark={<StateBadge group="changeState" value={row.state} />}
    >
      <CardLine quiet>
        <span>{row.madeBy}</span>
        <time dateTime={row.madeAt}>{format.dateTime(row.madeAt)}</time>
      </CardLine>
      <ChangeCounts row={row} />
    </RowCard>
  )
}

const counted = ['added', 'changed', 'removed', 'unchanged', 'faulty'] as const

/** What a delivery brought, on a card. */
export function ChangeCounts({ row }: { row: Pick<ChangeRow, (typeof counted)[number]> }) {
  const { column } = useWords()
  const format = useFormats()
  const counts = counted.filter((one) => row[one] > 0)
  if (counts.length === 0) return null
  return (
    <CardLine>
      <span>{counts.map((one) => `${column(one)} ${format.number(row[one])}`).join(' · ')}</span>
    </CardLine>
  )
}
