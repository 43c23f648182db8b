import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Nothing, RequestKey, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { Instant } from '../kit/values.ts'
import { scheduleNames } from '../kit/work.ts'

// What the portal does by the calendar, and the systems outside that it asks.

export const scheduleStates = ['Waiting', 'Running', 'Succeeded', 'Failed'] as const

export const schedules = pageList('Schedules/GetSchedules', {
  columns: {
    schedule: column.choice(scheduleNames, { words: 'schedule' }),
    /** Five fields of cron, by the clock of the company; null where the due times stand in data of the company. */
    expression: column.code({ nullable: true }),
    /** Null where nothing is due. */
    nextRunAt: column.instant({ nullable: true }),
    lastRunAt: column.instant({ nullable: true }),
    scheduleState: column.choice(scheduleStates, { nullable: true, words: 'job' }),
    startedBy: column.text({ nullable: true }),
    /** What the last run did, or why it failed. */
    outcome: column.text({ nullable: true, computed: true }),
  },
  extra: { id: Uuid, actions: actionsField(['runNow']) },
  defaultSort: [{ column: 'schedule', direction: 'asc' }],
  search: false,
})

/** Starts the work of a schedule now; its next due time stays. */
export const runScheduleNow = call('Schedules/RunNow', {
  input: z.strictObject({ schedule: z.enum(scheduleNames), requestKey: RequestKey.optional() }),
  output: Done,
  refusals: ['ScheduleRunning'],
})

export const breakerStates = ['Closed', 'Open', 'HalfOpen'] as const

/** The systems outside as the answering process sees them. */
export const getOutsideSystems = call('Schedules/GetOutsideSystems', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    systems: z.array(
      z.strictObject({
        name: z.string(),
        breaker: z.enum(breakerStates),
        lastSuccessAt: Instant.nullable(),
        lastFailureAt: Instant.nullable(),
        lastError: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
})
