import { fuelTaxKind } from '@kervan/contract/lma/parameters'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(fuelTaxKind, { targets })
