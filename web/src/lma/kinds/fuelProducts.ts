import { fuelProductKind } from '@kervan/contract/lma/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

export default masterDataScreen(fuelProductKind)
