import { stockLevelKind } from '@kervan/contract/company/stock'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

/** How many pieces lie where: counted in a form, by workbook or delivered by the ERP. */
export default masterDataScreen(stockLevelKind, {
  targets,
  views: { location: { width: 220 }, variant: { width: 130 }, onHand: { width: 100 } },
  told: {
    productName: { width: 260 },
    variantName: { width: 150, whenFilled: true },
    gtin: { width: 140, whenFilled: true },
  },
})
