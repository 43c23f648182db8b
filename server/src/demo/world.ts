import type { Insertable } from 'kysely'
import type { Operation } from '@kervan/contract/kit/operations'
import type { DB } from '../kit/database/db.gen.ts'
import type { Tx } from '../kit/database/db.ts'
import type { Calendar } from './calendar.ts'
import type { DemoCompany } from './people.ts'
import type { Random } from './random.ts'

// What the areas' parts of the demo hand to each other. An area's part stands in `<area>/demo/steps.ts`; `load.ts` puts
// the parts together.

export type PartnerRow = Insertable<DB['partner']>
export type LocationRow = Insertable<DB['location']>
/** A partner with the locations that goods can be brought to, its point of sale first. */
export type DemoPartner = { row: PartnerRow; locations: LocationRow[] }

export type ProductRow = Insertable<DB['product']> & {
  pack_unit: number
  minimum_quantity: number
  maximum_quantity: number
}
export type VariantRow = Insertable<DB['product_variant']>
export type DemoVariant = {
  row: VariantRow
  product: ProductRow
  price: number
  active: boolean
  scarce: boolean
}

/** Who did something; without an id it was no person. */
export type By = { id: string | null; name: string }

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

/** Everybody who can sign in: the id of the identity, by user name. */
export type Identities = ReadonlyMap<string, string>

/** Keeps the bytes of a file. */
export type StoreFile = (storageKey: string, body: Buffer) => Promise<void>

/** What there is before a company has anything. */
export type DemoStart = {
  tx: Tx
  company: DemoCompany
  calendar: Calendar
  timeZone: string
  now: Date
  /** The company's first day. */
  since: Date
  /** The chance that its steps draw from one after another; what may not move the others takes one of its own. */
  random: Random
  /** How many orders are to be placed. */
  orders: number
  store: StoreFile
}

/** What a company sells, and where to. */
export type Goods = {
  partners: readonly DemoPartner[]
  locations: readonly LocationRow[]
  products: readonly ProductRow[]
  variants: readonly DemoVariant[]
  /** What a customer pays where it is not the list price, by customer and variant. */
  customerPrices: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Products and locations that do not go together, as `product location`. */
  blocks: ReadonlySet<string>
  /** Which warehouse supplies a delivery location. */
  supplierOf: (locationId: string) => string
}

export type Demo = DemoStart & Goods & { people: Staff; book: Book }

/** What a step finds that comes when the portal already answers: the rest is in the tables. */
export type DemoLater = Pick<DemoStart, 'tx' | 'company' | 'timeZone' | 'now' | 'store'>

/**
 * One thing that an area gives a company of the demo. Steps of the same time run in the order of `load.ts` and of the
 * area's own list. `atLast`: when all companies have their rows, and the large tables their keys and statistics. `later`:
 * when the portal already answers, in one transaction for a company; such a step does nothing where it was done.
 */
export type DemoStep =
  | {
      name: string
      time: 'beforeOrders' | 'orders' | 'afterOrders' | 'atLast'
      load: (demo: Demo) => Promise<void>
    }
  | { name: string; time: 'later'; load: (demo: DemoLater) => Promise<void> }
