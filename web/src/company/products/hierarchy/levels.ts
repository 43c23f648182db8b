import { productLevelKind } from '@kervan/contract/company/product-tree'
import { masterDataScreen } from '../../../kit/master/MasterDataPart.tsx'

/** What the company calls the levels of its hierarchy. */
export default masterDataScreen(productLevelKind)
