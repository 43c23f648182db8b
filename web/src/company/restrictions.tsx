import { shippingBlockKind } from '@kervan/contract/company/restrictions'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Products that cannot be shipped to a location (LOC-001). */
export default masterDataScreen(shippingBlockKind, { targets })
