import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(refineryPriceKind, { targets })
