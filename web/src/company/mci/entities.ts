import { mciEntityKind } from '@kervan/contract/company/mci'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Entities that the company defines itself. */
export default masterDataScreen(mciEntityKind)
