import { discountRateKind } from '@kervan/contract/data/refunds'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Rates of the public discount, from when to when. */
export default masterDataScreen(discountRateKind, {
  targets,
  views: { product: { width: 320, pinned: true } },
})
