import { Random } from '../../demo/random.ts'
import type { DemoStep } from '../../demo/world.ts'
import { insertDiscountRequests } from './requests.ts'
import { insertPriceChangeRequests } from './refunds.ts'
import { insertRefundData } from './refund-data.ts'

/** Rates, payment locations and discount requests of the company that sells to pharmacies. */
export const after: readonly string[] = ['data']

export const steps: readonly DemoStep[] = [
  {
    name: 'discount rates and payment locations',
    time: 'afterOrders',
    load: async (demo) => {
      if (demo.company.trade === 'pharma') await insertRefundData(demo, new Random(demo.company.id + 21_000))
    },
  },
  {
    name: 'discount requests',
    time: 'afterOrders',
    load: async (demo) => {
      if (demo.company.trade === 'pharma')
        await insertDiscountRequests(demo, new Random(demo.company.id + 22_000))
    },
  },
  {
    name: 'price-change refunds',
    time: 'afterOrders',
    load: async (demo) => {
      if (demo.company.trade === 'pharma')
        await insertPriceChangeRequests(demo, new Random(demo.company.id + 23_000))
    },
  },
]
