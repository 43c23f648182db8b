import { scheduleNames } from '@kervan/contract/kit/work'
import { partsOf } from '../kit/parts.ts'
import type { Schedules } from '../kit/work/schedule.ts'

const order: readonly string[] = scheduleNames

/** Everything that is done by the calendar, in the order of its names in the contract. */
export const schedules = (): Schedules =>
  partsOf('schedule').toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
