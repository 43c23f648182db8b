import { addDays } from '@kervan/contract/kit/days'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../form/DayInput.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import { RowCard } from '../grid/RowCard.tsx'
import { PageFrame } from '../page/PageFrame.tsx'
import { today } from '../values/companyDay.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import type { MasterAddress } from './address.ts'
import { BackButton } from './ChangeList.tsx'
import css from './master.module.css'
import { kindWord } from './words.ts'

type Difference = RowOf<MasterData['differences']>

const views = {
  record: { width: 220, pinned: true },
  action: { width: 140 },
  difference: { width: 420, grow: true },
} as const

/** What differs between the evenings of two days. */
export function Compare({ kind, address }: { kind: MasterData; address: MasterAddress }) {
  const { t } = useTranslation()
  const { search, change } = address
  const to = search.to ?? today()
  const from = search.from ?? addDays(to, -7)
  const title = t('masterData.compare.title', { records: kindWord(t, kind, 'many') })
  return (
    <PageFrame title={title} actions={<BackButton address={address} />}>
      <DataGrid
        list={kind.differences}
        scope={{ from, to }}
        label={title}
        nouns="masterData.compare.count"
        columns={views}
        lines={2}
        quickFilter="action"
        filters={
          <span className={css.days}>
            <DayInput
              label={t('masterData.compare.from')}
              value={from}
              maxDate={to}
              onChange={(day) => change({ from: day, page: undefined })}
            />
            <DayInput
              label={t('masterData.compare.to')}
              value={to}
              minDate={from}
              maxDate={today()}
              onChange={(day) => change({ to: day, page: undefined })}
            />
          </span>
        }
        onOpen={({ id }) => change({ record: id, tab: 'history' })}
        openId={search.record ?? null}
        selectable={false}
        card={differenceCard}
        empty={{
          title: t('masterData.compare.empty'),
          text: t('masterData.compare.emptyText'),
          icon: IconArrowsDiff,
        }}
      />
    </PageFrame>
  )
}

const differenceCard = (row: Difference) => (
  <RowCard name={row.record} mark={<StateBadge group="changeAction" value={row.action} />}>
    <p className={css.whole}>{row.difference}</p>
  </RowCard>
)
