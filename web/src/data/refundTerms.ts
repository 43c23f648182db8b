import { refundTermKind } from '@kervan/contract/data/refunds'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** Tax and service charge of refunds, from when to when. */
export default masterDataScreen(refundTermKind)
