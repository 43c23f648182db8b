import { scheduleIds } from '@kervan/contract/kit/work'
import { sql } from 'kysely'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import { refusalCatalogue } from '@kervan/contract/kit/refusal-catalogue'
import { refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import {
  getOutsideSystems,
  runScheduleNow,
  schedules as scheduleList,
} from '@kervan/contract/system/schedules'
import { handle } from '../kit/http/handle.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { translate } from '../kit/messages.ts'
import { offer } from '../kit/records/offer.ts'
import { record } from '../kit/records/audit.ts'
import { nextDueOf, startNow } from '../kit/work/schedule.ts'
import { schedules } from './declared.ts'

// What the portal does by the calendar, as those see it who look after the company.

/** Schedules are declared in the code; what is known of their runs comes from the database. */
export const scheduleRunList = serveList(
  scheduleList,
  'accountSettings',
  async ({ tx, actor, now }) => {
    const declared = schedules()
    const names = declared.map(({ name }) => name)
    const ids = names.map((name) => scheduleIds[name as keyof typeof scheduleIds])
    const expressions = declared.map((work) => ('expression' in work ? work.expression : null))
    const asked = { tx, companyId: actor.company.id, timeZone: actor.company.timeZone, now }
    const next: (Date | null)[] = []
    for (const work of declared) next.push(await nextDueOf(work, asked))
    return {
      from: sql`unnest(${names}::text[], ${ids}::uuid[], ${expressions}::text[], ${next}::timestamptz[]) as d(name, id, expression, next_due_at)
        left join lateral (select * from schedule_run x where x.company_id = ${actor.company.id} and x.name = d.name
          order by x.due_at desc limit 1) r on true`,
      where: [sql`true`],
      id: sql`d.id`,
      columns: {
        schedule: sql`d.name`,
        expression: sql`d.expression`,
        nextRunAt: sql`d.next_due_at`,
        lastRunAt: sql`coalesce(r.started_at, r.due_at)`,
        scheduleState: sql`r.state`,
        startedBy: sql`r.started_by`,
      },
      facts: {
        counts: sql<Record<string, number> | null>`r.counts`,
        message: sql<string | null>`r.message`,
      },
    }
  },
  (run, context) => {
    const isRunning = run.scheduleState === 'Waiting' || run.scheduleState === 'Running'
    return {
      outcome: outcomeOf(context.language, run),
      actions: offer(context, { runNow: runScheduleNow }, () =>
        isRunning ? refusal('ScheduleRunning') : null,
      ),
    }
  },
)

type Run = {
  scheduleState: RowOf<typeof scheduleList>['scheduleState']
  counts: Record<string, number> | null
  message: string | null
}

/** Why it failed, or what it did: `Sessions: 12; Files: 3`. */
function outcomeOf(language: Language, { scheduleState, message, counts }: Run): string | null {
  if (scheduleState === 'Failed')
    return translate(
      language,
      `refusal.${isRefusal(message) ? message : ('ServerFault' satisfies RefusalCode)}`,
    )
  if (scheduleState !== 'Succeeded') return null
  const done = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  if (done.length === 0) return translate(language, 'system.nothing')
  return done
    .map(([name, count]) => `${translate(language, `administration.field.${name}`)}: ${count}`)
    .join('; ')
}

const isRefusal = (code: string | null): code is RefusalCode => code !== null && code in refusalCatalogue

export const runScheduleNowHandler = handle(runScheduleNow, async ({ input, tx, actor, services, now }) => {
  const work = schedules().find(({ name }) => name === input.schedule)
  if (!work || !(await startNow(tx, services, actor, work, now)))
    throw runScheduleNow.refuse('ScheduleRunning')
  await record(tx, actor, now, {
    audit: [{ operation: 'schedule.started', recordType: 'schedule', recordCode: input.schedule }],
  })
  return { done: true } as const
})

export const getOutsideSystemsHandler = handle(getOutsideSystems, async ({ services }) => ({
  systems: services.outside.states().map((state) => ({
    ...state,
    lastSuccessAt: state.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: state.lastFailureAt?.toISOString() ?? null,
  })),
}))
