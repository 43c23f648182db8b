import { setTimeout as wait } from 'node:timers/promises'
import { refusal, Refusal, type FactValue } from '@kervan/contract/kit/refusals'
import type { JobView } from '@kervan/contract/jobs/jobs'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor, Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { refusalMessage } from '../messages.ts'
import { type JobKind } from './jobs.ts'
import { progressEvery, sayAgainEvery } from './run-job.ts'

// How a job looks to its owner, once and while it runs.

export const withResults = new Set<string>(['bulk', 'order.bulk'])

const isUnfinished = ({ state }: Pick<JobRow, 'state'>) => state === 'Waiting' || state === 'Running'

/** Why a job cannot be cancelled: it has ended. To ask again while it stops changes nothing. */
export function refusedToCancel(job: Pick<JobRow, 'state'>) {
  return isUnfinished(job) ? null : refusal('JobFinished', { jobState: job.state })
}

/** A job as its owner sees it. Throws `JobNotFound` for a job that is not the actor's. */
export async function readJob(tx: Tx, actor: Actor, jobId: string, language: Language): Promise<JobView> {
  const row = await tx
    .selectFrom('job')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (!row) throw refusal('JobNotFound')
  return presentJob(row, language)
}

export type JobRow = {
  id: string
  kind: JobKind
  state: JobView['state']
  done: number
  total: number | null
  counts: Record<string, number>
  refusal: Refusal['code'] | null
  refusal_facts: Record<string, FactValue> | null
  created_at: Date
  finished_at: Date | null
  cancel_requested: boolean
}

export function presentJob(row: JobRow, language: Language): JobView {
  const refused = refusedToCancel(row)
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    counts: row.counts,
    message: row.refusal ? refusalMessage(language, new Refusal(row.refusal, row.refusal_facts ?? {})) : null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    isStopping: row.cancel_requested && isUnfinished(row),
    hasResults: !isUnfinished(row) && row.done > 0 && withResults.has(row.kind),
    // Whoever sees a job owns it, and needs no permission to stop it.
    actions: { cancel: refused && refusalMessage(language, refused) },
  }
}

/** How soon a job is looked at for the first time after it was asked for, in ms: most are done within a blink. */
const firstLook = 40

/**
 * The job now and whenever it has moved, until it has ended or nobody listens any more. It is looked at often at first,
 * then as often as its progress is written.
 */
export async function* watchJob(
  services: Services,
  actor: Actor,
  jobId: string,
  language: Language,
): AsyncGenerator<JobView> {
  let last = ''
  let said = 0
  let pause = firstLook
  for (;;) {
    const view = await services.db.withCompany(actor.company.id, (tx) => readJob(tx, actor, jobId, language))
    const text = JSON.stringify(view)
    // Said again from time to time, so that nobody on the way takes the silence for the end.
    if (text !== last || Date.now() - said > sayAgainEvery) {
      yield view
      last = text
      said = Date.now()
    }
    if (view.finishedAt) return
    await wait(pause)
    pause = Math.min(progressEvery, pause * 1.5)
  }
}
