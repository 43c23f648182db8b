// Companies of a test, and what is in them, written as their owner would find it in the database.
import { uiPermissions, type UserType, type PriceVisibility } from '@kervan/contract/access/words'
import type { RoundingStrategy } from '@kervan/contract/order/words'
import { calls } from '@kervan/contract/registry'
import { fold } from '../src/kit/lists/fold.ts'
import { newId } from '../src/kit/database/uuid.ts'
import type { Portal } from './portal.ts'
import { openSession, passwordHash, signIn } from './sessions.ts'
import { allInCompany, inCompany, insertsOf, type Rows, type Statement } from './statements.ts'

/** Everything that exists; what a test takes away, it names. */
export const allPermissions: readonly string[] = [
  ...uiPermissions,
  ...new Set(calls.flatMap((call) => call.permission ?? [])),
]

export type CompanyOptions = {
  relation?: 'Manufacturer' | 'Retailer' | 'Distributor'
  visibility?: PriceVisibility
  rounding?: RoundingStrategy
  backorders?: boolean
  name?: string
}
export type Company = {
  id: number
  user(options?: UserOptions): Promise<User>
  customer(options?: { discount?: string; name?: string }): Promise<Customer>
  location(
    customer: Customer | null,
    options?: { name?: string; code?: string; type?: string },
  ): Promise<Location>
  product(options?: ProductOptions): Promise<Product>
  block(product: Product, location: Location): Promise<void>
}
export type UserOptions = {
  permissions?: readonly string[]
  without?: readonly string[]
  type?: UserType
  customer?: Customer
  locations?: Location[]
  pointOfSale?: Location
  thirdPartyLocation?: Location
  state?: 'Active' | 'Passive' | 'Blocked'
  username?: string
  name?: [string, string]
  /** A colleague whose role it has as well, which costs less than a role of its own. */
  like?: User
  /** true: through the door, which is in the log; false: not at all. Otherwise a session is there from the start. */
  signIn?: boolean
}
export type User = {
  id: string
  identityId: string
  username: string
  token: string
  roleId: string
  name: string
}
export type Customer = { id: string; code: string; name: string }
export type Location = { id: string; code: string; name: string }
export type ProductOptions = {
  name?: string
  code?: string
  pack?: number
  minimum?: number
  maximum?: number
  price?: string
  stock?: number
  flow?: string
  variants?: number
  colors?: string[]
  sizes?: string[]
}
export type Product = { id: string; code: string; name: string; variants: { id: string; code: string }[] }

let numbers = 100

/** A company with its policies; `signIn` and what it is asked for travel through the portal. */
export async function makeCompany(portal: Portal, options: CompanyOptions): Promise<Company> {
  const id = ++numbers
  const { owner } = portal
  await owner.query(
    `insert into company (id, code, name, domain, domain_folded, relation_type, rounding_strategy, backorders_allowed) values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [
      id,
      `C${id}`,
      options.name ?? `Company ${id}`,
      `c${id}.example`,
      options.relation ?? 'Manufacturer',
      options.rounding ?? 'Up',
      options.backorders ?? true,
    ],
  )
  const inserting = (...all: Rows[]) => insertsOf(id, all)
  const roleOf = ({ roleId }: User, name: string, permissions: readonly string[]): Statement[] => [
    ...inserting(['role', { id: roleId, code: `role${name}`, name: `Role ${name}` }]),
    // The role is there: looking for it anew for each of its permissions is the dearest part of making a user.
    { text: `set local session_replication_role = 'replica'`, values: [] },
    {
      text: 'insert into role_permission (company_id, role_id, permission) select $1, $2, unnest($3::text[])',
      values: [id, roleId, permissions],
    },
    { text: `set local session_replication_role = 'origin'`, values: [] },
  ]
  const insertAll = (...all: Rows[]) => allInCompany(portal, id, inserting(...all))
  const insert = (...rows: Rows) => insertAll(rows)
  await insertAll(
    ['company_policy', { price_visibility: options.visibility ?? 'NoHide' }],
    [
      'order_policy',
      {
        version: 1,
        quota_visible: true,
        check_po_number: false,
        pending_scope: 'NoneCancelling',
      },
    ],
  )
  /** Where the company keeps its stock; made when something is put there. */
  let stocked: Promise<string> | undefined
  const warehouse = () => (stocked ??= makeWarehouse())
  const makeWarehouse = async () => {
    const { id: warehouseId } = await company.location(null, {
      code: 'WAREHOUSE',
      name: 'Warehouse',
      type: 'PrimaryCompanyDistributionCenter',
    })
    await inCompany(portal, id, 'select refresh_supply_paths($1)', [id])
    return warehouseId
  }
  const company: Company = {
    id,
    async customer({ discount = '0', name } = {}) {
      const number = ++numbers
      const customer = { id: newId(), code: `CU${number}`, name: name ?? `Customer ${number}` }
      await insert('partner', {
        id: customer.id,
        int_code: number,
        code: customer.code,
        name: customer.name,
        name_folded: fold(customer.name),
        relation_type: 'Customer',
        city: 'Ankara',
        discount_percent: discount,
      })
      return customer
    },
    async location(customer, { name, code, type = 'CustomLocation' } = {}) {
      const number = ++numbers
      const location = { id: newId(), code: code ?? `L${number}`, name: name ?? `Location ${number}` }
      await insert('location', {
        ...location,
        name_folded: fold(location.name),
        type,
        city: 'Ankara',
        district: 'Çankaya',
        partner_id: customer?.id ?? null,
      })
      return location
    },
    async product({
      name,
      code,
      pack = 1,
      minimum = 1,
      maximum = 100_000,
      price = '10.00',
      stock = 100_000,
      flow = 'Standard',
      variants = 1,
      colors,
      sizes,
    } = {}) {
      const number = ++numbers
      const product: Product = {
        id: newId(),
        code: code ?? `P${number}`,
        name: name ?? `Product ${number}`,
        variants: [],
      }
      await insert('product', {
        id: product.id,
        code: product.code,
        name: product.name,
        search_text: fold(`${product.name} ${product.code}`),
        category: 'Goods',
        brand: 'Brand',
        flow_type: flow,
        pack_unit: pack,
        minimum_quantity: minimum,
        maximum_quantity: maximum,
        list_price: price,
      })
      const cells =
        colors && sizes
          ? colors.flatMap((color) => sizes.map((size) => ({ color, size })))
          : Array.from({ length: variants }, () => ({ color: null, size: null }))
      product.variants = cells.map((_, at) => ({
        id: newId(),
        code: cells.length === 1 ? product.code : `${product.code}-${at + 1}`,
      }))
      const location_id = await warehouse()
      await insertAll(
        [
          'product_variant',
          ...product.variants.map((variant, at) => ({
            ...variant,
            product_id: product.id,
            ...cells[at],
            sort_order: at,
          })),
        ],
        [
          'stock',
          ...product.variants.map(({ id: variant_id }) => ({ variant_id, location_id, on_hand: stock })),
        ],
      )
      return product
    },
    async block(product, location) {
      await insert('shipping_block', { product_id: product.id, location_id: location.id })
    },
    async user(wanted = {}) {
      const number = ++numbers
      const [first, last] = wanted.name ?? ['Test', `User ${number}`]
      const user = {
        id: newId(),
        identityId: newId(),
        username: wanted.username ?? `user${number}@example.test`,
        roleId: wanted.like?.roleId ?? newId(),
        token: '',
        name: `${first} ${last}`,
      }
      const permissions = (wanted.permissions ?? allPermissions).filter(
        (permission) => !wanted.without?.includes(permission),
      )
      const active = (wanted.state ?? 'Active') === 'Active'
      const session = wanted.signIn === undefined && active ? openSession(user) : null
      const rows: Rows[] = [
        [
          'membership',
          {
            id: user.id,
            identity_id: user.identityId,
            user_type: wanted.type ?? (wanted.customer ? 'Customer' : 'InternalUser'),
            state: wanted.state ?? 'Active',
            partner_id: wanted.customer?.id ?? null,
            point_of_sale_id: wanted.pointOfSale?.id ?? null,
            third_party_location_id: wanted.thirdPartyLocation?.id ?? null,
            location_scoped: Boolean(wanted.locations ?? wanted.pointOfSale),
          },
        ],
        ['membership_role', { membership_id: user.id, role_id: user.roleId }],
        [
          'membership_location',
          ...(wanted.locations ?? []).map((one) => ({ membership_id: user.id, location_id: one.id })),
        ],
        ['session', ...(session ? [session.row] : [])],
      ]
      await allInCompany(portal, id, [
        {
          text: `insert into identity (id, username, username_folded, first_name, last_name, password_hash, home_company_id) values ($1, $2, $3, $4, $5, $6, $7)`,
          values: [user.identityId, user.username, fold(user.username), first, last, await passwordHash, id],
        },
        ...(wanted.like ? [] : roleOf(user, String(number), permissions)),
        ...inserting(...rows),
      ])
      user.token = session?.token ?? (wanted.signIn && active ? await signIn(portal, id, user.username) : '')
      return user
    },
  }
  return company
}
