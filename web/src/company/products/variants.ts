import { productVariantKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'

/** Colours and sizes with their barcodes. */
export default masterDataScreen(productVariantKind, {
  quickFilter: 'status',
  targets,
})
