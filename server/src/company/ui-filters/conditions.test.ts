import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  conditionOperators,
  conditionTypes,
  operandsOf,
  operatorsOf,
  type ConditionType,
} from '@kervan/contract/company/ui-filters'
import { distinctCodes, faultsOf } from './conditions.ts'

const fieldOf = (type: ConditionType, values: string[] | null = null) => ({
  field: 'city',
  type,
  column: sql`t.city`,
  values,
})
const faults = (
  type: ConditionType,
  operator: (typeof conditionOperators)[number],
  values: string[],
  allowed: string[] | null = null,
) => faultsOf({ field: 'city', operator, values }, fieldOf(type, allowed)).map(({ code }) => code)

describe('[UIF-001] a condition of a UI filter', () => {
  it.each([
    ['text', 'AnyOf', ['Ankara', 'Muş'], []],
    ['text', 'AnyOf', [], ['Required']],
    ['text', 'Contains', ['a', 'b'], ['TooMany']],
    ['text', 'AtLeast', ['1'], ['NotAValue']],
    ['text', 'Empty', ['x'], ['NotAValue']],
    ['number', 'AtLeast', ['-12.5'], []],
    ['number', 'AtMost', ['12,5'], ['NotANumber']],
    ['number', 'AtMost', ['1e9'], ['NotANumber']],
    ['date', 'AtLeast', ['2026-02-28'], []],
    ['date', 'AtLeast', ['2026-02-30'], ['NotADate']],
    ['date', 'AtLeast', ['28.02.2026'], ['NotADate']],
    ['flag', 'Yes', [], []],
    ['flag', 'AnyOf', ['true'], ['NotAValue']],
  ] as const)('of %s, %s %j: %j', (type, operator, values, expected) => {
    expect(faults(type, operator, [...values])).toEqual(expected)
  })

  it('of a choice takes its values only, however they are written', () => {
    expect(faults('choice', 'AnyOf', ['active'], ['Active', 'Passive'])).toEqual([])
    expect(faults('choice', 'NoneOf', ['Gone'], ['Active', 'Passive'])).toEqual(['NotAChoice'])
  })

  it('of a field that nobody knows is told', () => {
    expect(faultsOf({ field: 'colour', operator: 'Empty', values: [] }, undefined)).toMatchObject([
      { code: 'UnknownField', facts: { name: 'colour' } },
    ])
  })

  it('can be made of every type with each of its operators', () => {
    const good: Record<ConditionType, string> = {
      text: 'a',
      choice: 'A',
      number: '1',
      date: '2026-01-01',
      flag: '',
    }
    for (const type of conditionTypes)
      for (const operator of operatorsOf[type])
        expect(faults(type, operator, operandsOf[operator] === 'none' ? [] : [good[type]])).toEqual([])
    expect(new Set(conditionTypes.flatMap((type) => operatorsOf[type]))).toEqual(new Set(conditionOperators))
  })
})

it('keeps each pasted code once, as it was written first', () => {
  expect(distinctCodes(['ab', ' AB ', 'İx', 'ix', 'c'])).toEqual(['ab', 'İx', 'c'])
})
