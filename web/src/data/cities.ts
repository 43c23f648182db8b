import { cityKind } from '@kervan/contract/data/geography'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Cities, or provinces, each in its country (DAT-001). */
export default masterDataScreen(cityKind, { targets })
