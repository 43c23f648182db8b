import { z } from 'zod'
import { call, Done, Nothing, Uuid } from '../kit/call.ts'
import { DateOnly, decimal, Instant, text } from '../kit/values.ts'

// A manager names a deputy for a time: who decides on orders in the manager's name, within limits.

/** How many customers a deputy may be limited to, and for how long one is named. */
export const deputyCustomerLimit = 50
export const deputyDayLimit = 366

export const deputyStates = ['Planned', 'Active', 'Ended'] as const
export type DeputyState = (typeof deputyStates)[number]

export const Deputy = z.strictObject({
  id: Uuid,
  /** Who named the deputy, and who it is. */
  by: z.string(),
  deputy: z.string(),
  /** Both days included, of the company's calendar. */
  startsOn: DateOnly,
  endsOn: DateOnly,
  /** Orders of these customers only; none means all. */
  customers: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  /** Orders up to this net total only, in the company's currency. */
  maxAmount: z.string().nullable(),
  currency: z.string(),
  note: z.string().nullable(),
  state: z.enum(deputyStates),
  /** When it was ended before its last day. */
  endedAt: Instant.nullable(),
})
export type Deputy = z.infer<typeof Deputy>

/** Whom I named, and whom I act for; the newest first, a year back. */
export const getDeputies = call('OrderManagement/GetDeputies', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ mine: z.array(Deputy), ofOthers: z.array(Deputy) }),
  refusals: [],
})

/** Whom I act for today: for everybody, because who is lent rights may hold none. */
export const getActsFor = call('OrderManagement/GetActsFor', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ actsFor: z.array(Deputy) }),
  refusals: [],
})

/** Active people of the company who may be named. */
export const findDeputies = call('OrderManagement/FindDeputies', {
  reads: true,
  input: z.strictObject({ search: z.string().max(100) }),
  output: z.strictObject({
    options: z.array(z.strictObject({ id: Uuid, name: z.string(), userName: z.string() })),
    hasMore: z.boolean(),
  }),
  refusals: [],
})

export const nameDeputy = call('OrderManagement/NameDeputy', {
  input: z.strictObject({
    membershipId: Uuid,
    startsOn: DateOnly,
    endsOn: DateOnly,
    customerCodes: z.array(z.string().min(1).max(40)).max(deputyCustomerLimit),
    maxAmount: decimal(2).nullable(),
    note: text(200).nullable(),
  }),
  output: Deputy,
  refusals: [
    'UserNotFound',
    'DeputyNotPossible',
    'DeputyDays',
    'DeputyTwice',
    'CustomersUnknown',
    'WholeCompanyNeeded',
  ],
})

export const endDeputy = call('OrderManagement/EndDeputy', {
  input: z.strictObject({ deputyId: Uuid }),
  output: Done,
  refusals: ['NotFound'],
})

/** Why a deputy may not decide on an order. */
export const deputyRefusals = ['DeputyLimitExceeded', 'DeputyOtherCustomer', 'DeputyOwnOrder'] as const
