import { productSubstituteKind } from '@kervan/contract/services/engine-inputs'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Products that stand in for others (ENG-003). */
export default masterDataScreen(productSubstituteKind, {
  targets: {
    product: async () => (await import('@kervan/contract/company/products')).productKind,
  },
})
