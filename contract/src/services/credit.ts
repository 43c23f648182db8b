import { z } from 'zod'
import { serviceProducts, subscriptionStates } from '../access/words.ts'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, text } from '../kit/values.ts'
import { creditEntryKinds } from './words.ts'

// The credit of a subscription (SUB-001, SUB-002): the account of a credit period, what stands behind its figures, and what
// the runs to come will take.

/** The account of the period that is now, with its projection. */
export const getCreditAccount = call('Subscription/GetCreditAccount', {
  sharesPermission: 'GetSubscriptions',
  reads: true,
  input: z.strictObject({ subscriptionId: Uuid }),
  output: z.strictObject({
    id: Uuid,
    serviceId: z.string(),
    service: z.enum(serviceProducts).nullable(),
    serviceName: z.string(),
    state: z.enum(subscriptionStates),
    letsExceed: z.boolean(),
    startsOn: DateOnly,
    /** The first day of the next period; null where there is one period only. */
    endsOn: DateOnly.nullable(),
    total: z.int(),
    /** What stands in the total beside the credit of the subscription. */
    toppedUp: z.int(),
    opening: z.int(),
    used: z.int(),
    reserved: z.int(),
    remaining: z.int(),
    exceeded: z.int(),
    /** Runs of the period that are planned, and what they will take as the tariff stands. */
    projection: z.strictObject({
      runs: z.int(),
      credit: z.int(),
      /** What will be missing at the end of the period; 0 where the credit lasts. */
      missing: z.int(),
      /** The service date whose run finds no credit; null where the credit lasts. */
      lastsUntil: DateOnly.nullable(),
    }),
    /** Runs that wait for credit. */
    waiting: z.int(),
    mayTopUp: z.boolean(),
  }),
  refusals: ['NotFound'],
})

/** What stands behind the figures of a period. */
export const creditEntries = pageList('Subscription/GetCreditEntries', {
  sharesPermission: { page: 'GetSubscriptions', excel: 'ExportSubscriptions' },
  columns: {
    creditBookedAt: column.instant(),
    creditEntryKind: column.choice(creditEntryKinds, { words: 'creditEntryKind' }),
    creditAmount: column.integer(),
    runCode: column.code({ nullable: true }),
    runName: column.text({ nullable: true }),
    serviceDate: column.date({ nullable: true }),
    creditBookedBy: column.text({ nullable: true }),
    creditNote: column.text({ nullable: true }),
  },
  extra: { id: Uuid },
  scope: { subscriptionId: Uuid },
  defaultSort: [{ column: 'creditBookedAt', direction: 'desc' }],
  search: true,
})

/** Adds credit to the period that is now; runs that wait for it go on by themselves. */
export const topUpCredit = call('Subscription/TopUpCredit', {
  input: z.strictObject({
    subscriptionId: Uuid,
    amount: z.int().min(1).max(100_000_000),
    note: text(200, 0).nullable(),
  }),
  output: z.strictObject({ total: z.int() }),
  refusals: ['NotFound', 'WholeCompanyNeeded', 'NoActiveSubscription'],
})
