// What other areas may ask of ordering.
export { decide, type DecidedLine, type Decision } from './decide.ts'
export { describeDecision } from './decision-events.ts'
export { orderSearchText } from './new/order-inserts.ts'
export { deliverable, orderScope, ownOrderScope } from './scope.ts'
export { knownOrderMonths, orderMonths } from './order-months.ts'
export { pricesVisible, totalsOf } from './prices.ts'
export { orderFinders } from './find-records.ts'
