import { isWarehouse } from '@kervan/contract/kit/location-types'
import type { DemoStep } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { insertEntities } from './mci.ts'
import { stockOf } from './products.ts'
import { insertUIFilters } from './ui-filters.ts'

/** What follows from a company's goods (`goods.ts`) and its orders. */
export const after: readonly string[] = ['registration']

export const steps: readonly DemoStep[] = [
  {
    name: 'stock',
    time: 'afterOrders',
    load: async ({ tx, company, locations, variants, book, random, now }) => {
      const warehouses = locations.filter(({ type }) => isWarehouse(type)).map(({ id }) => id)
      await insertMany(tx, 'stock', stockOf(company, variants, warehouses, book.reserved, random, now))
    },
  },
  {
    name: 'MCI entities',
    time: 'afterOrders',
    load: async ({ tx, company, locations, products, people, store, now }) => {
      const [maker] = people.operators
      if (maker) await insertEntities(tx, company, { locations, products }, maker, store, now)
    },
  },
  {
    name: 'UI filters',
    time: 'afterOrders',
    load: async ({ tx, company, locations, people, now }) => {
      if (people.operators.length > 0) await insertUIFilters(tx, company, locations, now)
    },
  },
]
