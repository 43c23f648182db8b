import { partsOf } from './partsOf.ts'
import { parameterParts } from './parts.ts'

/** Products and what their prices are reckoned by (LMA-007). */
export default partsOf('screen.fuelParameters.title', parameterParts)
