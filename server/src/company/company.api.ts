// What other areas may ask of a company's locations and products.
export { categoryCode, categoryName, colorName, lineProductName, productName } from './names.ts'
export { sizeName } from './pack-names.ts'
export { noPicture, pictureOf, pictureOfVariant } from './picture.sql.ts'
export { locations } from './locations.ts'
export { products } from './products.ts'
export { stockLevels } from './stock.ts'
export { refreshSupplyPaths, stockKey, suppliersOf } from './supply-paths.ts'
export { mayPostTo } from './edi-hosts.ts'
