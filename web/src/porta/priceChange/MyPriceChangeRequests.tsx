import { priceChangeTabs } from '@kervan/contract/porta/tabs'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { MyRequests } from '../my/MyRequests.tsx'
import { priceChangeWays } from '../my/ways.ts'
import { myPriceChangeSearch } from '../search.ts'

/** The price-change refunds that an applicant has applied for (PCR-001, PCR-006); what is to be proved stands with what is pending. */
export default function MyPriceChangeRequests() {
  const [search, change] = useScreenSearch(myPriceChangeSearch)
  return (
    <MyRequests
      ways={priceChangeWays}
      title="screen.myPriceChangeRefundRequests.title"
      tabs={priceChangeTabs}
      waiting="pending"
      search={search}
      change={change}
    />
  )
}
