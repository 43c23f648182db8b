import { productVariantKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'
import { pictured } from './pictured.tsx'

/** Colours and sizes with their barcodes. */
export default masterDataScreen(productVariantKind, {
  quickFilter: 'status',
  targets,
  renderers: { product: pictured('product') },
  facts: ['product', 'color', 'size'],
  views: { color: { whenFilled: true }, size: { width: 160 } },
})
