import { stockBatchKind } from '@kervan/contract/services/engine-inputs'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Stock that expires (ENG-001). */
export default masterDataScreen(stockBatchKind, {
  targets: {
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
    productVariant: async () => (await import('@kervan/contract/company/products')).productVariantKind,
  },
})
