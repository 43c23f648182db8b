import { marketSymbolKind } from '@kervan/contract/lma/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(marketSymbolKind, { targets })
