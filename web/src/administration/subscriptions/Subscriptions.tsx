import { subscriptions } from '@kervan/contract/administration/subscriptions'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { QuotaMeter } from '../../kit/values/Meter.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ServiceName } from '../../kit/values/ServiceName.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { subscriptionsSearch } from './search.ts'
import css from './subscriptions.module.css'
import { SubscriptionDrawer } from './SubscriptionDrawer.tsx'

type Row = RowOf<typeof subscriptions>

/** The company's subscriptions (SUB-001): since when, and what is left of their credit. */
export default function Subscriptions() {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(subscriptionsSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ subscription: id ?? undefined }, options)
  return (
    <PageFrame title={t('screen.serviceSubscriptions.title')}>
      <DataGrid
        list={subscriptions}
        label={t('screen.serviceSubscriptions.title')}
        nouns="administration.subscriptions.count"
        searchLabel={t('administration.subscriptions.search')}
        columns={{
          serviceName: { pinned: true, width: 200 },
          serviceId: { width: 160 },
          subscriptionState: { width: 170, badge: true, wider: { width: 276, when: isUsedUp } },
          startDate: {},
          creditPeriod: { width: 140 },
          totalCredit: { width: 130 },
          usedCredit: { width: 110 },
          reservedCredit: { width: 110 },
          remainingCredit: { width: 186 },
          exceededCredit: { hidden: true },
        }}
        renderers={renderers}
        quickFilter="subscriptionState"
        selectable={false}
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.subscription ?? null}
        card={card}
        empty={{
          title: t('administration.subscriptions.empty'),
          text: t('administration.subscriptions.emptyText'),
          icon: IconReceipt,
        }}
      />
      <SubscriptionDrawer id={search.subscription ?? null} page={page} onOpen={open} />
    </PageFrame>
  )
}

const isUsedUp = ({ exceededCredit, remainingCredit }: Row) => exceededCredit > 0 || remainingCredit <= 0

/** The state, and the way out where the credit is used up. */
function State({ row }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <span className={css.state}>
      <StateBadge group="subscriptionState" value={row.subscriptionState} />
      {isUsedUp(row) && (
        <Link to="." search={(now: object) => ({ ...now, subscription: row.id })}>
          {t('services.credit.more')}
        </Link>
      )}
    </span>
  )
}

const renderers = {
  subscriptionState: (row: Row) => <State row={row} />,
  serviceName: (row: Row) => <ServiceName service={row.serviceId} name={row.serviceName} />,
  remainingCredit: (row: Row) => (
    <QuotaMeter limit={row.totalCredit} used={row.usedCredit + row.reservedCredit} />
  ),
}
const card = (row: Row) => <SubscriptionCard row={row} />

function SubscriptionCard({ row }: { row: Row }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RowCard
      name={renderers.serviceName(row)}
      mark={<StateBadge group="subscriptionState" value={row.subscriptionState} />}
    >
      <QuotaMeter limit={row.totalCredit} used={row.usedCredit} />
      <CardLine quiet>
        <span>{format.date(row.startDate)}</span>
        <span>
          {t('column.usedCredit')}: {format.number(row.usedCredit)} / {format.number(row.totalCredit)}
        </span>
      </CardLine>
    </RowCard>
  )
}
