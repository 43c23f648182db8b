import { z } from 'zod'
import { loginStates } from '../access/words.ts'
import { call, Done, Nothing } from '../kit/call.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { keysOf } from '../kit/typed.ts'
import { requestKinds } from '../porta/words.ts'
import { dashboardBoxes } from './words.ts'
import { screens } from '../shell/screens.ts'

// The boxes of the home page (HOM-001, HOM-002). Each is a call of its own, so that one that fails leaves the others.

export const shortcutLimit = 8
const screenKeys = screens
  .map(({ key }) => key)
  .filter((key) => key !== 'home' && key !== 'thirdPartyUserManagement')
const ScreenKey = z.enum(screenKeys as [string, ...string[]])

/** The screens a user has put on the home page; null while nothing was chosen. */
export const getShortcuts = call('Home/GetShortcuts', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ screens: z.array(z.string()).nullable() }),
  refusals: [],
})

export const saveShortcuts = call('Home/SaveShortcuts', {
  input: z.strictObject({ screens: z.array(ScreenKey).max(shortcutLimit) }),
  output: Done,
  refusals: [],
})

const DashboardBox = z.enum(keysOf(dashboardBoxes))

/** The boxes of the KPI dashboard in the order that a user has given them; null while nothing was chosen. */
export const getDashboard = call('Home/GetDashboard', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ boxes: z.array(DashboardBox).nullable() }),
  refusals: [],
})

export const saveDashboard = call('Home/SaveDashboard', {
  input: z.strictObject({ boxes: z.array(DashboardBox).max(keysOf(dashboardBoxes).length) }),
  output: Done,
  refusals: [],
})

const SignIn = z.strictObject({
  at: Instant,
  address: z.string(),
  agent: z.string(),
  state: z.enum(loginStates),
})

/** The own last sign-in before this one, the last try that failed, and since when the user is here. */
export const getSignIns = call('Home/GetSignIns', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    lastSuccessful: SignIn.nullable(),
    lastFailed: SignIn.nullable(),
    joinedAt: Instant,
  }),
  refusals: [],
})

/**
 * How many orders of each month stand in each tab of Order Management, those that are closed by whether anything was
 * delivered: the last twelve months, oldest first.
 */
export const getOrderMonths = call('Home/GetOrderMonths', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    months: z.array(
      z.strictObject({
        month: DateOnly,
        toDecide: z.int(),
        inFulfilment: z.int(),
        externalApproval: z.int(),
        completed: z.int(),
        /** Rejected or cancelled. */
        rejected: z.int(),
      }),
    ),
    asOf: Instant,
    /** Whether the company lets charts be saved as pictures (SHL-023). */
    chartExport: z.boolean(),
  }),
  refusals: [],
})

/** Requests of a month, divided as the tabs of their screens are, so that each figure has its list. */
const DiscountMonth = z.strictObject({
  month: DateOnly,
  approved: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
  /** Declined by the auditor; of discount requests only. */
  declined: z.int(),
  /** Of refunds of price changes with the pre-applications. */
  pending: z.int(),
  preApplication: z.int(),
  /** Of discount requests only, and counted in none of the others. */
  archived: z.int(),
})
export type DiscountMonth = z.infer<typeof DiscountMonth>

/** How many discount requests, or refunds of price changes, there were in each of the last twelve months, oldest first. */
export const getDiscountMonths = call('Home/GetDiscountMonths', {
  reads: true,
  input: z.strictObject({ kind: z.enum(requestKinds).optional() }),
  output: z.strictObject({ months: z.array(DiscountMonth), chartExport: z.boolean() }),
  refusals: [],
})

/** What of tutorials and news the user has watched, by ReferenceKey. */
export const getWatched = call('Home/GetWatched', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ referenceKeys: z.array(z.string()) }),
  refusals: [],
})

export const markWatched = call('Home/MarkWatched', {
  input: z.strictObject({ referenceKey: text(200), watched: z.boolean() }),
  output: Done,
  refusals: ['NotFound'],
})
