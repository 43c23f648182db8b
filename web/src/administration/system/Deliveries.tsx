import type { RowOf } from '@kervan/contract/kit/page'
import { deliveries, sendDeliveriesAgain } from '@kervan/contract/system/deliveries'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof deliveries>

const views = {
  deliveryName: { pinned: true, width: 180 },
  deliveryKind: { width: 150 },
  recipient: { width: 160, whenFilled: true },
  deliveryState: { width: 148, badge: true },
  deliveryProblem: { width: 200 },
  response: { width: 180 },
  receipt: { width: 120 },
  requestedAt: { width: 152, short: true },
  settledAt: { width: 152, short: true },
  tries: { width: 90 },
  nextTryAt: { width: 152, short: true, whenFilled: true },
} as const

/** What the portal sends to systems outside: where each stands, what the receiver said, and sending again. */
export default function Deliveries() {
  const { t } = useTranslation()
  const { grid, dialog } = useRecordActions<Row>(
    [
      {
        key: 'sendAgain',
        label: 'system.deliveries.again.asking',
        icon: IconRefresh,
        call: sendDeliveriesAgain,
        bulk: { words: 'system.deliveries.again' },
      },
    ],
    {
      nouns: 'system.deliveries.count',
      refreshes: ['Deliveries'],
      nameOf: ({ deliveryName }) => deliveryName,
    },
  )
  return (
    <PageFrame title={t('account.part.deliveries')}>
      <DataGrid
        list={deliveries}
        label={t('account.part.deliveries')}
        nouns="system.deliveries.count"
        searchLabel={t('system.deliveries.search')}
        columns={views}
        quickFilter="deliveryState"
        card={deliveryCard}
        {...grid}
        empty={{
          title: t('system.deliveries.empty'),
          text: t('system.deliveries.emptyText'),
          icon: IconSend,
        }}
      />
      {dialog}
    </PageFrame>
  )
}

const deliveryCard = (row: Row) => <DeliveryCard row={row} />

function DeliveryCard({ row }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <RowCard name={row.deliveryName} mark={<StateBadge group="delivery" value={row.deliveryState} />}>
      <CardLine>
        {t(`state.deliveryKind.${row.deliveryKind}`)}
        {row.recipient && ` · ${row.recipient}`}
      </CardLine>
      <CardLine quiet>{row.deliveryProblem ?? row.response}</CardLine>
    </RowCard>
  )
}
