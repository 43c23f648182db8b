import type { Session } from '@kervan/contract/access/authentication'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { orderableProducts } from '@kervan/contract/order/order-new'
import { cartLines } from '@kervan/contract/order/cart'
import { describe, expect, test } from 'vitest'
import { GridSearch } from './gridSearch.ts'
import { fitFilters, queryOf } from './gridQuery.ts'
import { defaultLayout, fitLayout } from './gridState.ts'
import { offeredList } from './offered.ts'

const blind = { PricesHidden: true } as Session
const seeing = {} as Session

describe('[ORD-020] a list as its reader is offered it', () => {
  test.each([
    [pendingOrders, ['total', 'demandTotal']],
    [orderableProducts, ['listPrice']],
    [cartLines, ['unitPrice', 'lineTotal']],
  ])('has no prices where they are hidden, and all of them elsewhere', (list, prices) => {
    expect(
      Object.keys(list.columns).filter(
        (key) => !Object.hasOwn(offeredList(list, blind).columns as object, key),
      ),
    ).toEqual(prices)
    expect(offeredList(list, seeing)).toBe(list)
    expect(offeredList(list, null)).toBe(list)
    expect(offeredList(list, blind)).toBe(offeredList(list, blind))
  })

  test('what was arranged, sorted and filtered by a price falls away, whether kept, saved or in an address', () => {
    const list = offeredList(pendingOrders, blind)
    const defaults = defaultLayout(list, { total: { pinned: true }, state: {} })
    expect([defaults.order.includes('total'), defaults.pinned]).toEqual([false, []])
    const kept = {
      ...defaultLayout(pendingOrders, {}),
      pinned: ['total'],
      widths: { total: 99 },
      sort: [{ column: 'total', direction: 'asc' as const }],
    }
    expect(fitLayout(kept, list, defaults)).toMatchObject({
      pinned: [],
      widths: {},
      sort: pendingOrders.defaultSort,
    })
    expect(fitFilters(list, { total: { from: '1' }, confirmedQuantity: { from: '1' } })).toEqual({
      confirmedQuantity: { from: '1' },
    })
    const asked = queryOf(
      list,
      GridSearch.parse({ sort: 'total.desc', f: { total: { from: '1' } } }),
      defaults,
    )
    expect(asked).toMatchObject({ sort: pendingOrders.defaultSort, filters: {} })
  })
})
