import { localExpectationKind } from '@kervan/contract/lma/refinery'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

export default masterDataScreen(localExpectationKind, { targets })
