import { locationOf, named, productOf, type Samples } from '../../test/sample-records.ts'

export const samples: Samples = {
  dataTransfer: (n) => ({ expression: `0 ${n % 24} * * 1-5` }),
  priceChange: async (n, context) => ({
    product: await productOf(context),
    oldPrice: '10',
    newPrice: String(20 + n),
    entitlementDate: '2026-11-01',
  }),
  discountRate: async (n, context) => ({
    product: await productOf(context, `P-${n}`),
    requiredRate: '28',
    appliedRate: String(n % 20),
  }),
  paymentLocation: async (n, context) => ({
    pointOfSale: await locationOf(context, `POS-${n}`, 'PrimaryPointOfSales'),
    warehouse: await locationOf(context, `DEPOT-${n}`, 'PrimaryCompanyDistributionCenter'),
  }),
  wholesalerMargin: (n) => ({ fromPrice: String(n * 10), marginRate: '9' }),
  // All records of this kind are one line: a year each, and the first one that of today.
  refundTerm: (n) =>
    n === 1
      ? { validFrom: '2020-01-01', validTo: '2099-12-31' }
      : { validFrom: `${2100 + n}-01-01`, validTo: `${2100 + n}-12-31` },
  country: (n) => ({ code: `T${n}` }),
  city: async (_, context) => ({ country: await named(context, 'country', 'TR', {}) }),
  district: async (_, context) => {
    await named(context, 'country', 'TR', {})
    return { cityCode: await named(context, 'city', 'TR-34', { country: 'TR' }) }
  },
}
