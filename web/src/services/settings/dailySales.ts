import { dailySaleKind } from '@kervan/contract/services/engine-inputs'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Sales and stock by day, as tills and the ERP deliver them (ENG-001). */
export default masterDataScreen(dailySaleKind, {
  targets: {
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
    productVariant: async () => (await import('@kervan/contract/company/products')).productVariantKind,
  },
})
