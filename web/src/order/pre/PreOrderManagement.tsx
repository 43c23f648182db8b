import { useTranslation } from 'react-i18next'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ActingFor } from '../deputies/ActingFor.tsx'
import { useManagementTabs } from '../management/useManagementTabs.ts'
import { PreOrders } from './PreOrders.tsx'
import { preOrderSearch } from './search.ts'

/** Where pre-approval orders are decided on (ORD-012). */
export default function PreOrderManagement() {
  const { t } = useTranslation()
  const { tabs, tabsLabel } = useManagementTabs(undefined, 'preApproval')
  const [search, change] = useScreenSearch(preOrderSearch)
  return (
    <PageFrame
      title={t('screen.preOrderManagement.title')}
      tabs={tabs}
      tab="preApproval"
      tabsLabel={tabsLabel}
    >
      <ActingFor />
      <PreOrders side="manager" search={search} change={change} />
    </PageFrame>
  )
}
