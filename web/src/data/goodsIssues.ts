import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** What the ERP has sent out for orders (ORD-008). */
export default masterDataScreen(goodsIssueKind)
