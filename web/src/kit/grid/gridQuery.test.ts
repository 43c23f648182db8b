import { pendingOrders } from '@kervan/contract/order/order-management'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GridSearch } from './gridSearch.ts'
import { queryOf } from './gridQuery.ts'
import { defaultLayout } from './gridState.ts'

const layout = defaultLayout(pendingOrders, {})
const window = { from: '2026-09-01', to: '2026-11-20' }
const ask = (search: unknown) => queryOf(pendingOrders, GridSearch.parse(search), layout)

describe('[GRD-001] the question of a grid stands in its address', () => {
  test('an address that says nothing asks as the user left the grid', () => {
    expect(ask({})).toEqual({
      page: 1,
      pageSize: 50,
      sort: [{ column: 'orderDate', direction: 'desc' }],
      filters: {},
      search: '',
    })
  })
  test('everything in the address is asked', () => {
    expect(
      ask({
        page: '3',
        size: 100,
        sort: 'customerName.asc,confirmedQuantity.desc',
        q: 'selvi',
        f: { shownState: { in: ['Request'] } },
      }),
    ).toEqual({
      page: 3,
      pageSize: 100,
      sort: [
        { column: 'customerName', direction: 'asc' },
        { column: 'confirmedQuantity', direction: 'desc' },
      ],
      filters: { shownState: { in: ['Request'] } },
      search: 'selvi',
    })
  })
  test.each([
    ['a page that is none', { page: 'zzz' }],
    ['a size nobody offers', { size: 51 }],
    ['a column that is none', { sort: 'nope.asc' }],
    ['a direction that is none', { sort: 'orderDate.up' }],
    ['a filter on nothing', { f: { nope: { in: ['x'] } } }],
    ['a value that is none', { f: { shownState: { in: ['Nope'] } } }],
    ['a filter of another shape', { f: { confirmedQuantity: { contains: 'x' } } }],
  ])('%s is mended', (_what, search) => expect(ask(search)).toEqual(ask({})))
  test('[GRD-004] a keyword of one letter is not asked', () => {
    expect(ask({ q: 's' }).search).toBe('')
    expect(ask({ q: 's ' }).search).toBe('')
    expect(ask({ q: 12 }).search).toBe('12')
    expect(ask({ q: 'x'.repeat(300) }).search).toHaveLength(100)
  })
  test('whatever stands in an address, the server is asked something it understands', () => {
    const search = fc.record(
      { page: fc.anything(), size: fc.anything(), sort: fc.anything(), q: fc.anything(), f: fc.anything() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(search, (given) => {
        expect(pendingOrders.page.input.safeParse({ ...ask(given), ...window }).error).toBeUndefined()
      }),
    )
  })
})
