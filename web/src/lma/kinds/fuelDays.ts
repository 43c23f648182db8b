import { fuelDayKind } from '@kervan/contract/lma/parameters'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

export default masterDataScreen(fuelDayKind)
