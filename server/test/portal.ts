// A running portal for HTTP tests: the real server on a database of its own, with companies, people and goods that a
// test builds in words. Nothing is replaced but the clock and the address it listens on.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { inject } from 'vitest'
import type { UserType } from '@kervan/contract/access/words'
import type { Call, ErrorAnswer, InputOf, OutputOf } from '@kervan/contract/kit/call'
import type { PriceVisibility, RoundingStrategy } from '@kervan/contract/order/words'
import { calls } from '@kervan/contract/registry'
import { uiPermissions } from '@kervan/contract/access/words'
import { startApp, type App } from '../src/app.ts'
import { readConfig } from '../src/kit/config.ts'
import { fold } from '../src/kit/lists/fold.ts'
import { openLog } from '../src/kit/log.ts'
import { appUrlOf } from '../src/kit/database/roles.ts'
import { newId } from '../src/kit/database/uuid.ts'
import { absoluteHours, hashToken } from '../src/kit/http/session.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'

export const password = 'Correct-Horse-7!'
const passwordHash = hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Everything that exists; what a test takes away, it names. */
export const allPermissions: readonly string[] = [
  ...uiPermissions,
  ...new Set(calls.flatMap((call) => call.permission ?? [])),
]

export type Answer<C> = {
  status: number
  body: OutputOf<C>
  refused: ErrorAnswer | null
  code: string | null
  headers: Headers
}

export type Portal = {
  app: App
  url: string
  owner: pg.Pool
  logLines: string[]
  company(options?: CompanyOptions): Promise<Company>
  /** A call as it travels; `token` null asks as nobody. */
  call<C extends Call>(
    call: C,
    token: string | null,
    input: InputOf<C>,
    options?: { language?: string },
  ): Promise<Answer<C>>
  /** The same without types, for what must not be accepted. */
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown; headers: Headers }>
  upload(
    call: Call,
    token: string | null,
    fields: Record<string, string>,
    files: { name: string; body: Uint8Array | string }[],
    tokenFirst?: boolean,
  ): Promise<Answer<Call>>
  close(): Promise<void>
}

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

export type PortalOptions = {
  env?: Record<string, string>
  now?: () => Date
  worker?: boolean
  database?: TestDatabase
  setup?: boolean
  own?: boolean
}

const shared = new Map<boolean, Promise<Portal>>()

/**
 * The portal of this process, which all files that it runs share, so a test works in companies of its own. What looks at
 * a whole database, changes what all companies share or watches the process asks for its `own`; so does every option
 * but `worker`, without which no job runs. `database`: one that the test made, where it has to go away or run out of
 * room. `setup`: with the way to a first company.
 */
export async function startPortal({ worker = true, ...options }: PortalOptions = {}): Promise<Portal> {
  if (Object.keys(options).length > 0) return startOwn({ worker, ...options })
  const running = shared.get(worker) ?? startOwn({ worker })
  shared.set(worker, running)
  const portal = await running
  portal.logLines.length = 0
  await portal.owner.query('delete from login_throttle')
  // It ends with the process.
  return { ...portal, close: async () => {} }
}

/** Requests are not shed: how busy the machine is must not decide what a test is answered. */
async function startOwn(options: PortalOptions): Promise<Portal> {
  const database = options.database ?? (await createDatabase())
  const dataDir = await mkdtemp(join(inject('cluster').folder, 'data-'))
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    ENTRA_AUTHORITY: 'http://127.0.0.1:9',
    PORTAL_DATA_DIR: dataDir,
    WEB_DIST: join(dataDir, 'none'),
    ROLE: options.worker === false ? 'web' : 'all',
    REQUEST_LIMITS: 'off',
    ...options.env,
  })
  const logLines: string[] = []
  const log = openLog(process.env['TEST_LOG'] ?? 'info', { write: (line) => void logLines.push(line) })
  const app = await startApp(config, await appUrlOf(database.ownerUrl), log, {
    ...(options.now && { clock: { now: options.now } }),
    ownerUrl: database.ownerUrl,
    setup: options.setup ?? false,
  })
  const url = (app.address ?? '').replace('localhost', '127.0.0.1')
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 })
  owner.on('error', () => {})

  const post: Portal['post'] = async (path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: await readBody(response), headers: response.headers }
  }
  const portal: Portal = {
    app,
    url,
    owner,
    logLines,
    post,
    async call(call, token, input, settings = {}) {
      const headers = { 'accept-language': settings.language ?? 'en' }
      const body = token === null ? input : { ...(input as object), Token: token }
      const { status, body: answer, headers: got } = await post(call.path, body, headers)
      return answerOf(status, answer, got)
    },
    async upload(call, token, fields, files, tokenFirst = true) {
      const form = new FormData()
      if (tokenFirst && token) form.append('Token', token)
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      for (const file of files)
        form.append('files', new Blob([new Uint8Array(Buffer.from(file.body))]), file.name)
      if (!tokenFirst && token) form.append('Token', token)
      const response = await fetch(`${url}${call.path}`, {
        method: 'POST',
        body: form,
        headers: { 'accept-language': 'en' },
      })
      return answerOf(response.status, await readBody(response), response.headers)
    },
    company: (companyOptions = {}) => makeCompany(portal, companyOptions),
    async close() {
      await app.close()
      await owner.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return portal
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  return type.startsWith('application/json') ? response.json() : Buffer.from(await response.arrayBuffer())
}

function answerOf<C>(status: number, body: unknown, headers: Headers): Answer<C> {
  const refused = status === 200 ? null : (body as ErrorAnswer)
  return {
    status,
    body: body as OutputOf<C>,
    refused,
    code: refused?.ErrorCode ?? null,
    headers,
  }
}

/** A statement of the owner in a company's own context, as row-level security asks for it of everybody. */
export async function inCompany(
  { owner }: Pick<Portal, 'owner'>,
  companyId: number,
  text: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.company_id = '${companyId}'`)
    const result = await client.query<Record<string, unknown>>(text, [...values])
    await client.query('commit')
    return result.rows
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

let numbers = 100

type Insert = (table: string, ...rows: Record<string, unknown>[]) => Promise<void>

async function makeCompany(portal: Portal, options: CompanyOptions): Promise<Company> {
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
  /** Rows go in as the owner, in the company's own context, as the policies ask for: one, or many with the same columns. */
  const insert: Insert = async (table, ...rows) => {
    if (rows.length === 0) return
    const all = rows.map((row) => ({ company_id: id, ...row }))
    const names = Object.keys(all[0]!).join(', ')
    await inCompany(
      portal,
      id,
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(all)],
    )
  }
  await insert('company_policy', {})
  await insert('order_policy', {
    price_visibility: options.visibility ?? 'NoHide',
    version: 1,
    quota_visible: true,
    check_po_number: false,
    pending_scope: 'NoneCancelling',
  })
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
      for (const [at, cell] of cells.entries()) {
        const variant = { id: newId(), code: cells.length === 1 ? product.code : `${product.code}-${at + 1}` }
        await insert('product_variant', { ...variant, product_id: product.id, ...cell, sort_order: at })
        await insert('stock', { variant_id: variant.id, location_id: await warehouse(), on_hand: stock })
        product.variants.push(variant)
      }
      return product
    },
    block: (product, location) =>
      insert('shipping_block', { product_id: product.id, location_id: location.id }),
    async user(wanted = {}) {
      const number = ++numbers
      const [first, last] = wanted.name ?? ['Test', `User ${number}`]
      const user = {
        id: newId(),
        identityId: newId(),
        username: wanted.username ?? `user${number}@example.test`,
        roleId: newId(),
        token: '',
        name: `${first} ${last}`,
      }
      await owner.query(
        `insert into identity (id, username, username_folded, first_name, last_name, password_hash, home_company_id) values ($1, $2, $3, $4, $5, $6, $7)`,
        [user.identityId, user.username, fold(user.username), first, last, await passwordHash, id],
      )
      await insert('role', { id: user.roleId, code: `role${number}`, name: `Role ${number}` })
      const permissions = (wanted.permissions ?? allPermissions).filter(
        (permission) => !wanted.without?.includes(permission),
      )
      await insert(
        'role_permission',
        ...permissions.map((permission) => ({ role_id: user.roleId, permission })),
      )
      await insert('membership', {
        id: user.id,
        identity_id: user.identityId,
        user_type: wanted.type ?? (wanted.customer ? 'Customer' : 'InternalUser'),
        state: wanted.state ?? 'Active',
        partner_id: wanted.customer?.id ?? null,
        point_of_sale_id: wanted.pointOfSale?.id ?? null,
        third_party_location_id: wanted.thirdPartyLocation?.id ?? null,
        location_scoped: Boolean(wanted.locations ?? wanted.pointOfSale),
      })
      await insert('membership_role', { membership_id: user.id, role_id: user.roleId })
      const locations = (wanted.locations ?? []).map(({ id: location_id }) => ({
        membership_id: user.id,
        location_id,
      }))
      await insert('membership_location', ...locations)
      if (wanted.signIn !== false && (wanted.state ?? 'Active') === 'Active')
        user.token = wanted.signIn ? await signIn(portal, id, user.username) : await openSession(insert, user)
      return user
    },
  }
  return company
}

/** As signing in does, without the work of proving a password, which would be most of what a test does. */
async function openSession(insert: Insert, { id, identityId }: User): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insert('session', {
    token_hash: `\\x${hashToken(token).toString('hex')}`,
    family_id: newId(),
    membership_id: id,
    identity_id: identityId,
    expires_at: new Date(Date.now() + absoluteHours * 60 * 60_000),
    idle_minutes: 30,
    method: 'Password',
    address: '127.0.0.1',
    agent: 'test',
  })
  return token
}

/** The token of a fresh session; throws with the server's own words when signing in fails. */
export async function signIn(portal: Portal, companyId: number, username: string): Promise<string> {
  const { status, body } = await portal.post('/api/Authentication/Login', {
    username,
    password,
    companyIntCode: companyId,
  })
  if (status !== 200) throw new Error(`signing in failed: ${JSON.stringify(body)}`)
  return (body as { Token: string }).Token
}
