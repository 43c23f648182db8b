import { Random } from '../../demo/random.ts'
import type { DemoStep } from '../../demo/world.ts'
import { importDefinitions, insertPriceChanges } from './company-data.ts'
import { insertDeliveredRows } from './delivered-rows.ts'
import { insertTransfers } from './transfers.ts'
import { insertWaitingChanges } from './waiting-changes.ts'

/** What a company defines for itself, and how rows come in from its other systems. */
export const after: readonly string[] = ['administration']

export const steps: readonly DemoStep[] = [
  {
    name: 'definitions',
    time: 'beforeOrders',
    load: ({ tx, company, since }) => importDefinitions({ tx, company, at: since }, company.trade),
  },
  {
    name: 'price changes',
    time: 'afterOrders',
    load: (demo) => insertPriceChanges(demo, new Random(demo.company.id + 11_000)),
  },
  {
    name: 'data transfers',
    time: 'afterOrders',
    load: ({ tx, company, timeZone, now }) =>
      insertTransfers(tx, company, timeZone, new Random(company.id + 14_000), now),
  },
  {
    name: 'delivered rows',
    time: 'afterOrders',
    load: ({ tx, company, now }) => insertDeliveredRows(tx, company, now),
  },
  {
    name: 'changes that wait for a second person',
    time: 'afterOrders',
    load: async ({ tx, company, people, now }) => {
      const [maker, checker] = [people.operators[0], people.managers[0]]
      if (maker && checker)
        await insertWaitingChanges(tx, company, maker, checker, new Random(company.id + 15_000), now)
    },
  },
]
