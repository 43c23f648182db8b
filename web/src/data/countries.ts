import { countryKind } from '@kervan/contract/data/geography'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** Countries (DAT-001). */
export default masterDataScreen(countryKind)
