import { partsOf } from './partsOf.ts'
import { refineryParts } from './parts.ts'

/** Prices of the refineries, and what analysts expect beside what is calculated (LMA-001). */
export default partsOf('screen.refineryPrices.title', refineryParts)
