import type { Insertable } from 'kysely'
import { completedRatio, deriveOrderState } from '@kervan/contract/order/states'
import type { Channel, LineType, ShipmentMethod } from '@kervan/contract/order/words'
import type { RecordedEvent } from '../kit/audit.ts'
import type { DB } from '../kit/db.gen.ts'
import { orderSearchText, totalsOf } from '../order/order.api.ts'
import { spread, workingDaysAfter, type Calendar } from './calendar.ts'
import type { DemoCompany, Trade } from './companies.ts'
import { live, planLife, type By, type DemoLine, type DemoOrder, type Trace } from './order-life.ts'
import type { DemoPartner, LocationRow } from './places.ts'
import type { DemoVariant } from './products.ts'
import type { Random } from './random.ts'

// A year of orders: who ordered what, where to, and what became of it.

export type OrderRow = Insertable<DB['sales_order']>
export type OrderLineRow = Insertable<DB['order_line']>
export type EventRow = Insertable<DB['record_event']>
/** A change with what the audit log says about it. */
export type Change = { at: number; by: By; operation: string; recordId: string; recordCode: string; before: Record<string, unknown> | null; after: Record<string, unknown> }
export type Batch = { orders: OrderRow[]; lines: OrderLineRow[]; events: EventRow[] }
/** What a year of orders leaves behind beside them: the last number, what stock has promised by variant, every change. */
export type Book = { last: number; reserved: Map<string, number>; changes: Change[] }

export type World = {
  company: DemoCompany
  partners: readonly DemoPartner[]
  variants: readonly DemoVariant[]
  /** What a customer pays where it is not the list price, by customer and variant. */
  customerPrices: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Products and places that do not go together, as `product place`. */
  blocks: ReadonlySet<string>
  people: Staff
  calendar: Calendar
}

/** Who places orders and who decides on them. */
export type Staff = {
  managers: readonly By[]
  operators: readonly By[]
  /** Through which other programs order. */
  gateway: By
  /** Buyers by the partner they buy for. */
  customers: ReadonlyMap<string, readonly By[]>
  /** Those who look after a place, by place. */
  places: ReadonlyMap<string, By>
}

/** Orders with very many lines, by where in the year they stand; the last is yesterday's work. */
const large: Record<Trade, readonly (readonly [place: number, lines: number])[]> = {
  pharma: [[0.15, 260], [0.35, 350], [0.52, 900], [0.7, 640], [0.86, 480], [0.95, 220], [0.995, 1_200]],
  fashion: [[0.2, 300], [0.45, 420], [0.75, 600], [0.985, 240]],
  fuel: [[0.6, 150], [0.97, 200]],
}

const batchSize = 1_000

/** The orders in the order of their codes, some at a time, so that the first are written while the next are made. */
export function* makeOrders(world: World, count: number, random: Random, book: Book): Generator<Batch> {
  let batch: Batch = { orders: [], lines: [], events: [] }
  const shelves = shelvesOf(world.variants)
  const sizes = new Map(large[world.company.trade].map(([place, lines]) => [Math.floor(place * count), lines]))
  const customers = world.partners.filter(({ row, places }) => row.relation_type !== 'Vendor' && places.some(isOpen))
  const moments = spread(world.calendar, count, random)
  for (let index = 0; index < count; ) {
    const { at, day } = moments[index] as { at: number; day: string }
    const lineCount = sizes.get(index) ?? null
    const customer = lineCount === null ? random.favour(customers) : (customers[0] as DemoPartner)
    const goods = basketOf(world, shelves, customer, lineCount, random)
    // What stock does not cover becomes a second order, with the next code.
    const split = index + 1 < count && world.company.backordersAllowed && goods.missing.length > 0 && lineCount === null && random.chance(0.3)
    const shared = deliveryOf(world, customer, goods.place, day, random)
    const main = addOrder(world, book, batch, { ...shared, at, type: 'DirectlyOrder', basket: goods.basket, main: null, quiet: lineCount === 1_200 }, random)
    if (split) addOrder(world, book, batch, { ...shared, at, type: 'Backorder', basket: goods.missing, main, quiet: false }, random)
    index += split ? 2 : 1
    if (batch.orders.length < batchSize && index < count) continue
    yield batch
    batch = { orders: [], lines: [], events: [] }
  }
  book.changes.sort((a, b) => a.at - b.at)
}

type Item = { variant: DemoVariant; quantity: number }
type Shelves = Record<string, { good: DemoVariant[]; scarce: DemoVariant[]; styles: DemoVariant[][] }>

/** Goods by flow, because an order holds goods of one flow only. */
function shelvesOf(variants: readonly DemoVariant[]): Shelves {
  const byFlow = Map.groupBy(variants.filter(({ active }) => active), ({ product }) => product.flow_type)
  return Object.fromEntries([...byFlow].map(([flow, all]) => {
    const styles = [...Map.groupBy(all, ({ product }) => product.id).values()]
    return [flow, { good: all.filter(({ scarce }) => !scarce), scarce: all.filter(({ scarce }) => scarce), styles }]
  }))
}

const flows: Record<Trade, Record<string, number>> = {
  pharma: { Standard: 84, ColdChain: 10, Controlled: 6 },
  fashion: { Standard: 80, PreSeason: 20 },
  fuel: { Packaged: 76, Cylinder: 18, Bulk: 6 },
}

function basketOf(world: World, shelves: Shelves, customer: DemoPartner, lineCount: number | null, random: Random) {
  // A third party's people are tied to its first place.
  const place = customer.row.relation_type === 'ThirdParty' ? (customer.places[0] as LocationRow) : random.favour(customer.places.filter(isOpen))
  const shelf = shelves[lineCount === null ? random.weighted(flows[world.company.trade]) : (Object.keys(flows[world.company.trade])[0] ?? '')]
  if (!shelf) throw new Error('goods of this flow are not sold')
  const ships = ({ product }: DemoVariant) => !world.blocks.has(`${product.id} ${place.id}`)
  const item = (variant: DemoVariant): Item => ({ variant, quantity: quantityOf(variant, random) })
  const chosen = lineCount === null ? choose(world.company.trade, shelf, random).filter(ships) : random.sample(shelf.good.filter(ships), lineCount)
  const basket = chosen.length > 0 ? chosen : shelf.good.filter(ships).slice(0, 1)
  const missing = random.chance(0.12) ? random.sample(shelf.scarce, random.int(1, 3)).filter(ships) : []
  return { place, basket: basket.map(item), missing: missing.map(item) }
}

function choose(trade: Trade, shelf: Shelves[string], random: Random): DemoVariant[] {
  if (trade === 'fashion') {
    // Shops order styles in a run of sizes.
    const styles = new Set(Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => random.favour(shelf.styles)))
    return [...styles].flatMap((style) => random.sample(style, random.int(2, 7)))
  }
  const most = trade === 'pharma' ? random.weighted({ 2: 55, 5: 30, 12: 13, 45: 2 }) : random.weighted({ 2: 70, 5: 25, 12: 5 })
  return [...new Set(Array.from({ length: random.int(1, Number(most)) }, () => random.favour(shelf.good)))]
}

function quantityOf({ product }: DemoVariant, random: Random): number {
  const packs = 1 + Math.floor(random.exponential(product.pack_unit === 1 ? 5 : 2.5))
  return Math.min(product.maximum_quantity, Math.max(product.minimum_quantity, packs * product.pack_unit))
}

type Delivery = { customer: DemoPartner; place: LocationRow; pointOfSale: LocationRow | null; day: string; deliveryDay: string; owner: By; channel: Channel; shipment: ShipmentMethod; purchase: Purchase }
type Purchase = { code: string | null; day: string | null; contact: string | null; note: string | null }

function deliveryOf(world: World, customer: DemoPartner, place: LocationRow, day: string, random: Random): Delivery {
  const { company, people } = world
  const channel = random.weighted({ Portal: 70, PortalBulk: 22, EDI: 8 })
  const own = people.customers.get(customer.row.id)
  const guardian = people.places.get(place.id)
  const staff = guardian && random.chance(0.5) ? guardian : random.favour(people.operators)
  const owner = channel === 'EDI' ? people.gateway : own && random.chance(0.65) ? random.pick(own) : staff
  const isShop = (one: LocationRow) => isOpen(one) && one.type.endsWith('PointOfSales')
  const pointOfSale = company.relationType !== 'Retailer' ? null : isShop(place) ? place : (customer.places.find(isShop) ?? null)
  const code = channel === 'EDI' || random.chance(0.6) ? `PO-${random.int(10_000, 99_999)}/${random.pick(['A', 'B', 'C', 'D'])}` : null
  return {
    customer,
    place,
    pointOfSale,
    day,
    deliveryDay: workingDaysAfter(day, (customer.row.lead_time_days ?? 2) + random.int(0, 2)),
    owner,
    channel,
    shipment: random.weighted({ Road: 90, Sea: 4, Rail: 3, Air: 3 }),
    purchase: { code, day: code && random.chance(0.5) ? day : null, contact: random.chance(0.25) ? random.pick(contacts) : null, note: random.chance(0.12) ? random.pick(notes) : null },
  }
}

type NewOrder = Delivery & { at: number; type: LineType; basket: readonly Item[]; main: { id: string; code: string } | null; /** Nobody has looked at it yet. */ quiet: boolean }

function addOrder(world: World, book: Book, batch: Batch, placed: NewOrder, random: Random): { id: string; code: string } {
  const { company, calendar } = world
  const code = `${company.orderPrefix}-${placed.day.slice(2, 4)}-${String(++book.last).padStart(5, '0')}`
  const order: DemoOrder = {
    // A backorder is made right after the order it was split from.
    id: random.id(placed.at + (placed.main ? 1 : 0)),
    code,
    version: 1,
    type: placed.type,
    recordUserId: placed.owner.id ?? '',
    customerId: placed.customer.row.id,
    discountPercent: String(placed.customer.row.discount_percent),
    lastEventAt: new Date(placed.at),
    lines: [],
  }
  order.lines = placed.basket.map((item, index) => lineOf(world, placed, code, item, index, random))
  const placement = tell(order, placed)
  const deliveryAt = Date.parse(`${placed.deliveryDay}T09:00:00Z`)
  const life = placed.quiet ? [] : planLife({ order, placedAt: placed.at, deliveryAt, owner: placed.owner, managers: world.people.managers, calendar, random })
  const traces = live(order, life, calendar.now)
  batch.orders.push(headOf(world, order, placed))
  for (const [index, line] of order.lines.entries()) batch.lines.push(lineRow(company, order, placed, line, index + 1))
  for (const { at, by, event } of [placement, ...traces]) batch.events.push(eventRow(company, random, at, by, event))
  book.changes.push(placement.change, ...traces.map((trace, index) => changeOf(order, trace, index + 1)))
  if (order.type === 'DirectlyOrder') hold(book.reserved, order.lines)
  return order
}

function lineOf(world: World, { customer, at, day, type }: NewOrder, code: string, { variant, quantity }: Item, index: number, random: Random): DemoLine {
  return {
    id: random.id(at),
    lineCode: `${code}-${index + 1}`,
    variantId: variant.row.id,
    type,
    state: 'Pending',
    packUnit: variant.product.pack_unit,
    demandQuantity: quantity,
    poQuantity: quantity,
    completedQuantity: 0,
    unitPrice: priceOn(world, customer.row.id, variant, day),
    rejectReason: 'None',
    memo: null,
    variant,
    externalCode: random.chance(0.08) ? `X${random.int(100_000, 999_999)}` : null,
  }
}

/** Prices went up twice in the year; an order keeps the price of its day. */
function priceOn({ company, customerPrices, calendar }: World, customerId: string, { row, price }: DemoVariant, day: string): string {
  const raised = [0.35, 0.7].filter((share) => day < (calendar.days[Math.floor(calendar.days.length * share)]?.day ?? '')).length
  const agreed = company.priceManagement === 'CustomerPrice' ? customerPrices.get(customerId)?.get(row.id) : undefined
  return (Number(agreed ?? price) * (1 - 0.09 * raised)).toFixed(2)
}

function tell(order: DemoOrder, { at, owner, channel, type }: NewOrder) {
  const quantity = order.lines.reduce((sum, line) => sum + line.poQuantity, 0)
  const { total } = totalsOf(order.lines.map((line) => ({ quantity: line.poQuantity, unitPrice: line.unitPrice })), order.discountPercent)
  const event: RecordedEvent = { recordType: 'order', recordId: order.id, kind: 'order.placed', facts: { count: order.lines.length, quantity, channel } }
  const change: Change = { at, by: owner, operation: 'order.placed', recordId: order.id, recordCode: order.code, before: null, after: { type, lines: order.lines.length, quantity, total } }
  return { at, by: owner, event, change }
}

function changeOf(order: DemoOrder, { at, by, event, before, after }: Trace, version: number): Change {
  return { at, by, operation: event.kind, recordId: order.id, recordCode: order.code, before: { version, lines: before }, after: { version: version + 1, lines: after } }
}

function eventRow(company: DemoCompany, random: Random, at: number, by: By, event: RecordedEvent): EventRow {
  return { company_id: company.id, id: random.id(at), record_type: event.recordType, record_id: event.recordId, at: new Date(at), by_id: by.id, by_name: by.name, kind: event.kind, facts: JSON.stringify(event.facts ?? {}) }
}

/** Stock holds what was promised and has not left yet. */
function hold(reserved: Map<string, number>, lines: readonly DemoLine[]): void {
  for (const line of lines) {
    if (line.state === 'Completed' || line.state === 'Rejected' || line.state === 'Cancelled') continue
    reserved.set(line.variantId, (reserved.get(line.variantId) ?? 0) + line.poQuantity - line.completedQuantity)
  }
}

function headOf({ company }: World, order: DemoOrder, placed: NewOrder): OrderRow {
  const { customer, place, pointOfSale, purchase } = placed
  const at = new Date(placed.at)
  return {
    company_id: company.id,
    id: order.id,
    version: order.version,
    code: order.code,
    vendor_code: company.code,
    vendor_name: company.name,
    customer_id: customer.row.id,
    customer_code: customer.row.code,
    customer_name: customer.row.name,
    delivery_location_id: place.id,
    delivery_location_code: place.code,
    delivery_location_name: place.name,
    point_of_sale_id: pointOfSale?.id ?? null,
    point_of_sale_name: pointOfSale?.name ?? null,
    delivery_date: placed.deliveryDay,
    order_date: at,
    external_po_code: purchase.code,
    external_order_date: purchase.day,
    external_contact: purchase.contact,
    note: purchase.note,
    shipment_method: placed.shipment,
    type: order.type,
    channel: placed.channel,
    state: deriveOrderState(order.lines),
    all_cancelled: order.lines.every((line) => line.state === 'Cancelled'),
    completed_ratio: completedRatio(order.lines),
    line_count: order.lines.length,
    quantity: order.lines.reduce((sum, line) => sum + line.poQuantity, 0),
    currency: 'TRY',
    discount_percent: order.discountPercent,
    ...totalsOf(order.lines.map((line) => ({ quantity: line.poQuantity, unitPrice: line.unitPrice })), order.discountPercent),
    main_order_id: placed.main?.id ?? null,
    main_order_code: placed.main?.code ?? null,
    record_user_id: order.recordUserId,
    record_user_name: placed.owner.name,
    record_date: at,
    last_event_at: order.lastEventAt,
    search_text: orderSearchText({ code: order.code, externalPoCode: purchase.code, customerName: customer.row.name, customerCode: customer.row.code, locationName: place.name }),
  }
}

function lineRow(company: DemoCompany, order: DemoOrder, placed: NewOrder, line: DemoLine, number: number): OrderLineRow {
  const { row, product } = line.variant
  return {
    company_id: company.id,
    id: line.id,
    order_id: order.id,
    line_no: number,
    variant_id: row.id,
    product_code: product.code,
    product_name: product.name,
    variant_code: row.code,
    color: row.color ?? null,
    size: row.size ?? null,
    gtin: row.gtin ?? null,
    manufacturer_product_code: product.manufacturer_code ?? null,
    external_product_code: line.externalCode,
    pack_unit: line.packUnit,
    demand_quantity: line.demandQuantity,
    po_quantity: line.poQuantity,
    completed_quantity: line.completedQuantity,
    unit_price: line.unitPrice,
    shipment_method: placed.shipment,
    type: order.type,
    state: line.state,
    reject_reason: line.rejectReason,
    memo: line.memo,
  }
}

function isOpen(place: LocationRow): boolean {
  return place.status === 'Active' && !place.blacklisted
}

const contacts = ['Sn. Işıl Duman', 'Sn. Cengiz Yurt', 'Satınalma', 'Depo sorumlusu', 'Mr. Arslan', 'Frau Keller'] as const
const notes = ['Please deliver before noon.', 'Rampa 3, saat 10:00–12:00 arası.', 'Call before delivery.', 'Paletli sevk edilsin.', 'Bitte vor 14 Uhr liefern.', 'Invoice with the goods.'] as const
