import { priceChangeKind } from '@kervan/contract/data/price-changes'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Changes of products' prices, from which refunds follow (PCR-005). */
export default masterDataScreen(priceChangeKind, {
  targets,
  views: {
    product: { width: 320, pinned: true },
    changeDate: { width: 150 },
    entitlementDate: { width: 150 },
  },
})
