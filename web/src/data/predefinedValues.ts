import { predefinedValueKind } from '@kervan/contract/data/definitions'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** The values that may be chosen where a property is a choice (DAT-001). */
export default masterDataScreen(predefinedValueKind)
