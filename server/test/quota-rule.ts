import type { QuotaRule } from '../src/order/quota/judge.ts'

/** A quota of 100 pieces a month for each location and product, as rules of the tests begin. */
export const sampleRule = (over: Partial<QuotaRule> = {}): QuotaRule => ({
  id: 'r1',
  epoch: 1,
  code: 'R-1',
  name: 'Rule',
  actionType: 'Automatic',
  valueType: 'Quantity',
  quotaValue: '100',
  bindingStrategy: 'Standard',
  locationLevel: null,
  productLevel: null,
  unit: 'Month',
  every: 1,
  validFrom: '2026-01-01',
  validTo: null,
  locationGroup: null,
  customers: [],
  locations: [],
  products: [],
  categories: null,
  ...over,
})
