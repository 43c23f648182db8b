import { priceChangeKind } from '@kervan/contract/data/price-changes'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Changes of products' prices, from which refunds follow (PCR-005). */
export default masterDataScreen(priceChangeKind, {
  targets,
  views: {
    product: { width: 230, pinned: true },
    changeDate: { width: 130 },
    oldPrice: { width: 110 },
    newPrice: { width: 110 },
    entitlementDate: { width: 150 },
  },
  told: {
    productCode: { width: 100 },
    gtin: { width: 140, whenFilled: true },
    priceDifference: { width: 100 },
  },
})
