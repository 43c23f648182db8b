import { districtKind } from '@kervan/contract/data/geography'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { targets } from './targets.ts'

/** Districts, each in its city (DAT-001). */
export default masterDataScreen(districtKind, { targets })
