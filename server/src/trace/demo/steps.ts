import type { DemoStep } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { insertPackages, manufacturerGln } from './packages.ts'

/** Its packages name orders. */
export const after: readonly string[] = ['order', 'porta']

/** The stakeholders of the drug-tracking system that the company sells through, and its manufacturer (TRC-002). */
export const steps: readonly DemoStep[] = [
  {
    name: 'stakeholders',
    time: 'afterOrders',
    load: async ({ tx, company, locations }) => {
      if (company.trade !== 'pharma') return
      await insertMany(tx, 'trace_place', [
        {
          company_id: company.id,
          gln: manufacturerGln,
          name: company.name,
          type: 'Manufacturer',
          city: 'Kocaeli',
        },
        ...locations.flatMap(({ gln, name, city }) =>
          gln
            ? [
                {
                  company_id: company.id,
                  gln,
                  name,
                  type: / Eczanesi\b/.test(name) ? 'Pharmacy' : 'PharmaceuticalWarehouse',
                  city,
                },
              ]
            : [],
        ),
      ])
    },
  },
  {
    name: 'packages and recalls',
    time: 'afterOrders',
    load: async (demo) => {
      if (demo.company.trade === 'pharma') await insertPackages(demo)
    },
  },
]
