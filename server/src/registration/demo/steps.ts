import { Random } from '../../demo/random.ts'
import type { DemoStep } from '../../demo/world.ts'
import { insertRegistrations } from './registrations.ts'

/** Who has asked to be let in. */
export const after: readonly string[] = ['access']

export const steps: readonly DemoStep[] = [
  {
    name: 'registrations',
    time: 'beforeOrders',
    load: ({ tx, company, locations, now }) =>
      insertRegistrations(tx, company, locations, new Random(company.id + 10_000), now),
  },
]
