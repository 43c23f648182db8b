import type { Operation } from '@kervan/contract/kit/operations'
import { type Market } from './baskets.ts'
import { type Calendar } from './calendar.ts'
import { type By } from './order-life.ts'
import type { DemoPartner } from './locations.ts'
import type { DemoVariant } from './products.ts'

// What making the orders of a demo company starts from and keeps count of.

export type Change = {
  at: number
  by: By
  operation: Operation
  recordId: string
  recordCode: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}
/** What a year of orders leaves behind beside them: the last number, what stock has promised by variant and location, every change. */
export type Book = { last: number; reserved: Map<string, number>; changes: Change[] }

export type World = Market & {
  partners: readonly DemoPartner[]
  variants: readonly DemoVariant[]
  /** What a customer pays where it is not the list price, by customer and variant. */
  customerPrices: ReadonlyMap<string, ReadonlyMap<string, string>>
  people: Staff
  calendar: Calendar
  /** Which warehouse supplies a delivery location. */
  supplierOf: (locationId: string) => string
}

/** Who locations orders and who decides on them. */
export type Staff = {
  managers: readonly By[]
  operators: readonly By[]
  /** Through which other programs order. */
  gateway: By
  /** Buyers by the partner they buy for. */
  customers: ReadonlyMap<string, readonly By[]>
  /** Those who look after a location, by location. */
  locations: ReadonlyMap<string, By>
}
