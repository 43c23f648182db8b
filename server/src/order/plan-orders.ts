import { isWeekend } from '@kervan/contract/kit/days'
import type { AmountLimit, LineType, ShipmentMethod } from '@kervan/contract/order/words'
import { packsAround } from '@kervan/contract/order/packs'
import { existing } from '@kervan/contract/kit/typed'
import { totalsOf, type Totals } from './prices.ts'
import { stockKey } from '../company/company.api.ts'
import type { FreeStock } from './free-stock.ts'

// The rule of placing (ORD-007): which orders does a cart make? Pure; the review shows its answer, placing carries it out.

export type PlannedCartLine = {
  id: string
  /** Lines of different parts never come into one order; null is a cart, which is one. */
  part: string | null
  variantId: string
  customerId: string
  locationId: string
  /** Who supplies the location, nearest first. */
  suppliers: readonly string[]
  shipmentMethod: ShipmentMethod
  deliveryDate: string
  pointOfSaleId: string | null
  quantity: number
  packUnit: number
  minimumQuantity: number
  maximumQuantity: number
  unitPrice: string
  discountPercent: string
  flowType: string
  /** The product is sold, the place takes deliveries, and the one may be shipped to the other. */
  sold: boolean
  deliverable: boolean
  /** Orders are taken for the customer. */
  customerOpen: boolean
  shippable: boolean
}

/** A line with what an order copies of it. */
export type CartPlanLine = PlannedCartLine & {
  productCode: string
  productName: string
  manufacturerCode: string | null
  variantCode: string
  color: string | null
  size: string | null
  gtin: string | null
  externalProductCode: string | null
  customerCode: string
  customerName: string
  locationCode: string
  locationName: string
  locationCity: string
  locationGroup: string | null
  categoryCode: string | null
  categoryName: string | null
  pointOfSaleName: string | null
}

export type ProblemCode =
  | 'NotSold'
  | 'LocationClosed'
  | 'CustomerClosed'
  | 'CannotShip'
  | 'NotFullPack'
  | 'OutOfBounds'
  | 'DatePassed'
  | 'FlowMixed'
  | 'NoPointOfSale'
  | 'NoStock'
  | 'PoNumberMissing'
  | 'PoNumberUsed'
export type WarningCode = 'Backorder' | 'Weekend' | 'QuotaRejects' | 'QuotaExceeded' | AmountLimit
type Problem = { severity: 'problem'; code: ProblemCode; lineIds: string[] }
type Warning = { severity: 'warning'; code: WarningCode; lineIds: string[]; amounts?: string[] }
export type Note = Problem | Warning

/** Part of a cart line: what one location supplies of it, or what becomes a backorder (no location). */
export type PlannedLine<L> = { line: L; quantity: number; supplyLocationId: string | null }
/** What stock is given out to. */
type Wanted = Pick<PlannedCartLine, 'variantId' | 'quantity' | 'packUnit' | 'suppliers'>
/** How much of a cart line stock covers, and from where. */
export type CoveredLine<L> = {
  line: L
  quantity: number
  from: { supplyLocationId: string; quantity: number }[]
}
export type PlannedOrder<L> = {
  type: LineType
  customerId: string
  locationId: string
  shipmentMethod: ShipmentMethod
  deliveryDate: string
  pointOfSaleId: string | null
  discountPercent: string
  lines: PlannedLine<L>[]
  quantity: number
  totals: Totals
  /** For a backorder: the place, in the plan, of the order it was split from; null when nothing was left for one. */
  mainIndex: number | null
}
export type Plan<L> = { orders: PlannedOrder<L>[]; notes: Note[] }

type Rules = { today: string; backordersAllowed: boolean }

/**
 * Splits the cart by customer, place, point of sale, shipment and date, and each part into what stock covers now and
 * what becomes a backorder; where the company takes none, what is not covered is a problem and in no order.
 */
export function planOrders<L extends PlannedCartLine>(
  lines: readonly L[],
  free: FreeStock,
  rules: Rules,
): Plan<L> {
  const notes = new Map<string, Note>()
  const note = (said: Omit<Problem, 'lineIds'> | Omit<Warning, 'lineIds'>, line: L) => {
    const found = notes.get(said.code) ?? { ...said, lineIds: [] }
    found.lineIds.push(line.id)
    notes.set(said.code, found)
  }
  const flows = new Map(lines.toReversed().map(({ part, flowType }) => [part, flowType]))
  const parts = new Map<string, { direct: PlannedLine<L>[]; backorder: PlannedLine<L>[] }>()
  for (const { line, quantity: direct, from } of coveredByStock(lines, free)) {
    for (const code of problemsOf(line, rules, flows.get(line.part)))
      note({ severity: 'problem', code }, line)
    if (isWeekend(line.deliveryDate)) note({ severity: 'warning', code: 'Weekend' }, line)
    const later = line.quantity - direct
    if (later > 0)
      note(
        rules.backordersAllowed
          ? { severity: 'warning', code: 'Backorder' }
          : { severity: 'problem', code: 'NoStock' },
        line,
      )
    const part = partOf(parts, line)
    part.direct.push(...from.map((piece) => ({ line, ...piece })))
    if (later > 0 && rules.backordersAllowed)
      part.backorder.push({ line, quantity: later, supplyLocationId: null })
  }
  const orders: PlannedOrder<L>[] = []
  for (const { direct, backorder } of parts.values()) {
    const main = direct.length > 0 ? orders.push(orderOf('DirectlyOrder', direct, null)) - 1 : null
    if (backorder.length > 0) orders.push(orderOf('Backorder', backorder, main))
  }
  return { orders, notes: [...notes.values()].toSorted((a, b) => a.severity.localeCompare(b.severity)) }
}

/**
 * How much of each line stock covers, given out in the order of the lines, in full packs. The nearest supplier that has
 * all of it supplies it whole; where none has, suppliers give what they have, nearest first.
 */
export function coveredByStock<L extends Wanted>(lines: readonly L[], free: FreeStock): CoveredLine<L>[] {
  const left = new Map(free)
  return lines.map((line) => {
    const offers = line.suppliers.map((supplyLocationId) => {
      const key = stockKey(line.variantId, supplyLocationId)
      return {
        supplyLocationId,
        key,
        packed: packsAround(Math.max(0, left.get(key) ?? 0), line.packUnit).below,
      }
    })
    const whole = offers.find(({ packed }) => packed >= line.quantity)
    const from: CoveredLine<L>['from'] = []
    let missing = line.quantity
    for (const { supplyLocationId, key, packed } of whole ? [whole] : offers) {
      const quantity = Math.min(missing, packed)
      if (quantity <= 0) continue
      from.push({ supplyLocationId, quantity })
      left.set(key, (left.get(key) ?? 0) - quantity)
      missing -= quantity
    }
    return { line, quantity: line.quantity - missing, from }
  })
}

function problemsOf(line: PlannedCartLine, rules: Rules, flow: string | undefined): ProblemCode[] {
  const { minimumQuantity, maximumQuantity, packUnit, quantity } = line
  return [
    ...(line.sold ? [] : (['NotSold'] as const)),
    ...(line.customerOpen ? [] : (['CustomerClosed'] as const)),
    ...(line.deliverable || !line.customerOpen ? [] : (['LocationClosed'] as const)),
    ...(line.shippable ? [] : (['CannotShip'] as const)),
    ...(quantity % packUnit === 0 ? [] : (['NotFullPack'] as const)),
    ...(quantity < minimumQuantity || quantity > maximumQuantity ? (['OutOfBounds'] as const) : []),
    ...(line.deliveryDate < rules.today ? (['DatePassed'] as const) : []),
    ...(line.flowType === flow ? [] : (['FlowMixed'] as const)),
    ...(line.pointOfSaleId === null ? (['NoPointOfSale'] as const) : []),
  ]
}

function partOf<L extends PlannedCartLine>(
  parts: Map<string, { direct: PlannedLine<L>[]; backorder: PlannedLine<L>[] }>,
  line: L,
) {
  const key = [
    line.part,
    line.customerId,
    line.locationId,
    line.pointOfSaleId,
    line.shipmentMethod,
    line.deliveryDate,
  ].join(' ')
  const part = parts.get(key) ?? { direct: [], backorder: [] }
  parts.set(key, part)
  return part
}

function orderOf<L extends PlannedCartLine>(
  type: LineType,
  lines: PlannedLine<L>[],
  mainIndex: number | null,
): PlannedOrder<L> {
  const first = existing(lines[0]).line
  return {
    type,
    customerId: first.customerId,
    locationId: first.locationId,
    shipmentMethod: first.shipmentMethod,
    deliveryDate: first.deliveryDate,
    pointOfSaleId: first.pointOfSaleId,
    discountPercent: first.discountPercent,
    lines,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    totals: totalsOf(
      lines.map(({ line, quantity }) => ({ quantity, unitPrice: line.unitPrice })),
      first.discountPercent,
    ),
    mainIndex,
  }
}
