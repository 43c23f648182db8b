import type { ItsProgress } from '@kervan/contract/porta/its-validation'
import { itsAtOnce, type RequestState, type ValidationFlow } from '@kervan/contract/porta/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { portaMateJob } from '@kervan/contract/porta/porta-mate'
import { refusedOnRequest } from '@kervan/contract/porta/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { translate } from '../../kit/messages.ts'
import type { Doer } from '../../kit/records/audit.ts'
import type { EvidenceAnswer, PackKey } from '../evidence/port.ts'
import { itsPausedUntil, portaSettings } from '../settings.ts'
import { keepAnswer } from './keep-evidence.ts'
import { validated } from './read-images.ts'
import { rescore } from './rescore.ts'
import { requestScope, type AskedKind } from './scope.ts'

// An inquiry about the packs of pre-applications (DSC-009, DSC-010), whoever asks ITS: the portal or PortaMate. What came
// of each pack is a row, so that a page that is opened again finds it.

export type Asked = { id: string; code: string; state: RequestState; archived: boolean; pack: PackKey }

/**
 * The pre-applications of a kind that ITS may be asked about now, by this flow. Throws `FlowSwitchedOff`, `ItsTooManyPacks`,
 * `ItsPaused`, `NotFound`, `RequestState`, `RequestArchived`.
 */
export async function readAsked(
  context: SessionContext,
  requestIds: readonly string[],
  flow: ValidationFlow,
  kind: AskedKind,
): Promise<Asked[]> {
  const { tx, actor, now } = context
  const settings = await portaSettings(tx, actor.company)
  if (!settings.flows.includes(flow)) throw refusal('FlowSwitchedOff', { validationFlow: flow })
  const ids = [...new Set(requestIds)]
  if (ids.length > itsAtOnce) throw refusal('ItsTooManyPacks', { limit: itsAtOnce, count: ids.length })
  const until = itsPausedUntil(settings, dayIn(actor.company.timeZone, now))
  if (until !== null) throw refusal('ItsPaused', { until })
  const { rows } = await sql<Omit<Asked, 'pack'> & PackKey>`
    select r.id, r.code, r.state, r.archived_at is not null as archived, r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate"
    from discount_request r where ${sql.join(requestScope(actor, 'applicant', kind), sql` and `)} and r.id = any(${[...ids]}::uuid[]) order by r.code`.execute(
    tx,
  )
  if (rows.length < ids.length) throw refusal('NotFound')
  return rows.map(({ id, code, state, archived, ...pack }) => {
    const refused = refusedOnRequest('validate', { code, state, archived, isOwn: true }, 'portal')
    if (refused) throw refused
    return { id, code, state, archived, pack }
  })
}

/** Begins an inquiry of the caller's about these; all of them wait for an answer. */
export async function openRun(
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  asked: readonly Asked[],
  { viaPortaMate }: { viaPortaMate: boolean },
): Promise<string> {
  const runId = newId()
  const company = actor.company.id
  await sql`insert into its_run (company_id, id, by_id, begun_at, beats_at, via_porta_mate) values (${company}, ${runId}, ${actor.membershipId}, ${now}, ${now}, ${viaPortaMate})`.execute(
    tx,
  )
  await sql`insert into its_run_pack (company_id, run_id, request_id, result) select ${company}, ${runId}, r, 'Pending' from unnest(${asked.map(({ id }) => id)}::uuid[]) r returning 1`.execute(
    tx,
  )
  return runId
}

type Noted = { runId: string; request: Pick<Asked, 'id' | 'code'>; by: Doer; flow: ValidationFlow }

/** What came of one pack: what ITS says is kept, and a pack that was sold and finalized makes its pre-application Pending. */
export async function noteAnswer(
  tx: Tx,
  now: Date,
  { runId, request, by, flow, payerGln }: Noted & { payerGln: string | null },
  answer: EvidenceAnswer,
): Promise<void> {
  const companyId = by.company.id
  await keepAnswer(tx, companyId, request.id, answer, now)
  const isProved = answer.kind === 'evidence'
  await sql`
    update its_run_pack set result = ${isProved ? 'Succeeded' : 'Failed'}, problem = ${problemOf(answer)}, at = ${now}
    where company_id = ${companyId} and run_id = ${runId} and request_id = ${request.id}`.execute(tx)
  await sql`update its_run set beats_at = ${now} where company_id = ${companyId} and id = ${runId}`.execute(
    tx,
  )
  if (isProved) await validated(tx, by, now, [request], flow)
  await rescore(tx, { payerGln }, companyId, [request.id])
}

/** Names the sentence that says why a pack was not validated: `porta.itsProblem.<problem>`, or what ITS is like. */
function problemOf(answer: EvidenceAnswer): string | null {
  if (answer.kind === 'failed') return answer.problem
  if (answer.kind === 'unknown') return 'Unknown'
  return answer.kind === 'notFinalized' ? 'NotFinalized' : null
}

type PackRow = {
  requestId: string
  requestCode: string
  serialNumber: string
  result: 'Pending' | 'Succeeded' | 'Failed'
  problem: string | null
  at: Date | null
}

/**
 * Conditions on `its_run`: whoever asks has given no sign of life for so long that it is gone; a helper that has not begun
 * has longer to begin.
 */
export const isSilent = (now: Date) => sql<boolean>`(beats_at < ${now}::timestamptz - case
  when not via_porta_mate then interval '90 seconds'
  when device_id is null then ${`${portaMateJob.waitMinutes} minutes`}::interval
  else ${`${portaMateJob.silentSeconds} seconds`}::interval end)`

/**
 * What came of the packs of an inquiry of the caller's; what was not answered by who is gone has failed. Throws `NotFound`.
 */
export async function progressOf(
  { tx, actor, now, language }: Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>,
  runId: string,
): Promise<Omit<z.infer<typeof ItsProgress>, 'before'>> {
  const company = actor.company.id
  const { rows: runs } = await sql<{ finished: boolean; silent: boolean }>`
    select finished_at is not null as finished, ${isSilent(now)} as silent
    from its_run where company_id = ${company} and id = ${runId} and by_id = ${actor.membershipId}`.execute(
    tx,
  )
  const [run] = runs
  if (!run) throw refusal('NotFound')
  const { rows } = await sql<PackRow>`
    select p.request_id as "requestId", r.code as "requestCode", r.serial_number as "serialNumber", p.result, p.problem, p.at
    from its_run_pack p join discount_request r on r.company_id = ${company} and r.id = p.request_id
    where p.company_id = ${company} and p.run_id = ${runId} order by r.code`.execute(tx)
  const isGone = !run.finished && run.silent
  return {
    finished: run.finished || isGone,
    packs: rows.map(({ problem, at, result, ...pack }) => {
      const lost = isGone && result === 'Pending'
      const why = lost ? 'Interrupted' : problem
      return {
        ...pack,
        result: lost ? 'Failed' : result,
        message: why === null ? null : translate(language, `porta.itsProblem.${why}`),
        at: at?.toISOString() ?? null,
      }
    }),
  }
}
