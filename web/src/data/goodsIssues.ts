import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** What the ERP has sent out for orders (ORD-008). */
export default masterDataScreen(goodsIssueKind, {
  views: {
    code: { pinned: true, width: 190 },
    orderLine: { width: 170 },
    issuedQuantity: { width: 120 },
    issuedOn: { width: 140 },
    deliveryNote: { width: 200 },
    closesLine: { width: 170 },
  },
})
