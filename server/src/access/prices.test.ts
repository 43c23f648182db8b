import { describe, expect, it } from 'vitest'
import { priceVisibilities } from '@kervan/contract/access/words'
import { pricesVisible } from './prices.ts'

describe('[ORD-020] price visibility', () => {
  const readers = {
    'internal manager': { userType: 'InternalUser', permissions: new Set(['OrderManagement']) },
    'customer who orders': { userType: 'Customer', permissions: new Set(['NewOrder']) },
    'third party who orders': { userType: 'ThirdPartyUser', permissions: new Set(['NewOrder']) },
    'customer who manages': { userType: 'Customer', permissions: new Set(['NewOrder', 'OrderManagement']) },
    'internal auditor': { userType: 'InternalUser', permissions: new Set<string>() },
  } as const
  const seen: Record<keyof typeof readers, boolean[]> = {
    //                        NoHide  Operator Manager  All
    'internal manager': [true, true, false, false],
    'customer who orders': [true, false, true, false],
    'third party who orders': [true, false, true, false],
    'customer who manages': [true, true, false, false],
    'internal auditor': [true, true, false, false],
  }
  it.each(Object.keys(readers) as (keyof typeof readers)[])('for an %s', (reader) => {
    expect(priceVisibilities.map((visibility) => pricesVisible(visibility, readers[reader]))).toEqual(
      seen[reader],
    )
  })
})
