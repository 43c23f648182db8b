import { declineRequests, discountRequests } from '@kervan/contract/porta/discount-requests'
import { discountReports } from '@kervan/contract/porta/reports'
import { requestTabs } from '@kervan/contract/porta/tabs'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReportLink } from '../kigo/ReportLink.tsx'
import { managementSearch } from '../search.ts'
import css from '../shared/porta.module.css'
import { discountReporting, ReportNow, Reports } from './Reports.tsx'
import { discountDesks } from '../shared/desks.ts'
import { Requests } from '../shared/Requests.tsx'

/** Where requests are reviewed (DSC-001, DSC-011), and where the external inspector looks at what was approved (DSC-012). */
export default function DiscountManagement() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(managementSearch)
  const sees = rights.has(discountRequests.page.permission ?? '')
  const inspects = rights.has(declineRequests.permission ?? '')
  const keys = [
    ...(inspects ? (['inspection'] as const) : []),
    ...(sees ? requestTabs : []),
    ...(rights.has(discountReports.page.permission ?? '') ? (['reports'] as const) : []),
  ]
  const tab = search.tab ?? keys[0] ?? 'pending'
  const days = search.from || search.to ? { from: search.from, to: search.to } : {}
  return (
    <PageFrame
      title={t('screen.institutionalDiscountRequests.title')}
      tabs={keys.map((key) => ({ key, label: t(`porta.tabs.${key}`), search: { tab: key, ...days } }))}
      tab={tab}
      tabsLabel={t('porta.tabsLabel')}
      actions={
        <div className={css.actions}>
          <ReportLink side="reviewer" />
          {(tab === 'closed' || tab === 'reports') && <ReportNow of={discountReporting} />}
        </div>
      }
    >
      {keys.length === 0 ? (
        <NoRight
          title={t('screen.institutionalDiscountRequests.title')}
          permission={discountRequests.page.permission ?? ''}
        />
      ) : tab === 'reports' ? (
        <Reports of={discountReporting} />
      ) : (
        <Requests
          key={tab}
          desk={discountDesks[tab === 'inspection' ? 'auditor' : 'reviewer']}
          tab={tab === 'inspection' ? null : tab}
          search={search}
          change={change}
        />
      )}
    </PageFrame>
  )
}
