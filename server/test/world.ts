// Everything one person can have: a record of every kind there is, made the short way, for walks over the contract.
import { randomBytes } from 'node:crypto'
import { uploadDocuments } from '@kervan/contract/order/order-documents'
import { insertWebAppUserDictionary } from '@kervan/contract/account/web-app-user-dictionary'
import { getSessions } from '@kervan/contract/access/own-security'
import { checkDigitOf } from '@kervan/contract/kit/gs1'
import type { OrderView } from '@kervan/contract/order/order-view'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { getMyPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import { saveOrderTemplate } from '@kervan/contract/order/order-templates'
import { getCart } from '@kervan/contract/order/cart'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { cartLines } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { userLocations } from '@kervan/contract/administration/user-locations'
import { newId } from '../src/kit/database/uuid.ts'
import { inDatabase, type Office } from './office.ts'
import { deliveryTo, fillCart, openShop, orderOf, preOrderOf, page, type Shop } from './ordering.ts'
import {
  signIn,
  type Company,
  type Customer,
  type Location,
  type Portal,
  type Product,
  type User,
} from './portal.ts'
import type { RecordKind } from './record-fields.ts'

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

/** What no two worlds share, and what is long enough to be looked for. */
const own = [
  'job',
  'cartLine',
  'cartFile',
  'import',
  'importRow',
  'orderId',
  'line',
  'document',
  'managedOrderId',
  'managedLine',
  'managedDocument',
  'orderDocument',
  'user',
  'thirdPartyUser',
  'apiKey',
  'ownApiKey',
  'orderTemplate',
  'preOrder',
  'preOrderFile',
  'preOrderLine',
  'managedPreOrder',
  'registration',
  'contact',
  'role',
] as const

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
  const shop: Shop = { portal, company, customer, location: spot, product, buyer: me, boss: me }
  const order = await orderWithDocument(shop)
  const other = await orderWithDocument({ ...shop, buyer: colleague })
  const { id: preOrder, fileId: preOrderFile, lineId: preOrderLine } = await preOrderWithDocument(shop)
  const managedPreOrder = await preOrderOf({ ...shop, buyer: colleague })
  const cart = await cartWithFile(shop)
  await insertSupply(office, spot, product)
  const kept = await insertRows(office, { me, clerk, spot, number, mark })
  const { body: template } = await portal.call(insertWebAppUserDictionary, me.token, {
    WebUserDictionaryRequestModel: { ObjectKey: 'GridState_MyOrders', Name: named('Template'), Value: '{}' },
  })
  const { body: ordered } = await portal.call(saveOrderTemplate, me.token, {
    orderTemplateId: null,
    version: null,
    templateName: named('Order template'),
    locationId: spot.id,
    lines: [{ productCode: product.variants[0]?.code ?? '', quantity: 5 }],
  })
  const second = await signIn(portal, company.id, me.username)
  const { body: open } = await portal.call(getSessions, second, {})
  const { body: allocations } = await portal.call(userLocations.page, me.token, {
    ...page,
    membershipId: clerk.id,
  })
  const { body: filled } = await portal.call(getCart, me.token, {})
  const records: World['records'] = {
    ...kept,
    session: open.sessions.find((one) => one.current)?.id ?? '',
    dictionary: template.IntCode,
    orderTemplate: ordered.id,
    preOrder,
    preOrderFile,
    preOrderLine,
    managedPreOrder,
    cartLine: cart.line,
    cartFile: filled.files[0]?.fileId ?? '',
    order: order.orderCode,
    orderId: order.id,
    line: order.lines[0]?.id ?? '',
    document: order.documents[0]?.fileId ?? '',
    orderDocument: order.documents[0]?.id ?? '',
    managedOrder: other.orderCode,
    managedOrderId: other.id,
    managedLine: other.lines[0]?.id ?? '',
    managedDocument: other.documents[0]?.fileId ?? '',
    user: clerk.id,
    thirdPartyUser: guest.id,
    location: spot.id,
    locationCode: spot.code,
    allocation: allocations.rows[0]?.id ?? '',
    partner: customer.id,
    product: product.id,
    variant: product.variants[0]?.id ?? '',
    role: clerk.roleId,
  }
  return {
    me,
    company,
    customer,
    location: spot,
    records,
    versions: {
      order: order.version,
      managedOrder: other.version,
      user: 1,
      thirdPartyUser: 1,
      role: 1,
      apiKey: 1,
      contact: 1,
      registration: 1,
      orderTemplate: 1,
      preOrder: 1,
      managedPreOrder: 1,
    },
    own: [me.id, colleague.id, ...own.map((kind) => String(records[kind]))],
  }
}

async function orderWithDocument(shop: Shop): Promise<OrderView> {
  const { orderCode } = await orderOf(shop)
  await shop.portal.upload(uploadDocuments, shop.buyer.token, { orderCode }, [
    { name: 'own.pdf', body: '%PDF-1.7 own' },
  ])
  return (await shop.portal.call(getMyOrder, shop.buyer.token, { orderCode })).body
}

async function preOrderWithDocument(shop: Shop): Promise<{ id: string; fileId: string; lineId: string }> {
  await shop.portal.upload(uploadCartFiles, shop.buyer.token, {}, [
    { name: 'asked.pdf', body: '%PDF-1.7 asked' },
  ])
  const id = await preOrderOf(shop)
  const { body } = await shop.portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId: id })
  return { id, fileId: body.documents[0]?.fileId ?? '', lineId: body.lines[0]?.id ?? '' }
}

async function cartWithFile(shop: Shop): Promise<{ line: string }> {
  await fillCart(shop, [7])
  const atPointOfSale = {
    delivery: deliveryTo(shop.location, { pointOfSaleId: shop.location.id }),
    quantities: [{ variantId: shop.product.variants[0]?.id ?? '', quantity: 8 }],
  }
  await shop.portal.call(setCartQuantities, shop.buyer.token, atPointOfSale)
  await shop.portal.upload(uploadCartFiles, shop.buyer.token, {}, [
    { name: 'cart.pdf', body: '%PDF-1.7 cart' },
  ])
  const { body } = await shop.portal.call(cartLines.page, shop.buyer.token, page)
  return { line: body.rows[0]?.id ?? '' }
}

type Rows = { me: User; clerk: User; spot: Location; number: number; mark: string }
type Inserted = 'job' | 'import' | 'importRow' | 'apiKey' | 'ownApiKey' | 'registration' | 'contact'

/** What takes a worker, a mail or a secret to come to be, as it stands in the database afterwards. */
/** A warehouse of its own for the location, and something on the location's own shelf. */
async function insertSupply(office: Office, spot: Location, product: Product): Promise<void> {
  const warehouse = await office.company.location(null, { type: 'SecondaryCompanyDistributionCenter' })
  const variant = product.variants[0]?.id
  await inDatabase(
    office,
    'insert into supply_relation (company_id, id, supplier_id, receiver_id) values ($1, gen_random_uuid(), $2, $3)',
    warehouse.id,
    spot.id,
  )
  await inDatabase(
    office,
    'insert into stock (company_id, variant_id, location_id, on_hand) values ($1, $2, $3, 1) on conflict do nothing',
    variant,
    spot.id,
  )
  await inDatabase(office, 'select refresh_supply_paths($1)')
}

async function insertRows(
  office: Office,
  { me, clerk, spot, number, mark }: Rows,
): Promise<Record<Inserted, string>> {
  const [job, file, importId, lineId, importRow, apiKey, ownApiKey, registration, contact] = Array.from(
    { length: 9 },
    () => newId(),
  ) as [string, string, string, string, string, string, string, string, string]
  const digits = String(860_000_000_000 + number)
  const issue = {
    id: importRow,
    severity: 'Rounded',
    column: 'quantity',
    code: 'Rounded',
    value: '7',
    remedy: '12',
    facts: { set: 12, pack: 12, below: 0, above: 12 },
  }
  const statements: [string, unknown[]][] = [
    [
      `insert into job (company_id, id, kind, state, membership_id, input, result, finished_at) values ($1, $2, 'order.bulk', 'Succeeded', $3, '{}', '{"results": []}', now())`,
      [job, me.id],
    ],
    [
      `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by) values ($1, $2, $3, 'own.xlsx', 'x', 1, $4, 'import', $5)`,
      [file, `none-${file}`, randomBytes(32), me.id],
    ],
    [
      `insert into order_import (company_id, id, membership_id, job_id, file_id, file_name, bytes, state, uploaded_by) values ($1, $2, $3, $4, $5, $6, 1, 'Ready', 'Me')`,
      [importId, me.id, job, file, `${mark}orders.xlsx`],
    ],
    [
      `insert into order_import_line (company_id, import_id, id, sheet, row_number, result, issues, cells) values ($1, $2, $3, $4, 2, 'Rounded', $5, '{}')`,
      [importId, lineId, `${mark}Orders`, JSON.stringify([issue])],
    ],
    ...[
      [apiKey, clerk.id],
      [ownApiKey, me.id],
    ].map((key): [string, unknown[]] => [
      `insert into api_key (company_id, id, membership_id, name, hint, scope, created_at, created_by, expires_at) values ($1, $2, $3, $4, 'abcd', '{}', now(), 'Me', now() + interval '30 days')`,
      [...key, `${mark}key`],
    ]),
    [
      `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, confirmed_at, search_text)
      values ($1, $2, 'Waiting', $3, 'Own', $4, $4, 'Ankara', $5, $6, 'en', '127.0.0.1', 5, now() + interval '1 hour', now(), now(), $7)`,
      [
        registration,
        `${mark}Applicant`,
        `${mark}applicant${number}@world.example`.toLowerCase(),
        spot.id,
        `${digits}${checkDigitOf(digits)}`,
        `${mark}applicant${number}`.toLowerCase(),
      ],
    ],
    [
      `insert into notification_contact (company_id, id, email, name, language, types) values ($1, $2, $3, 'Contact', 'en', array['Orders'])`,
      [contact, `contact${number}@world.example`],
    ],
    [
      `insert into role (company_id, id, code, name, ready_made) select $1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true where not exists (select from role where company_id = $1 and code = 'pharmacyApplicant')`,
      [newId()],
    ],
  ]
  for (const [text, values] of statements) await inDatabase(office, text, ...values)
  return { job, import: importId, importRow, apiKey, ownApiKey, registration, contact }
}

/** A shop with goods enough for every world in it. */
/** The code of the product that a world's company sells. */
export const worldProduct = 'WORLD'

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
