import { partsOf } from './partsOf.ts'
import { inputParts } from './parts.ts'

/** Market data that people enter, and the symbols of the sources (LMA-002). */
export default partsOf('screen.fuelInputs.title', inputParts)
