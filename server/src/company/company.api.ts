// What other areas may ask of a company's locations and products.
export { locations } from './locations.ts'
export { products } from './products.ts'
export { stockLevels } from './stock.ts'
export { beginDroppedEntityFile, entityByCode, entityFileBytes, knownEntityFile } from './mci/begin-file.ts'
export { refreshSupplyPaths, stockKey, suppliersOf } from './supply-paths.ts'
export { mayPostTo } from './edi-hosts.ts'
