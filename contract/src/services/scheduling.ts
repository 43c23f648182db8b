import { z } from 'zod'
import { serviceProducts } from '../access/words.ts'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { dateActions } from './states.ts'
import { conflictChoices, planStates, projectDomains, pstTrackingStates, rulePeriods } from './words.ts'

// When services run (SVC-006): plans with their rule, and the dates that follow from them.

export const servicePlans = pageList('ServiceSchedule/GetPlans', {
  columns: {
    planCode: column.code(),
    strategyName: column.text(),
    strategyCode: column.code(),
    conflictingStrategy: column.text({ nullable: true }),
    conflictChoice: column.choice(conflictChoices, { words: 'conflictChoice', nullable: true }),
    rulePeriod: column.choice(rulePeriods, { words: 'rulePeriod' }),
    ruleSays: column.text({ computed: true }),
    startDate: column.date(),
    endDate: column.date(),
    planState: column.choice(planStates, { words: 'planState' }),
    openDates: column.integer(),
    nextServiceDate: column.date({ nullable: true }),
    projectName: column.text(),
    recordUser: column.text(),
    recordDate: column.instant(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(['cancel']) },
  defaultSort: [{ column: 'recordDate', direction: 'desc' }],
  search: true,
})

const dates = {
  columns: {
    serviceDate: column.date(),
    strategyName: column.text(),
    strategyCode: column.code(),
    dateState: column.choice(planStates, { words: 'planState' }),
    plannedDate: column.date(),
    planCode: column.code({ nullable: true }),
    serviceProduct: column.choice(serviceProducts, { words: 'serviceProduct' }),
    projectName: column.text(),
    projectDomain: column.choice(projectDomains, { words: 'projectDomain' }),
    runCode: column.code({ nullable: true }),
    changedAt: column.instant(),
    changedBy: column.text(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(dateActions) },
  scope: { from: DateOnly, to: DateOnly },
  search: true,
} as const

/** The dates of all plans: the data view of scheduling. */
export const serviceDates = pageList('ServiceSchedule/GetDates', {
  ...dates,
  defaultSort: [{ column: 'serviceDate', direction: 'asc' }],
  refusals: ['WindowTooWide'],
})

/** What is to be planned: the strategies that may be chosen, and how the company's frozen period is set. */
export const getScheduleSetup = call('ServiceSchedule/GetSetup', {
  sharesPermission: 'GetPlans',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    strategies: z.array(
      z.strictObject({
        id: Uuid,
        code: z.string(),
        name: z.string(),
        projectName: z.string(),
        service: z.enum(serviceProducts),
      }),
    ),
    today: DateOnly,
    frozenDays: z.int(),
  }),
  refusals: [],
})

/** A rule of dates. `daysOfWeek`: 1 is Monday. */
export const planRule = {
  strategyId: Uuid,
  rulePeriod: z.enum(rulePeriods),
  daysOfWeek: z.array(z.int().min(1).max(7)).max(7),
  daysOfMonth: z.array(z.int().min(1).max(31)).max(31),
  dates: z.array(DateOnly).max(400),
  startDate: DateOnly.nullable(),
  endDate: DateOnly.nullable(),
}
const planRefusals = [
  'NotFound',
  'VariantMissing',
  'PlanDatesRequired',
  'PlanEndsBeforeStart',
  'PlanTooLong',
  'NoSelectionMade',
  'NoDateForPlans',
  'StrategyNotActive',
  'NoActiveSubscription',
] as const

/** What a plan would lead to: its dates, those that months lack, conflicts, and the credit that its runs will take. */
export const previewPlan = call('ServiceSchedule/PreviewPlan', {
  sharesPermission: 'AddPlan',
  reads: true,
  input: z.strictObject(planRule),
  output: z.strictObject({
    dates: z.array(DateOnly),
    /** Days of the rule that a month does not have, such as 31 February. */
    skipped: z.array(z.string()),
    /** Dates that the frozen period has reached, or that have passed. */
    frozen: z.array(DateOnly),
    /** Dates that the strategy has already. */
    taken: z.array(DateOnly),
    conflicts: z.array(
      z.strictObject({ strategyId: Uuid, strategyName: z.string(), dates: z.array(DateOnly) }),
    ),
    credit: z.strictObject({
      each: z.int(),
      total: z.int(),
      remaining: z.int().nullable(),
      pairs: z.int(),
    }),
  }),
  refusals: planRefusals,
})

export const addPlan = call('ServiceSchedule/AddPlan', {
  input: z.strictObject({
    ...planRule,
    conflictingStrategyId: Uuid.nullable(),
    conflictChoice: z.enum(conflictChoices).nullable(),
  }),
  output: z.strictObject({ planId: Uuid, planCode: z.string(), dates: z.int() }),
  refusals: [...planRefusals, 'ConflictChoiceRequired', 'DateFrozen', 'WholeCompanyNeeded'],
})

/** Cancels the dates of a plan that are still to come; those in the frozen period stay. */
export const cancelPlan = call('ServiceSchedule/CancelPlan', {
  input: z.strictObject({ planId: Uuid }),
  output: z.strictObject({ cancelled: z.int(), frozen: z.int() }),
  refusals: ['NotFound', 'VariantMissing', 'PlanState', 'WholeCompanyNeeded'],
})

const dateRefusals = [
  'NotFound',
  'VariantMissing',
  'DateFrozen',
  'DateState',
  'DateTaken',
  'WholeCompanyNeeded',
] as const

/** The service calendar (SVC-007): the dates between two days, at most a year of them. */
export const getServiceCalendar = call('Calendar/GetServices', {
  reads: true,
  input: z.strictObject({ from: DateOnly, to: DateOnly }),
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: Uuid,
        version: z.int(),
        day: DateOnly,
        plannedDay: DateOnly,
        state: z.enum(planStates),
        strategyName: z.string(),
        strategyCode: z.string(),
        service: z.enum(serviceProducts),
        projectName: z.string(),
        runCode: z.string().nullable(),
        runState: z.string().nullable(),
        /** Of PST: what its senders keep, against the retention threshold. Null for other services. */
        tracking: z
          .strictObject({
            state: z.enum(pstTrackingStates),
            /** Products of senders that send something. */
            senders: z.int(),
            /** Those of which the sender keeps fewer than the threshold. */
            below: z.int(),
          })
          .nullable(),
        /** The last moment at which the date could be or could have been changed. */
        changeableUntil: Instant,
        actions: actionsField(dateActions),
      }),
    ),
    strategies: z.array(z.strictObject({ id: Uuid, name: z.string() })),
    today: DateOnly,
    /** What happened in the time that is shown: the service summary. */
    summary: z.strictObject({ open: z.int(), closed: z.int(), cancelled: z.int(), credit: z.int() }),
    /** Units that a sender keeps of a product, and the PST dates whose senders all do, or do not. */
    tracking: z.strictObject({ retentionThreshold: z.int(), kept: z.int(), below: z.int() }),
    mayAdd: z.boolean(),
  }),
  refusals: ['WindowTooWide'],
})

export const addService = call('Calendar/AddService', {
  input: z.strictObject({ strategyId: Uuid, day: DateOnly }),
  output: z.strictObject({ dateId: Uuid }),
  refusals: [...dateRefusals, 'StrategyNotActive', 'NoActiveSubscription'],
})
export const cancelService = call('Calendar/CancelService', {
  input: z.strictObject({ dateId: Uuid, version: Version }),
  output: Done,
  refusals: dateRefusals,
})
export const undoService = call('Calendar/UndoService', {
  input: z.strictObject({ dateId: Uuid, version: Version }),
  output: Done,
  refusals: dateRefusals,
})
export const updateServiceDate = call('Calendar/UpdateServiceDate', {
  input: z.strictObject({ dateId: Uuid, version: Version, day: DateOnly }),
  output: Done,
  refusals: dateRefusals,
})
