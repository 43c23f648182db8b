import { locationTypeKind } from '@kervan/contract/data/location-types'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** What a company calls its types of location (DAT-001). */
export default masterDataScreen(locationTypeKind)
