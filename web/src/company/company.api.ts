// What other areas may ask of company data.

/** The base class mapping of MCI entities, which data management offers too (DAT-001). */
export const mappingPart = () => import('./mci/Mapping.tsx')

/** The map of locations, for places of other areas. */
export const locationMap = () => import('./map/LocationMap.tsx')

export { PicturedName, ProductPicture } from './products/ProductPicture.tsx'
