import { productKind } from '@kervan/contract/company/products'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'
import { StockOfProduct } from '../StockByLocation.tsx'
import { pictured } from './pictured.tsx'
import { ProductMatrix } from './ProductMatrix.tsx'
import { ProductOverview } from './ProductOverview.tsx'
import { ProductPictureTab } from './ProductPictureTab.tsx'
import { ProductStates } from './ProductStates.tsx'
import { ProductSupply } from './ProductSupply.tsx'
import { ProductTimeline } from './ProductTimeline.tsx'

/** Products with their prices, packs and properties; a record shows its variants and its picture (PRD-001, PRD-002). */
export default masterDataScreen(productKind, {
  targets,
  quickFilter: 'status',
  renderers: { name: pictured('name') },
  views: {
    code: { width: 118 },
    category: { width: 140, grow: false },
    brand: { width: 112, grow: false },
    season: { width: 104, grow: false },
    status: { width: 96, grow: false },
    listPrice: { width: 100 },
  },
  told: {
    gtin: { width: 134, whenFilled: true },
    onHand: { width: 92, whenFilled: true },
    pointsOfSale: { width: 122, hidden: true },
  },
  tabs: {
    overview: ProductOverview,
    variants: ProductMatrix,
    picture: ProductPictureTab,
    stock: StockOfProduct,
    supply: ProductSupply,
  },
  firstTab: 'overview',
  histories: { timeline: ProductTimeline, states: ProductStates },
})
