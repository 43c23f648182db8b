import { colorKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** What the company's colours are called in each language. */
export default masterDataScreen(colorKind)
