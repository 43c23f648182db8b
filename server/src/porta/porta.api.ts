// What refund requests offer to other areas.
export { discountMonths } from './discount-months.ts'
