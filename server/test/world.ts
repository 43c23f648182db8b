// Everything one person can have: a record of every kind there is, made the short way, for walks over the contract. What
// an area's records are stands in its folder, in `world.testing.ts`.
import * as access from '../src/access/world.testing.ts'
import * as account from '../src/account/world.testing.ts'
import * as administration from '../src/administration/world.testing.ts'
import * as company from '../src/company/world.testing.ts'
import * as jobs from '../src/jobs/world.testing.ts'
import * as order from '../src/order/world.testing.ts'
import * as porta from '../src/porta/world.testing.ts'
import * as registration from '../src/registration/world.testing.ts'
import type { Office } from './office.ts'
import { openShop } from './ordering.ts'
import type { Company, Customer, Location, Portal, Product, User } from './portal.ts'
import { ownKinds, type RecordKind } from './record-fields.ts'

export type Named = string | number
export type World = {
  me: User
  company: Company
  customer: Customer
  location: Location
  /** What names each of this person's records, as the wire takes it. */
  records: Record<RecordKind, Named>
  /** The version each of them has, where it has one. */
  versions: Partial<Record<RecordKind, number>>
  /** Names that belong to nobody but this person: nothing of them may ever be in somebody else's answer. */
  own: string[]
}

/** What an area's part of a world starts from. */
export type WorldStart = {
  portal: Portal
  company: Company
  customer: Customer
  location: Location
  product: Product
  office: Office
  /** Whose world it is. */
  me: User
  /** Sees the same. */
  colleague: User
  /** Another program. */
  clerk: User
  /** Somebody of a third party. */
  guest: User
  /** Tells worlds apart. */
  number: number
  mark: string
  named: (what: string) => string
}
/** What an area adds to a world: the names of the records, and the versions of those that have one. */
export type Filled<K extends RecordKind> = {
  records: Record<K, Named>
  versions?: Partial<Record<K, number>>
}

export type WorldOptions = {
  company: Company
  product: Product
  /** Shared with another world, where two are to see the same; otherwise made. */
  customer?: Customer
  location?: Location
  /** Goes into every name, so that an answer can be searched for it. */
  mark?: string
  /** What the person sees: the one location, all of the customer, or, as one of the company's own people, everything. */
  sees?: 'location' | 'customer' | 'everything'
}

let numbers = 0

/** Builds it; the portal needs no worker. */
export async function buildWorld(
  portal: Portal,
  { company, product, mark = '', sees = 'location', ...shared }: WorldOptions,
): Promise<World> {
  const number = ++numbers
  const named = (what: string) => `${mark}${what} ${number}`
  const customer = shared.customer ?? (await company.customer({ name: named('Customer') }))
  const spot =
    shared.location ??
    (await company.location(customer, {
      name: named('Location'),
      code: `${mark}L${number}`,
      type: 'PrimaryPointOfSales',
    }))
  const inside = { customer, locations: [spot] }
  const scope = { location: { locations: [spot] }, customer: { customer }, everything: {} }[sees]
  const [me, colleague, clerk, guest] = await Promise.all([
    company.user({
      ...scope,
      name: [named('Me'), 'Own'],
      username: `${mark}me${number}@world.example`.toLowerCase(),
    }),
    company.user({
      ...scope,
      name: [named('Colleague'), 'Own'],
      username: `${mark}colleague${number}@world.example`.toLowerCase(),
    }),
    company.user({
      ...inside,
      type: 'APIUser',
      permissions: ['HomePage'],
      signIn: false,
      name: [named('Clerk'), 'Own'],
      username: `${mark}clerk${number}@world.example`.toLowerCase(),
    }),
    company.user({
      ...inside,
      type: 'ThirdPartyUser',
      thirdPartyLocation: spot,
      pointOfSale: spot,
      permissions: ['HomePage'],
      signIn: false,
      name: [named('Guest'), 'Own'],
      username: `${mark}guest${number}@world.example`.toLowerCase(),
    }),
  ])
  const office: Office = { portal, company, boss: me }
  const start = { portal, company, customer, location: spot, product, office, me, colleague, clerk, guest }
  const { records, versions } = await fillAreas({ ...start, number, mark, named })
  return {
    me,
    company,
    customer,
    location: spot,
    records,
    versions,
    own: [me.id, colleague.id, ...ownKinds.map((kind) => String(records[kind]))],
  }
}

/** What each area adds. Orders come before the company's own part, whose empty warehouse would have to supply them. */
async function fillAreas(start: WorldStart): Promise<Pick<World, 'records' | 'versions'>> {
  const done = await jobs.fill(start)
  const ordered = await order.fill(start, done.records)
  const goods = await company.fill(start)
  const applied = await porta.fill(start)
  const administered = await administration.fill(start)
  const registered = await registration.fill(start)
  const own = await account.fill(start)
  const entered = await access.fill(start)
  return {
    records: {
      ...done.records,
      ...ordered.records,
      ...goods.records,
      ...applied.records,
      ...administered.records,
      ...registered.records,
      ...own.records,
      ...entered.records,
    },
    versions: { ...ordered.versions, ...applied.versions, ...administered.versions, ...registered.versions },
  }
}

/** The code of the product that a world's company sells. */
export const worldProduct = 'WORLD'

/** A shop with goods enough for every world in it. */
export async function openCompany(
  portal: Portal,
  prefix: string,
): Promise<{ company: Company; product: Product }> {
  const { company, product } = await openShop(portal, { product: { code: worldProduct } })
  await portal.owner.query('update company set order_prefix = $1 where id = $2', [prefix, company.id])
  await portal.owner.query('update company_policy set maximum_users = 100000 where company_id = $1', [
    company.id,
  ])
  return { company, product }
}
