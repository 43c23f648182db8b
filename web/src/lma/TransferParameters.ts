import { partsOf } from './partsOf.ts'
import { transferParts } from './parts.ts'

/** Items of the transfer price and their supply legs (LMA-006). */
export default partsOf('screen.transferParameters.title', transferParts)
