import { importCostKind } from '@kervan/contract/lma/market'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(importCostKind, { targets })
