import { addDays } from '@kervan/contract/kit/days'
import { dayIn, startOfDay, utcOffsetMinutes } from '../kit/clock.ts'
import type { Tx } from '../kit/database/db.ts'
import { companySettings } from '../kit/records/settings.ts'

// When a company's services run, and from when a service date is frozen.

export type ServicePolicy = {
  version: number
  /** Days before the cut-off of a service date in which nothing of it is changed. */
  frozenDays: number
  /** Times of the company's clock on the service date, `HH:MM`. */
  cutOffTime: string
  importTime: string
  serviceTime: string
  /** A run begins only once the deliveries of the data transfer calendar are there. */
  waitsForImport: boolean
  retentionThreshold: number
}

const usual: ServicePolicy = {
  version: 1,
  frozenDays: 1,
  cutOffTime: '00:00',
  importTime: '04:00',
  serviceTime: '06:00',
  waitsForImport: false,
  retentionThreshold: 1,
}

/** The policy as it stands, also after it was changed in this transaction. */
export async function readServicePolicy(tx: Tx, companyId: number): Promise<ServicePolicy> {
  const row = await tx
    .selectFrom('service_policy')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return usual
  return {
    version: row.version,
    frozenDays: row.frozen_days,
    cutOffTime: row.cut_off_time,
    importTime: row.import_time,
    serviceTime: row.service_time,
    waitsForImport: row.waits_for_import,
    retentionThreshold: row.retention_threshold,
  }
}

export const servicePolicy = companySettings(readServicePolicy)

/** The moment at which the clock of a time zone shows this time on a day; one that it leaves out is when it goes on. */
export function momentOf(timeZone: string, day: string, time: string): Date {
  const utc = new Date(`${day}T${time}:00Z`)
  const guess = new Date(utc.getTime() - utcOffsetMinutes(timeZone, utc) * 60_000)
  return new Date(utc.getTime() - utcOffsetMinutes(timeZone, guess) * 60_000)
}

type Times = Pick<ServicePolicy, 'frozenDays' | 'cutOffTime'>

/** From when on a service date, its strategy and its place in the calendar are not changed any more (domain/advisor 1.4). */
export function frozenFrom(timeZone: string, day: string, { frozenDays, cutOffTime }: Times): Date {
  return momentOf(timeZone, addDays(day, -frozenDays), cutOffTime)
}

export const isFrozen = (timeZone: string, day: string, policy: Times, now: Date): boolean =>
  frozenFrom(timeZone, day, policy) <= now

/** The last day that is frozen now; the day before today where none is. */
export function lastFrozenDay(timeZone: string, policy: Times, now: Date): string {
  let day = dayIn(timeZone, now)
  while (isFrozen(timeZone, day, policy, now)) day = addDays(day, 1)
  return addDays(day, -1)
}

/** When a service date has passed, and with it its frozen period. */
export const endOfDay = (timeZone: string, day: string): Date => startOfDay(timeZone, addDays(day, 1))
