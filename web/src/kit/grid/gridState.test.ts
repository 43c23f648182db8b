import { pendingOrders } from '@kervan/contract/order/order-management'
import { orderColumns } from '@kervan/contract/order/order-lists'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultLayout,
  fitLayout,
  moveColumn,
  parseStored,
  parseTemplate,
  setWidth,
  toggleHidden,
  togglePinned,
  toggleSort,
  toStored,
  toTemplate,
} from './gridState.ts'
import { widths } from './storedGrid.ts'
import { gridStateVersion } from './storedGrid.ts'

const names = Object.keys(orderColumns)
const defaults = defaultLayout(pendingOrders, {
  orderCode: { pinned: true },
  shownState: {},
  recordUser: { hidden: true },
})

describe('[GRD-001] the arrangement of a grid', () => {
  test('begins as the screen wants it: its columns first, the rest of the list after them', () => {
    expect(defaults.order.slice(0, 3)).toEqual(['orderCode', 'shownState', 'recordUser'])
    expect(defaults.order.toSorted()).toEqual(names.toSorted())
    expect(defaults).toMatchObject({
      pinned: ['orderCode'],
      hidden: ['recordUser'],
      pageSize: 50,
      sort: [{ column: 'orderDate', direction: 'desc' }],
    })
  })

  test('shows on a wide screen what would leave it empty, and hides it below', () => {
    const views = { shownState: {}, recordUser: { wide: true } }
    expect(defaultLayout(pendingOrders, views).hidden).toEqual(['recordUser'])
    expect(defaultLayout(pendingOrders, views, true).hidden).toEqual([])
  })

  test('a column that is gone is dropped, a new one comes last, hidden if the screen hides it', () => {
    const stored = {
      ...defaults,
      order: ['gone', 'shownState', 'orderCode'],
      hidden: ['gone'],
      pinned: ['gone', 'shownState'],
      widths: { gone: 90, shownState: 200 },
      sort: [{ column: 'gone', direction: 'asc' as const }],
    }
    const fitted = fitLayout(stored, pendingOrders, defaults)
    expect(fitted.order.slice(0, 2)).toEqual(['shownState', 'orderCode'])
    expect(fitted.order.toSorted()).toEqual(names.toSorted())
    expect(fitted).toMatchObject({
      hidden: ['recordUser'],
      pinned: ['shownState'],
      widths: { shownState: 200 },
      sort: defaults.sort,
    })
  })

  test('version 9 only: older ones, damaged ones and strange ones are forgotten', () => {
    const text = JSON.stringify(toStored(defaults, 1))
    expect(parseStored(text)).toMatchObject({ v: gridStateVersion, order: defaults.order })
    for (const bad of [
      null,
      '',
      '{',
      '[]',
      '{}',
      text.replace('"v":9', '"v":8'),
      text.replace('"pageSize":50', '"pageSize":51'),
    ])
      expect(parseStored(bad)).toBeNull()
  })

  test('a template also keeps filters and search', () => {
    const template = toTemplate(
      defaults,
      { filters: { shownState: { in: ['Request'] } }, search: 'selvi' },
      5,
    )
    expect(parseTemplate(JSON.stringify(template))).toEqual(template)
  })

  const key = fc.constantFrom(...names, 'unknownColumn')
  const move = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), key, position: key }),
    fc.record({ kind: fc.constant('hide' as const), key }),
    fc.record({ kind: fc.constant('pin' as const), key }),
    fc.record({ kind: fc.constant('width' as const), key, width: fc.integer({ min: -500, max: 5_000 }) }),
  )
  test('whatever a user does to it, it keeps every column once, shows one at least, and can be stored and read again', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let layout = defaults
        for (const one of moves) {
          if (one.kind === 'move') layout = moveColumn(layout, one.key, one.position)
          if (one.kind === 'hide') layout = toggleHidden(layout, one.key)
          if (one.kind === 'pin') layout = togglePinned(layout, one.key)
          if (one.kind === 'width') layout = setWidth(layout, one.key, one.width)
        }
        const read = parseStored(JSON.stringify(toStored(layout, 1)))
        expect(read).not.toBeNull()
        const fitted = fitLayout(read!, pendingOrders, defaults)
        expect(fitted.order.toSorted()).toEqual(names.toSorted())
        expect(fitted.order.some((name) => !fitted.hidden.includes(name))).toBe(true)
        for (const width of Object.values(fitted.widths))
          expect(width).toSatisfy((value: number) => value >= widths.minimum && value <= widths.maximum)
      }),
    )
  })
})

describe('[GRD-001] sorting by several columns', () => {
  test('a press sorts up, then down; another column replaces it, or joins it with Shift', () => {
    const up = toggleSort([], 'orderDate', false)
    expect(up).toEqual([{ column: 'orderDate', direction: 'asc' }])
    expect(toggleSort(up, 'orderDate', false)).toEqual([{ column: 'orderDate', direction: 'desc' }])
    const two = toggleSort(up, 'customerName', true)
    expect(two.map(({ column }) => column)).toEqual(['orderDate', 'customerName'])
    expect(toggleSort(two, 'shownState', false)).toEqual([{ column: 'shownState', direction: 'asc' }])
  })
  test('never more than the three that the server takes', () => {
    const sorted = ['orderDate', 'customerName', 'shownState', 'quantity'].reduce(
      (sort, column) => toggleSort(sort, column, true),
      toggleSort([], 'orderCode', true),
    )
    expect(sorted).toHaveLength(3)
  })
})
