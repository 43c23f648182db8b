// What tests of ordering need again and again: a shop that sells, a customer who orders, somebody who decides.
import { approvedOrder, getManagedOrder } from '@kervan/contract/order/order-management'
import type { OrderView } from '@kervan/contract/order/order-view'
import { placeOrder } from '@kervan/contract/order/order-new'
import { type Delivery } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { newId } from '../src/kit/database/uuid.ts'
import { patient } from './patient.ts'
import type {
  Company,
  CompanyOptions,
  Customer,
  Location,
  Portal,
  Product,
  ProductOptions,
  User,
} from './portal.ts'

export type Shop = {
  portal: Portal
  company: Company
  customer: Customer
  location: Location
  product: Product
  buyer: User
  boss: User
}

export const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
/** A Tuesday far enough away. */
export const deliveryDay = '2099-01-06'

export function windowAround(day = new Date()): { from: string; to: string } {
  const from = new Date(day.getTime() - 40 * 86_400_000).toISOString().slice(0, 10)
  return { from, to: new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10) }
}

export async function openShop(
  portal: Portal,
  options: CompanyOptions & { product?: ProductOptions; discount?: string } = {},
): Promise<Shop> {
  const company = await portal.company(options)
  const customer = await company.customer({ discount: options.discount ?? '0' })
  const location = await company.location(customer)
  const product = await company.product(options.product)
  return {
    portal,
    company,
    customer,
    location,
    product,
    buyer: await company.user({ customer }),
    boss: await company.user(),
  }
}

export function deliveryTo(location: Location, over: Partial<Delivery> = {}): Delivery {
  return {
    locationId: location.id,
    shipmentMethod: 'Road',
    deliveryDate: deliveryDay,
    pointOfSaleId: null,
    ...over,
  }
}

/** Puts quantities of one product's variants into the buyer's cart; throws the server's words when refused. */
export async function fillCart(
  shop: Shop,
  quantities: number[],
  over: { product?: Product; location?: Location; buyer?: User } = {},
) {
  const { variants } = over.product ?? shop.product
  const answer = await patient(() =>
    shop.portal.call(setCartQuantities, (over.buyer ?? shop.buyer).token, {
      delivery: deliveryTo(over.location ?? shop.location),
      quantities: quantities.map((quantity, at) => ({ variantId: variants[at]?.id ?? newId(), quantity })),
    }),
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refused))
  return answer.body.cart
}

/** Locations what is in the cart and answers the codes of the orders. */
export async function place(shop: Shop, cartVersion: number, buyer = shop.buyer): Promise<string[]> {
  const requestKey = newId()
  const answer = await patient(() => shop.portal.call(placeOrder, buyer.token, { cartVersion, requestKey }))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refused))
  return answer.body.orders.map((order) => order.orderCode)
}

/** One order over these quantities, as whoever decides sees it. */
export async function orderOf(shop: Shop, quantities: number[] = [12]): Promise<OrderView> {
  const cart = await fillCart(shop, quantities)
  const [code] = await place(shop, cart.version)
  return look(shop, code as string)
}

/** What somebody asks for in a company with two layers; answers the id of the pre-approval order. */
export async function preOrderOf(shop: Shop, quantity = 12): Promise<string> {
  const flow = (name: string) =>
    shop.portal.owner.query('update order_policy set order_flow = $2 where company_id = $1', [
      shop.company.id,
      name,
    ])
  await flow('TwoLayerFlow')
  const { version: cartVersion } = await fillCart(shop, [quantity])
  const answer = await shop.portal.call(placeOrder, shop.buyer.token, { cartVersion, requestKey: newId() })
  await flow('FundamentalFlow')
  return answer.body.preOrders[0]?.id ?? ''
}

export async function look(shop: Shop, orderCode: string, user = shop.boss): Promise<OrderView> {
  const answer = await shop.portal.call(getManagedOrder, user.token, { orderCode })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refused))
  return answer.body
}

export async function stockOf(shop: Shop, variantId: string): Promise<{ on_hand: number; reserved: number }> {
  const { rows } = await shop.portal.owner.query<{ on_hand: number; reserved: number }>(
    'select on_hand, reserved from stock where variant_id = $1',
    [variantId],
  )
  return rows[0] as { on_hand: number; reserved: number }
}

/** An order as it was seen, for a decision on all of its lines. */
export function named(order: OrderView): { orderCode: string; version: number; lineIds: string[] } {
  return { orderCode: order.orderCode, version: order.version, lineIds: order.lines.map((line) => line.id) }
}

export function approve(shop: Shop, order: OrderView, user = shop.boss) {
  return shop.portal.call(approvedOrder, user.token, named(order))
}
