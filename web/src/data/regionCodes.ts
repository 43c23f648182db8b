import { regionCodeKind } from '@kervan/contract/data/geography'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** Which sales region a district belongs to; a file replaces all of them (DAT-001). */
export default masterDataScreen(regionCodeKind)
