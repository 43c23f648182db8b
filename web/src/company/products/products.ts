import { productKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'
import { StockOfProduct } from '../StockByLocation.tsx'
import { ProductPictureTab } from './ProductPictureTab.tsx'
import { ProductStates } from './ProductStates.tsx'
import { ProductTimeline } from './ProductTimeline.tsx'
import { ProductVariants } from './ProductVariants.tsx'

/** Products with their prices, packs and properties; a record shows its variants and its picture (PRD-001, PRD-002). */
export default masterDataScreen(productKind, {
  targets,
  quickFilter: 'status',
  views: {
    season: { width: 130 },
    status: { width: 110 },
    listPrice: { width: 120 },
  },
  tabs: {
    variants: ProductVariants,
    picture: ProductPictureTab,
    stock: StockOfProduct,
    timeline: ProductTimeline,
    states: ProductStates,
  },
})
