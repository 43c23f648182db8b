import { sapConditionKind } from '@kervan/contract/lma/transfers'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

export default masterDataScreen(sapConditionKind)
