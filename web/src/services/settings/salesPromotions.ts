import { salesPromotionKind } from '@kervan/contract/services/engine-inputs'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Promotions, as the forecast knows them (ENG-001). */
export default masterDataScreen(salesPromotionKind, {
  targets: {
    product: async () => (await import('@kervan/contract/company/products')).productKind,
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
  },
})
