import { creditTariffKind } from '@kervan/contract/services/tariff'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** What runs cost, from when to when (SUB-001). */
export default masterDataScreen(creditTariffKind)
