import type { DemoStep } from '../../demo/world.ts'
import { insertAcknowledgements } from './acknowledgements.ts'

/** What everybody agrees to at the door. */
export const accessSteps: readonly DemoStep[] = [
  {
    name: 'terms of use',
    time: 'beforeOrders',
    load: ({ tx, company, random, now, since }) => insertAcknowledgements(tx, company, random, now, since),
  },
]
