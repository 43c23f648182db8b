import { transferItemKind } from '@kervan/contract/lma/transfers'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(transferItemKind, { targets })
