import { describe, expect, test } from 'vitest'
import { judgeQuantity, readQuantity, type QuantityRule } from './quantity.ts'

const rule: QuantityRule = { packUnit: 12, minimumQuantity: 12, maximumQuantity: 600, rounding: 'Up' }

describe('[ORD-002] what a typed quantity would become', () => {
  test.each([
    ['', { is: 'fit', quantity: 0 }],
    ['48', { is: 'fit', quantity: 48 }],
    ['40', { is: 'noPack', quantity: 40, set: 48, use: [36, 48] }],
    ['5', { is: 'noPack', quantity: 5, set: 12, use: [12] }],
    ['599', { is: 'noPack', quantity: 599, set: 600, use: [588, 600] }],
    ['601', { is: 'outOfBounds', quantity: 601, use: [600] }],
    ['90000', { is: 'outOfBounds', quantity: 90_000, use: [600] }],
    ['4x', { is: 'noNumber' }],
    ['-12', { is: 'noNumber' }],
  ])('%j', (typed, judged) => {
    expect(judgeQuantity(typed, rule)).toEqual(judged)
  })

  test('the company rounds down or to the nearest; less than a pack is one pack all the same', () => {
    expect(judgeQuantity('40', { ...rule, rounding: 'Down' })).toMatchObject({ set: 36 })
    expect(judgeQuantity('41', { ...rule, rounding: 'Nearest' })).toMatchObject({ set: 36 })
    expect(judgeQuantity('42', { ...rule, rounding: 'Nearest' })).toMatchObject({ set: 48 })
    expect(judgeQuantity('3', { ...rule, rounding: 'Down' })).toMatchObject({ set: 12 })
  })

  test('below the minimum the least full pack is offered', () => {
    expect(judgeQuantity('12', { ...rule, minimumQuantity: 30 })).toEqual({
      is: 'outOfBounds',
      quantity: 12,
      use: [36],
    })
  })

  test.each([
    ['1.200', 1_200],
    ['1,200', 1_200],
    ['1 200', 1_200],
    ['12,0', 12],
    ['1.000.000', 1_000_000],
    ['12,5', null],
    ['–', 0],
    ['1.2000', null],
    ['0', 0],
  ])('reads %j', (typed, quantity) => {
    expect(readQuantity(typed)).toBe(quantity)
  })
})
