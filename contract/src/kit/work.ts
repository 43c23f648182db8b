import { accountWork } from '../account/work.ts'
import { companyWork } from '../company/work.ts'
import { dataWork } from '../data/work.ts'
import { diagnosisWork } from '../diagnosis/work.ts'
import { lmaWork } from '../lma/work.ts'
import { orderWork } from '../order/work.ts'
import { portaWork } from '../porta/work.ts'
import { servicesWork } from '../services/work.ts'
import { reportWork } from '../report/work.ts'
import { systemWork } from '../system/work.ts'
import { traceWork } from '../trace/work.ts'
import type { DeclaredCheck } from './area-work.ts'
import { existing, keysOf } from './typed.ts'

// Work beside requests, put together from the areas' own.

export const jobKinds = [
  'bulk',
  ...systemWork.jobs,
  ...companyWork.jobs,
  ...orderWork.jobs,
  ...reportWork.jobs,
] as const

export const deliveryKinds = [
  ...orderWork.deliveries,
  ...portaWork.deliveries,
  ...servicesWork.deliveries,
] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const scheduleIds = {
  ...systemWork.schedules,
  ...dataWork.schedules,
  ...orderWork.schedules,
  ...portaWork.schedules,
  ...servicesWork.schedules,
  ...traceWork.schedules,
  ...reportWork.schedules,
  ...accountWork.schedules,
  ...diagnosisWork.schedules,
  ...lmaWork.schedules,
} as const
export type ScheduleName = keyof typeof scheduleIds
const [first, ...others] = keysOf(scheduleIds)
export const scheduleNames: readonly [ScheduleName, ...ScheduleName[]] = [existing(first), ...others]

const checks = {
  ...systemWork.checks,
  ...companyWork.checks,
  ...dataWork.checks,
  ...orderWork.checks,
  ...servicesWork.checks,
  ...diagnosisWork.checks,
} as const
/** A check of the system diagnosis. */
export type CheckName = keyof typeof checks
export const diagnosisChecks: Readonly<Record<CheckName, DeclaredCheck>> = checks
const [firstCheck, ...otherChecks] = keysOf(checks)
export const checkNames: readonly [CheckName, ...CheckName[]] = [existing(firstCheck), ...otherChecks]
