import { requestTabs } from '@kervan/contract/porta/tabs'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReportLink } from '../kigo/ReportLink.tsx'
import { mySearch } from '../search.ts'
import { MyRequests } from './MyRequests.tsx'
import { discountWays } from './ways.ts'

/** What an applicant has applied for by the institutional discount (DSC-001, DSC-004 to DSC-006). */
export default function MyDiscountRequests() {
  const [search, change] = useScreenSearch(mySearch)
  return (
    <MyRequests
      ways={discountWays}
      title="screen.myInstitutionalDiscountRequests.title"
      tabs={requestTabs}
      waiting="preApplication"
      search={search}
      change={change}
      actions={<ReportLink side="applicant" />}
    />
  )
}
