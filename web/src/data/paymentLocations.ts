import { paymentLocationKind } from '@kervan/contract/data/refunds'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Which warehouses pay refunds to which pharmacy. */
export default masterDataScreen(paymentLocationKind, {
  targets,
  views: { pointOfSale: { width: 320, pinned: true }, warehouse: { width: 320 } },
})
