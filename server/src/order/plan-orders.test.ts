import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stockKey } from '../company/company.api.ts'
import type { FreeStock } from './free-stock.ts'
import { planOrders, type PlannedCartLine } from './plan-orders.ts'

const line = (over: Partial<PlannedCartLine> = {}): PlannedCartLine => ({
  id: 'a',
  variantId: 'v',
  customerId: 'c',
  locationId: 'l',
  suppliers: ['w'],
  shipmentMethod: 'Road',
  deliveryDate: '2026-11-26',
  pointOfSaleId: 'own',
  quantity: 24,
  packUnit: 12,
  minimumQuantity: 12,
  maximumQuantity: 600,
  unitPrice: '10',
  discountPercent: '0',
  flowType: 'Standard',
  part: null,
  sold: true,
  deliverable: true,
  customerOpen: true,
  shippable: true,
  ...over,
})
const rules = {
  today: '2026-11-20',
  backordersAllowed: true,
}
/** Free stock by variant, all of it in one warehouse that supplies everybody. */
const inWarehouse = (free: Record<string, number>): FreeStock =>
  new Map(Object.entries(free).map(([variant, pieces]) => [stockKey(variant, 'w'), pieces]))
const plan = (lines: PlannedCartLine[], free: Record<string, number> = { v: 1_000 }) =>
  planOrders(lines, inWarehouse(free), rules)

describe('[ORD-007] the orders that a cart makes', () => {
  it('are one for each place, shipment, date and point of sale', () => {
    const lines = [
      line({ id: '1' }),
      line({ id: '2' }),
      line({ id: '3', locationId: 'm' }),
      line({ id: '4', shipmentMethod: 'Air' }),
      line({ id: '5', deliveryDate: '2026-11-27' }),
      line({ id: '6', pointOfSaleId: 'p' }),
    ]
    expect(plan(lines).orders.map((order) => order.lines.map((planned) => planned.line.id))).toEqual([
      ['1', '2'],
      ['3'],
      ['4'],
      ['5'],
      ['6'],
    ])
  })

  it('split what stock does not cover into a backorder of its own that names its main order', () => {
    const { orders, notes } = plan([line({ quantity: 48 })], { v: 30 })
    expect(orders.map(({ type, quantity, mainIndex }) => ({ type, quantity, mainIndex }))).toEqual([
      { type: 'DirectlyOrder', quantity: 24, mainIndex: null },
      { type: 'Backorder', quantity: 24, mainIndex: 0 },
    ])
    expect(notes).toEqual([{ severity: 'warning', code: 'Backorder', lineIds: ['a'] }])
  })

  it('are a backorder alone when there is no full pack in stock', () => {
    expect(plan([line()], { v: 11 }).orders.map(({ type, mainIndex }) => [type, mainIndex])).toEqual([
      ['Backorder', null],
    ])
  })

  it('[D5] cannot be backorders where the company takes none: what stock covers is one order, the rest is said', () => {
    const none = { ...rules, backordersAllowed: false }
    const { notes, orders } = planOrders([line()], inWarehouse({ v: 12 }), none)
    expect(notes).toEqual([{ severity: 'problem', code: 'NoStock', lineIds: ['a'] }])
    expect(orders.map(({ type, quantity }) => [type, quantity])).toEqual([['DirectlyOrder', 12]])
    expect(planOrders([line()], inWarehouse({}), none).orders).toEqual([])
  })

  it.each([
    ['NotSold', { sold: false }],
    ['NoPointOfSale', { pointOfSaleId: null }],
    ['LocationClosed', { deliverable: false }],
    ['CustomerClosed', { customerOpen: false, deliverable: false }],
    ['CannotShip', { shippable: false }],
    ['NotFullPack', { quantity: 25 }],
    ['OutOfBounds', { quantity: 612 }],
    ['DatePassed', { deliveryDate: '2026-11-19' }],
  ] as [string, Partial<PlannedCartLine>][])('are held up by %s', (code, over) => {
    expect(plan([line(over)]).notes).toContainEqual({ severity: 'problem', code, lineIds: ['a'] })
  })

  it('[ORD-005] are held up by products of different flow types', () => {
    expect(plan([line(), line({ id: 'b', flowType: 'ColdChain' })]).notes).toContainEqual({
      severity: 'problem',
      code: 'FlowMixed',
      lineIds: ['b'],
    })
  })

  it('warn of a delivery on a weekend', () => {
    expect(plan([line({ deliveryDate: '2026-11-28' })]).notes).toContainEqual({
      severity: 'warning',
      code: 'Weekend',
      lineIds: ['a'],
    })
  })

  it('order every piece exactly once and give out no piece twice', () => {
    const some = fc.array(
      fc.record({
        packs: fc.integer({ min: 1, max: 20 }),
        variantId: fc.constantFrom('v', 'w'),
        locationId: fc.constantFrom('l', 'm'),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 300 }), (decisions, free) => {
        const lines = decisions.map(({ packs, ...rest }, at) =>
          line({ ...rest, id: String(at), quantity: packs * 12 }),
        )
        const { orders } = plan(lines, { v: free, w: free })
        const planned = orders.flatMap((order) => order.lines)
        for (const one of lines)
          expect(
            planned
              .filter(({ line: same }) => same.id === one.id)
              .reduce((sum, { quantity }) => sum + quantity, 0),
          ).toBe(one.quantity)
        for (const variant of ['v', 'w']) {
          const given = orders
            .filter((order) => order.type === 'DirectlyOrder')
            .flatMap((order) => order.lines)
            .filter(({ line: same }) => same.variantId === variant)
          expect(given.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(free)
          expect(given.every(({ quantity }) => quantity % 12 === 0)).toBe(true)
        }
      }),
    )
  })

  describe('[LOC-004] from several locations', () => {
    const from = (free: Record<string, number>, suppliers: string[], quantity = 24) =>
      planOrders(
        [line({ quantity, suppliers })],
        new Map(Object.entries(free).map(([location, pieces]) => [stockKey('v', location), pieces])),
        rules,
      ).orders.flatMap(({ type, lines }) =>
        lines.map(({ quantity: pieces, supplyLocationId }) => [type, supplyLocationId, pieces]),
      )

    it.each([
      ['the nearest that has all', { near: 24, far: 900 }, ['near', 'far'], [['DirectlyOrder', 'near', 24]]],
      ['a farther one that has all', { near: 12, far: 24 }, ['near', 'far'], [['DirectlyOrder', 'far', 24]]],
      [
        'several where none has all',
        { near: 12, far: 13 },
        ['near', 'far'],
        [
          ['DirectlyOrder', 'near', 12],
          ['DirectlyOrder', 'far', 12],
        ],
      ],
      [
        'what there is, the rest later',
        { near: 11, far: 12 },
        ['near', 'far'],
        [
          ['DirectlyOrder', 'far', 12],
          ['Backorder', null, 12],
        ],
      ],
      ['nobody who does not supply it', { near: 0, other: 900 }, ['near'], [['Backorder', null, 24]]],
    ])('takes %s', (_, free, suppliers, expected) => {
      expect(from(free as never, suppliers)).toEqual(expected)
    })
  })
})
