import type { RecordedEvent } from '../../kit/records/audit.ts'
import { existing } from '@kervan/contract/kit/typed'
import { stockKey } from '../../company/company.api.ts'
import { netAmounts, totalsOf } from '../prices.ts'
import { basketOf, isOpen, shelvesOf, type Item } from './baskets.ts'
import { spread, workingDaysAfter } from '../../demo/calendar.ts'
import type { Trade } from '../../demo/people.ts'
import { live, planLife, type DemoLine, type DemoOrder, type Trace } from './order-life.ts'
import { eventRow, headOf, lineRow, type Batch, type Delivery, type NewOrder } from './order-rows.ts'
import type { Random } from '../../demo/random.ts'
import type { Book, Change, Demo, DemoPartner, DemoVariant, LocationRow } from '../../demo/world.ts'

// A year of orders: who ordered what, where to, and what became of it.

/** Orders with very many lines, by where in the year they stand; the last is yesterday's work. */
const large: Record<Trade, readonly (readonly [location: number, lines: number])[]> = {
  pharma: [
    [0.15, 260],
    [0.35, 350],
    [0.52, 900],
    [0.7, 640],
    [0.86, 480],
    [0.95, 220],
    [0.995, 1_200],
  ],
  fashion: [
    [0.2, 300],
    [0.45, 420],
    [0.75, 600],
    [0.985, 240],
  ],
  fuel: [
    [0.6, 150],
    [0.97, 200],
  ],
}

const batchSize = 1_000

/** The orders in the order of their codes, some at a time, so that the first are written while the next are made. */
export function* makeOrders(demo: Demo): Generator<Batch> {
  const { orders: count, random, book } = demo
  let batch: Batch = { orders: [], lines: [], events: [] }
  const shelves = shelvesOf(demo.variants)
  const sizes = new Map(
    large[demo.company.trade].map(([location, lines]) => [Math.floor(location * count), lines]),
  )
  const customers = demo.partners.filter(
    ({ row, locations }) => row.relation_type !== 'Vendor' && locations.some(isOpen),
  )
  const moments = spread(demo.calendar, count, random)
  for (let index = 0; index < count;) {
    const { at, day } = existing(moments[index])
    const lineCount = sizes.get(index) ?? null
    const customer = lineCount === null ? random.favour(customers) : existing(customers[0])
    const goods = basketOf(demo, shelves, customer, lineCount, random)
    // What stock does not cover becomes a second order, with the next code.
    const split =
      index + 1 < count &&
      demo.company.backordersAllowed &&
      goods.missing.length > 0 &&
      lineCount === null &&
      random.chance(0.3)
    const shared = deliveryOf(demo, customer, goods.location, day, random)
    const main = addOrder(
      demo,
      book,
      batch,
      { ...shared, at, type: 'DirectlyOrder', basket: goods.basket, main: null, quiet: lineCount === 1_200 },
      random,
    )
    if (split)
      addOrder(
        demo,
        book,
        batch,
        { ...shared, at, type: 'Backorder', basket: goods.missing, main, quiet: false },
        random,
      )
    index += split ? 2 : 1
    if (batch.orders.length < batchSize && index < count) continue
    yield batch
    batch = { orders: [], lines: [], events: [] }
  }
  book.changes.sort((a, b) => a.at - b.at)
}

function deliveryOf(
  demo: Demo,
  customer: DemoPartner,
  location: LocationRow,
  day: string,
  random: Random,
): Delivery {
  const { people } = demo
  const channel = random.weighted({ Portal: 70, PortalBulk: 22, EDI: 8 })
  const own = people.customers.get(customer.row.id)
  const guardian = people.locations.get(location.id)
  const staff = guardian && random.chance(0.5) ? guardian : random.favour(people.operators)
  const owner = channel === 'EDI' ? people.gateway : own && random.chance(0.65) ? random.pick(own) : staff
  const isShop = (one: LocationRow) => isOpen(one) && one.type.endsWith('PointOfSales')
  const pointOfSale = isShop(location) ? location : (customer.locations.find(isShop) ?? location)
  const code =
    channel === 'EDI' || random.chance(0.6)
      ? `PO-${random.int(10_000, 99_999)}/${random.pick(['A', 'B', 'C', 'D'])}`
      : null
  return {
    customer,
    location,
    pointOfSale,
    day,
    deliveryDay: workingDaysAfter(day, (customer.row.lead_time_days ?? 2) + random.int(0, 2)),
    owner,
    channel,
    shipment: random.weighted({ Road: 90, Sea: 4, Rail: 3, Air: 3 }),
    purchase: {
      code,
      day: code && random.chance(0.5) ? day : null,
      contact: random.chance(0.25) ? random.pick(contacts) : null,
      note: random.chance(0.12) ? random.pick(notes) : null,
    },
  }
}

function addOrder(
  demo: Demo,
  book: Book,
  batch: Batch,
  placed: NewOrder,
  random: Random,
): { id: string; code: string } {
  const { company, calendar } = demo
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
  order.lines = placed.basket.map((item, index) => lineOf(demo, placed, code, item, index, random))
  const placement = notify(order, placed)
  const deliveryAt = Date.parse(`${placed.deliveryDay}T09:00:00Z`)
  const life = placed.quiet
    ? []
    : planLife({
        order,
        placedAt: placed.at,
        deliveryAt,
        owner: placed.owner,
        managers: demo.people.managers,
        calendar,
        random,
      })
  const traces = live(order, life, calendar.now)
  batch.orders.push(headOf(company, order, placed))
  const net = netAmounts(
    order.lines.map(({ poQuantity, unitPrice }) => ({ quantity: poQuantity, unitPrice })),
    order.discountPercent,
  )
  for (const [index, line] of order.lines.entries())
    batch.lines.push(lineRow(company, order, placed, line, index + 1, existing(net[index])))
  for (const { at, by, event } of [placement, ...traces])
    batch.events.push(eventRow(company, random, at, by, event))
  book.changes.push(placement.change, ...traces.map((trace, index) => changeOf(order, trace, index + 1)))
  if (order.type === 'DirectlyOrder') hold(book.reserved, order.lines)
  return order
}

function lineOf(
  demo: Demo,
  { customer, location, at, day, type }: NewOrder,
  code: string,
  { variant, quantity }: Item,
  index: number,
  random: Random,
): DemoLine {
  return {
    id: random.id(at),
    lineCode: `${code}-${index + 1}`,
    variantId: variant.row.id,
    supplyLocationId: type === 'DirectlyOrder' ? demo.supplierOf(location.id) : null,
    type,
    state: 'Pending',
    packUnit: variant.product.pack_unit,
    demandQuantity: quantity,
    poQuantity: quantity,
    completedQuantity: 0,
    unitPrice: priceOn(demo, customer.row.id, variant, day),
    rejectReason: 'None',
    memo: null,
    variant,
    externalCode: random.chance(0.08) ? `X${random.int(100_000, 999_999)}` : null,
  }
}

/** Prices went up twice in the year; an order keeps the price of its day. */
function priceOn(
  { company, customerPrices, calendar }: Demo,
  customerId: string,
  { row, price }: DemoVariant,
  day: string,
): string {
  const raised = [0.35, 0.7].filter(
    (share) => day < (calendar.days[Math.floor(calendar.days.length * share)]?.day ?? ''),
  ).length
  const agreed =
    company.priceManagement === 'CustomerPrice' ? customerPrices.get(customerId)?.get(row.id) : undefined
  return (Number(agreed ?? price) * (1 - 0.09 * raised)).toFixed(2)
}

function notify(order: DemoOrder, { at, owner, channel, type }: NewOrder) {
  const quantity = order.lines.reduce((sum, line) => sum + line.poQuantity, 0)
  const { total } = totalsOf(
    order.lines.map((line) => ({ quantity: line.poQuantity, unitPrice: line.unitPrice })),
    order.discountPercent,
  )
  const event: RecordedEvent = {
    recordType: 'order',
    recordId: order.id,
    kind: 'order.placed',
    facts: { count: order.lines.length, quantity, channel },
  }
  const change: Change = {
    at,
    by: owner,
    operation: 'order.placed',
    recordId: order.id,
    recordCode: order.code,
    before: null,
    after: { type, lines: order.lines.length, quantity, total },
  }
  return { at, by: owner, event, change }
}

function changeOf(order: DemoOrder, { at, by, event, before, after }: Trace, version: number): Change {
  return {
    at,
    by,
    operation: event.kind,
    recordId: order.id,
    recordCode: order.code,
    before: { version, lines: before },
    after: { version: version + 1, lines: after },
  }
}

/** Stock holds what was promised and has not left yet. */
function hold(reserved: Map<string, number>, lines: readonly DemoLine[]): void {
  for (const line of lines) {
    if (line.state === 'Completed' || line.state === 'Rejected' || line.state === 'Cancelled') continue
    const key = stockKey(line.variantId, existing(line.supplyLocationId))
    reserved.set(key, (reserved.get(key) ?? 0) + line.poQuantity - line.completedQuantity)
  }
}

const contacts = [
  'Sn. Işıl Duman',
  'Sn. Cengiz Yurt',
  'Satınalma',
  'Depo sorumlusu',
  'Mr. Arslan',
  'Frau Keller',
] as const
const notes = [
  'Please deliver before noon.',
  'Rampa 3, saat 10:00–12:00 arası.',
  'Call before delivery.',
  'Paletli sevk edilsin.',
  'Bitte vor 14 Uhr liefern.',
  'Invoice with the goods.',
] as const
