import { foreignProposalKind } from '@kervan/contract/services/engine-inputs'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Work orders that another engine proposes (ENG-001). */
export default masterDataScreen(foreignProposalKind, {
  targets: {
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
    productVariant: async () => (await import('@kervan/contract/company/products')).productVariantKind,
  },
})
