import { productVariantKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Colours and sizes with their barcodes. */
export default masterDataScreen(productVariantKind, {
  quickFilter: 'status',
  targets: {
    product: () => import('@kervan/contract/company/products').then((of) => of.productKind),
  },
})
