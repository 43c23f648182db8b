import { z } from 'zod'
import { subscriptionStates } from '../access/words.ts'
import { column, pageList } from '../kit/page.ts'

// Subscriptions (SUB-001): what services the company has, since when, and how much of their credit is left.

export const creditPeriods = ['Monthly', 'Quarterly', 'Yearly', 'OneTime'] as const

export const subscriptions = pageList('Subscription/GetSubscriptions', {
  columns: {
    serviceName: column.text(),
    serviceId: column.code(),
    subscriptionState: column.choice(subscriptionStates, { words: 'subscriptionState' }),
    startDate: column.date(),
    creditPeriod: column.choice(creditPeriods, { words: 'creditPeriod' }),
    totalCredit: column.integer(),
    usedCredit: column.integer(),
    reservedCredit: column.integer(),
    remainingCredit: column.integer(),
    exceededCredit: column.integer(),
  },
  extra: {
    id: z.uuid(),
    /** Runs go on when the credit is used up, and are counted as exceeded (SUB-002). */ letsExceed:
      z.boolean(),
  },
  defaultSort: [{ column: 'serviceName', direction: 'asc' }],
  search: true,
})
