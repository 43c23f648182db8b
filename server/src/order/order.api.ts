// What other areas may ask of ordering.
export { orderSearchText } from './new/order-inserts.ts'
export { knownOrderMonths, orderMonths } from './order-months.ts'
export { totalsOf } from './prices.ts'
