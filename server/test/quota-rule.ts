import type { InputOf } from '@kervan/contract/kit/call'
import type { quotaRuleKind } from '@kervan/contract/order/quota-rules'
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

export type QuotaRuleValues = InputOf<typeof quotaRuleKind.save>['values']

/** The same as the form sends it: 100 pieces a year, approved or rejected at once. */
export const quotaRuleValues = (over: Partial<QuotaRuleValues> = {}): QuotaRuleValues => ({
  code: 'Q-1',
  name: 'Yearly quota',
  active: true,
  actionType: 'Automatic',
  valueType: 'Quantity',
  quotaValue: '100',
  every: 1,
  frequencyUnit: 'Year',
  validFrom: '2020-01-01',
  validTo: null,
  bindingStrategy: 'Standard',
  locationLevel: null,
  productLevel: null,
  locationGroup: null,
  customers: [],
  locations: [],
  categories: [],
  products: [],
  ...over,
})
