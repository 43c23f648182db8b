import { pendingOrders } from '@kervan/contract/order/order-management'
import { selectionLimit } from '@kervan/contract/kit/page'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseAllMatching,
  countOf,
  isChosen,
  isEmpty,
  nothing,
  set,
  stateOfPage,
  toggle,
  toWire,
  type Chosen,
} from './selection.ts'

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const page = (from: number, count = 50) => Array.from({ length: count }, (_, index) => uuid(from + index))
const all = { total: 12_431, totalIsExact: true, asOf: '2026-11-20T07:42:00.000Z' }
const query = { sort: [], filters: {}, search: '', from: '2026-09-01', to: '2026-11-20' }

describe('[GRD-001] selection across pages', () => {
  test('rows of several pages stay chosen', () => {
    const chosen = set(set(nothing, page(0), true), page(50), true)
    expect(countOf(chosen)).toBe(100)
    expect(stateOfPage(chosen, page(0))).toBe('all')
    expect(stateOfPage(chosen, page(100))).toBe('none')
  })

  test('all that match, but for some', () => {
    const chosen = toggle(toggle(chooseAllMatching(all), uuid(3)), uuid(7))
    expect(countOf(chosen)).toBe(12_429)
    expect(stateOfPage(chosen, page(0))).toBe('some')
    expect(isChosen(chosen, uuid(3))).toBe(false)
    expect(toWire(chosen, query)).toEqual({
      mode: 'query',
      query,
      exclude: [uuid(3), uuid(7)],
      asOf: all.asOf,
    })
  })

  test('what is named one by one stays within what the server takes', () => {
    const full = set(nothing, page(0, selectionLimit), true)
    expect(set(full, [uuid(selectionLimit)], true)).toBe(full)
    expect(countOf(set(full, [uuid(0)], false))).toBe(selectionLimit - 1)
  })

  test('taking the last one away leaves nothing', () => {
    const few = chooseAllMatching({ ...all, total: 2 })
    expect(isEmpty(set(few, page(0, 2), false))).toBe(true)
  })

  const step = fc.record({
    rows: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
    on: fc.boolean(),
    everything: fc.boolean(),
  })
  test('whatever is pressed: a row is chosen exactly when it was last switched on, and the wire says the same', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let chosen: Chosen = nothing
        const model = new Set<string>()
        const universe = page(0, 41)
        for (const { rows, on, everything } of steps) {
          if (everything) {
            chosen = chooseAllMatching({ ...all, total: universe.length })
            for (const id of universe) model.add(id)
          }
          const ids = rows.map(uuid)
          chosen = set(chosen, ids, on)
          for (const id of ids)
            if (on) model.add(id)
            else model.delete(id)
        }
        expect(universe.filter((id) => isChosen(chosen, id))).toEqual(universe.filter((id) => model.has(id)))
        expect(countOf(chosen)).toBe(model.size)
        if (!isEmpty(chosen))
          expect(pendingOrders.selection.safeParse(toWire(chosen, query)).success).toBe(true)
      }),
    )
  })
})
