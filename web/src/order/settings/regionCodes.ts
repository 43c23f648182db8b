import { regionCodeKind } from '@kervan/contract/data/geography'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** The same records as in data management; a file replaces all of them. */
export default masterDataScreen(regionCodeKind)
