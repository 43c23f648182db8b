import { priceChangeRequests } from '@kervan/contract/porta/price-change-requests'
import { priceChangeReports } from '@kervan/contract/porta/reports'
import { priceChangeTabs } from '@kervan/contract/porta/tabs'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { priceChangeReporting, ReportNow, Reports } from '../management/Reports.tsx'
import { priceChangeSearch } from '../search.ts'
import { priceChangeDesks } from '../shared/desks.ts'
import { Requests } from '../shared/Requests.tsx'

/** Where price-change refunds are decided (PCR-001, PCR-004), and reported to the warehouses that pay. */
export default function PriceChangeManagement() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(priceChangeSearch)
  const title = t('screen.priceChangeRefundRequests.title')
  const sees = rights.has(priceChangeRequests.page.permission ?? '')
  const keys = [
    ...(sees ? priceChangeTabs : []),
    ...(rights.has(priceChangeReports.page.permission ?? '') ? (['reports'] as const) : []),
  ]
  const tab = search.tab ?? keys[0] ?? 'pending'
  const days = search.from || search.to ? { from: search.from, to: search.to } : {}
  return (
    <PageFrame
      title={title}
      tabs={keys.map((key) => ({ key, label: t(`porta.tabs.${key}`), search: { tab: key, ...days } }))}
      tab={tab}
      tabsLabel={t('porta.tabsLabel')}
      actions={(tab === 'closed' || tab === 'reports') && <ReportNow of={priceChangeReporting} />}
    >
      {keys.length === 0 ? (
        <NoRight title={title} permission={priceChangeRequests.page.permission ?? ''} />
      ) : tab === 'reports' ? (
        <Reports of={priceChangeReporting} />
      ) : (
        <Requests key={tab} desk={priceChangeDesks.reviewer} tab={tab} search={search} change={change} />
      )}
    </PageFrame>
  )
}
