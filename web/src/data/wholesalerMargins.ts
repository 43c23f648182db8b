import { wholesalerMarginKind } from '@kervan/contract/data/refunds'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** Slices of the margin of wholesalers, from when to when. */
export default masterDataScreen(wholesalerMarginKind)
