// What other areas may ask of the advisor services.
export { marginShare } from './work-orders/sku.ts'
