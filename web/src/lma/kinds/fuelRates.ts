import { fuelRateKind } from '@kervan/contract/lma/market'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

export default masterDataScreen(fuelRateKind)
