import type { DemoStep } from '../../demo/world.ts'
import { insertAcknowledgements } from './acknowledgements.ts'

/** What everybody agrees to at the door. */
export const after: readonly string[] = ['home']

export const steps: readonly DemoStep[] = [
  {
    name: 'terms of use',
    time: 'beforeOrders',
    load: ({ tx, company, random, now, since }) => insertAcknowledgements(tx, company, random, now, since),
  },
]
