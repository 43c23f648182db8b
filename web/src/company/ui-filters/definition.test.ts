import { describe, expect, it } from 'vitest'
import { blankCondition, blankFilter, definitionOf, FilterForm, splitCodes } from './definition.ts'

describe('[UIF-001] the form of a UI filter', () => {
  it('takes codes as they are copied', () => {
    expect(splitCodes(' A-1\r\nA-2\tA-3; A-4,,A-5 \n')).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
  })

  it('means nothing while something is missing, and says where', () => {
    const named = { ...blankFilter, customerPolicyName: 'West' }
    expect(definitionOf(named)).toBeNull()
    const issues = (values: typeof named) =>
      FilterForm.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(issues(named)).toEqual(['conditions'])
    expect(issues({ ...named, source: 'Codes' })).toEqual(['codes'])
    expect(issues({ ...named, source: 'MciEntity' })).toEqual(['entityId'])
    expect(issues({ ...named, source: 'Codes', codes: 'A-1' })).toEqual([])
  })

  it('means its conditions, those without a value too', () => {
    const conditions = [
      { field: 'city', operator: 'AnyOf' as const, values: ['İzmir'] },
      { field: 'area', operator: 'Empty' as const, values: [] },
    ]
    expect(definitionOf({ ...blankFilter, conditions })).toEqual({
      source: 'Conditions',
      match: 'All',
      conditions,
    })
    expect(definitionOf({ ...blankFilter, conditions: [...conditions, blankCondition] })).toBeNull()
  })
})
