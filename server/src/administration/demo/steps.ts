import { Random } from '../../demo/random.ts'
import type { DemoStep } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { insertApiKeys, insertErpKey } from './api-keys.ts'
import { insertContacts } from './contacts.ts'
import { projectsOf, subscriptionsOf } from './subscriptions.ts'

/** What a company's administrators look after, beside its people (`members.ts`). */
export const after: readonly string[] = ['order']

export const steps: readonly DemoStep[] = [
  {
    name: 'subscriptions',
    time: 'beforeOrders',
    load: async ({ tx, company, now }) => {
      await insertMany(tx, 'project', projectsOf(company))
      await insertMany(tx, 'subscription', subscriptionsOf(company, new Random(company.id + 7_000), now))
    },
  },
  {
    name: 'API keys',
    time: 'beforeOrders',
    load: async ({ tx, company, people: { gateway }, now }) => {
      await insertApiKeys(tx, company, gateway, new Random(company.id + 8_000), now)
      if (company.trade === 'pharma')
        await insertErpKey(tx, company, gateway, new Random(company.id + 17_000), now)
    },
  },
  {
    name: 'contacts for notices',
    time: 'afterOrders',
    load: ({ tx, company, now }) => insertContacts(tx, company, new Random(company.id + 9_000), now),
  },
]
