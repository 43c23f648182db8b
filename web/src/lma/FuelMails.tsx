import { fuelMailLog } from '@kervan/contract/lma/expectations'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconMail } from '@tabler/icons-react'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'

type Row = RowOf<typeof fuelMailLog>
const views = {
  mailAt: { pinned: true, width: 160 },
  fuelMail: { width: 200 },
  mailRecipient: { width: 240 },
  mailState: { badge: true, width: 140 },
  mailProblem: { width: 240, whenFilled: true },
  mailHash: { hidden: true },
} as const
const card = (row: Row) => <Card row={row} />

/** What was sent to whom, and what could not be. */
export default function FuelMails() {
  const { t } = useWords()
  const title = t('kind.fuelMailLog.many')
  return (
    <PageFrame title={title}>
      <DataGrid
        list={fuelMailLog}
        label={title}
        nouns="kind.fuelMailLog.count"
        columns={views}
        quickFilter="mailState"
        card={card}
        empty={{ title: t('kind.fuelMailLog.empty'), text: t('kind.fuelMailLog.emptyText'), icon: IconMail }}
      />
    </PageFrame>
  )
}

function Card({ row }: { row: Row }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.mailRecipient} mark={<StateBadge group="mailState" value={row.mailState} />}>
      <CardLine>{t(`state.fuelMail.${row.fuelMail}`)}</CardLine>
      <CardLine quiet>{format.dateTime(row.mailAt)}</CardLine>
    </RowCard>
  )
}
