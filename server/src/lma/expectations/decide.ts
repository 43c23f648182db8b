import { approveExpectation, rejectExpectation, sendExpectation } from '@kervan/contract/lma/expectations'
import { isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import type { expectationStates } from '@kervan/contract/lma/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { mailExpectation } from './mail.ts'

// A run is approved or rejected by somebody who did not make it; approved ones are sent.

type RunState = (typeof expectationStates)[number]
export type Run = { id: string; day: string; state: RunState; madeById: string | null }

/** Why this person cannot decide on a run; null where they can. */
export const refusedOnRun = ({ state, madeById }: Omit<Run, 'id' | 'day'>, actor: { membershipId: string }) =>
  state !== 'Made'
    ? refusal('ExpectationDecided')
    : madeById === actor.membershipId
      ? refusal('OwnExpectation')
      : null

type Context = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'services'>

async function lockRun({ tx, actor }: Context, id: string): Promise<Run> {
  const { rows } = await sql<Run>`
    select r.id, r.run_day::text as day, r.state, r.made_by_id as "madeById" from expectation_run r
    where r.company_id = ${actor.company.id} and r.id = ${id} for update`.execute(tx)
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

async function decide(
  context: Context,
  id: string,
  state: 'Approved' | 'Rejected',
  reason: string | null,
): Promise<Run> {
  const { tx, actor, now } = context
  assertWholeCompany(context)
  const run = await lockRun(context, id)
  const refused = refusedOnRun(run, actor)
  if (refused) throw refused
  await sql`update expectation_run set state = ${state}, decided_at = ${now}, decided_by = ${actor.name}, reason = ${reason}
    where company_id = ${actor.company.id} and id = ${id}`.execute(tx)
  return run
}

export const approveExpectationHandler = handle(approveExpectation, async (context) => {
  const { tx, actor, now, input } = context
  const run = await decide(context, input.runId, 'Approved', null)
  const mails = isQuiet(context) ? 0 : await mailExpectation(context, run)
  await record(tx, actor, now, { audit: [entryOf(run, 'fuel.expectationApproved', { mails })] })
  return { done: true } as const
})

export const rejectExpectationHandler = handle(rejectExpectation, async (context) => {
  const { tx, actor, now, input } = context
  const run = await decide(context, input.runId, 'Rejected', input.reason)
  await record(tx, actor, now, {
    audit: [entryOf(run, 'fuel.expectationRejected', { reason: input.reason })],
  })
  return { done: true } as const
})

export const sendExpectationHandler = handle(sendExpectation, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const run = await lockRun(context, input.runId)
  if (run.state !== 'Approved') throw refusal('ExpectationNotApproved')
  if (isQuiet(context)) throw refusal('WeekendNoExpectation', { day: today(context) })
  const mails = await mailExpectation(context, run)
  if (mails === 0) throw refusal('MailNotSent')
  await record(tx, actor, now, { audit: [entryOf(run, 'fuel.expectationSent', { mails })] })
  return { mails }
})

const today = ({ actor, now }: Pick<Context, 'actor' | 'now'>): string => dayIn(actor.company.timeZone, now)
/** No mail leaves at weekends (LMA-003). */
const isQuiet = (context: Context): boolean => isWeekend(today(context))

const entryOf = (
  { id, day }: Run,
  operation: 'fuel.expectationApproved' | 'fuel.expectationRejected' | 'fuel.expectationSent',
  after: Record<string, unknown>,
) => ({ operation, recordType: 'expectationRun', recordId: id, recordCode: day, after }) as const
