// `npm run api-doc` writes docs/api.md: for each entity of the specification the names of its fields on the wire, made
// from the contract, so that an integrator finds them in one place (API-012). A test holds the page to the contract.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Session } from '../contract/src/access/authentication.ts'
import { ServiceMediaContent } from '../contract/src/access/web-resources.ts'
import { WebUserDictionary } from '../contract/src/account/web-app-user-dictionary.ts'
import { notificationContactKind } from '../contract/src/administration/notification-contacts.ts'
import { subscriptions } from '../contract/src/administration/subscriptions.ts'
import { userLocations } from '../contract/src/administration/user-locations.ts'
import { users, UserView } from '../contract/src/administration/users.ts'
import { loginLog } from '../contract/src/administration/activity.ts'
import { ErrorAnswer } from '../contract/src/kit/call.ts'
import { cartLines, CartSummary } from '../contract/src/order/cart.ts'
import { pendingOrders } from '../contract/src/order/order-management.ts'
import { orderableProducts } from '../contract/src/order/order-new.ts'
import { OrderDocument, OrderLineView, OrderView } from '../contract/src/order/order-view.ts'

/** Entities of section 3 of the specification that the contract has, and the shapes that carry them. */
const entities: Readonly<Record<string, readonly (readonly [where: string, shape: z.ZodType])[]>> = {
  Order: [
    ['one order (OrderManagement/GetOrder, OrderMy/GetOrder)', OrderView],
    ['a row of OrderManagement/GetPendingOrders', pendingOrders.row],
  ],
  'Order detail': [['a line of an order', OrderLineView]],
  'Order document': [['a document of an order', OrderDocument]],
  Cart: [
    ['OrderNew/GetCart', CartSummary],
    ['a row of OrderNew/GetCartLines', cartLines.row],
  ],
  Product: [['a row of OrderNew/GetProducts', orderableProducts.row]],
  User: [
    ['UserManagement/GetUser', UserView],
    ['a row of UserManagement/GetUsers', users.row],
    ['login records: a row of UserManagement/GetLoginLog', loginLog.row],
  ],
  'User-location relation': [['a row of UserManagement/GetUserLocations', userLocations.row]],
  'Notification contact': [
    ['a row of UserManagement/GetNotificationContacts', notificationContactKind.list.row],
  ],
  Subscription: [['a row of Subscription/GetSubscriptions', subscriptions.row]],
  'Grid template': [['WebAppConfiguration/GetWebAppUserDictionaries', WebUserDictionary]],
  Session: [['Authentication/Login', Session]],
  'Service media content': [['WebResources/GetServiceMediaContents', ServiceMediaContent]],
  Error: [['every answer other than 200', ErrorAnswer]],
}

type Json = {
  type?: string | readonly string[]
  format?: string
  enum?: readonly string[]
  const?: unknown
  anyOf?: readonly Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: readonly string[]
}

/** The page as text. */
export function apiPage(): string {
  const parts = Object.entries(entities).flatMap(([name, shapes]) => [
    `## ${name}`,
    ...shapes.flatMap(([where, shape]) => [
      `In ${where}:`,
      ['| field | type |', '| --- | --- |', ...rows(schemaOf(shape))].join('\n'),
    ]),
  ])
  return `${[
    '# Fields on the wire',
    'Made by `npm run api-doc` from the contract; do not edit. Calls, permissions and refusals are at `/api/docs` of a running portal. Entities of the specification that are not here come with their module.',
    ...parts,
  ].join('\n\n')}\n`
}

const schemaOf = (shape: z.ZodType): Json =>
  z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Json

function rows(schema: Json, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : ', may be absent'
    const inner = innerOf(field)
    return [
      `| \`${prefix}${name}\` | ${typeOf(field)}${optional} |`,
      ...(inner ? rows(inner, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`) : []),
    ]
  })
}

function innerOf(field: Json): Json | null {
  const shape = field.items ?? field
  const found = shape.properties ? shape : shape.anyOf?.find(({ properties }) => properties)
  return found ?? null
}

function typeOf(field: Json): string {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.enum) return field.enum.join(' \\| ')
  if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(' or ')
  if (field.type === 'array') return `list of ${field.items ? typeOf(field.items) : 'values'}`
  if (field.format === 'date-time') return 'moment (ISO 8601)'
  if (field.format === 'date') return 'day (YYYY-MM-DD)'
  return [field.type ?? 'any value'].flat().join(' or ')
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/api.md'), apiPage())
