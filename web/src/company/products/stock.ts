import { stockLevelKind } from '@kervan/contract/company/stock'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

/** How many pieces lie where: counted in a form, by workbook or delivered by the ERP. */
export default masterDataScreen(stockLevelKind, { targets })
