import type { DemoStep } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'

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
          gln: '8699999000003',
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
]
