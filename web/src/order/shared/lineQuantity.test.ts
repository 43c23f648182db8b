import { describe, expect, test } from 'vitest'
import { judgeQuantity } from './lineQuantity.ts'

const line = { poQuantity: 120, demandQuantity: 120, packUnit: 12 }

describe('a typed PO quantity', () => {
  test.each([
    ['a full pack', '48', { is: 'fit', quantity: 48 }],
    ['with blanks around it', ' 48 ', { is: 'fit', quantity: 48 }],
    ['between two packs', '40', { is: 'noPack', quantity: 40, use: [36, 48] }],
    ['less than a pack', '5', { is: 'noPack', quantity: 5, use: [12] }],
    ['what it is already', '120', { is: 'same' }],
    ['more than was asked for', '132', { is: 'aboveDemand', quantity: 132, use: [120] }],
    ['nothing', '', { is: 'noNumber', use: [] }],
    ['zero', '0', { is: 'noNumber', use: [] }],
    ['words', 'zwölf', { is: 'noNumber', use: [] }],
    ['a fraction', '12,5', { is: 'noNumber', use: [] }],
  ])('[ORD-010] %s', (_case, typed, judged) => {
    expect(judgeQuantity(line, typed)).toEqual(judged)
  })

  test('[ORD-010] offers no full pack above the demand', () => {
    expect(judgeQuantity({ poQuantity: 20, demandQuantity: 20, packUnit: 12 }, '15')).toEqual({
      is: 'noPack',
      quantity: 15,
      use: [12],
    })
    expect(judgeQuantity({ poQuantity: 20, demandQuantity: 20, packUnit: 12 }, '30')).toEqual({
      is: 'aboveDemand',
      quantity: 30,
      use: [12],
    })
  })
})
