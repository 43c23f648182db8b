import { getItsValidation, inquireRequest, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { itsAtOnce, type RequestState } from '@kervan/contract/porta/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { refusedOnRequest } from '@kervan/contract/porta/states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services, SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle, handleOutside } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { itsOf } from '../evidence/its.ts'
import type { EvidenceAnswer, ItsCredentials, PackKey } from '../evidence/port.ts'
import { companyItsAccess, isItsUserName } from '../policy.ts'
import { payerGlnOf } from '../payer.ts'
import { itsPausedUntil, portaSettings } from '../settings.ts'
import { keepAnswer, unknownPack } from './keep-evidence.ts'
import { presentRequest } from './present.ts'
import { validated } from './read-images.ts'
import { rescore } from './rescore.ts'
import { requestScope } from './scope.ts'

// ITS is asked about packs: by applicants with their own user, whose name and password live as long as the inquiry and
// are kept nowhere (DSC-009), and by reviewers with the company's. The inquiry goes on after the answer of the call; what
// came of each pack is a row, so that a page that is opened again finds it.

/** Without a sign of life for so long, the process that asked is gone: what it had not answered has failed. */
const silentSeconds = 90

type Asked = { id: string; code: string; state: RequestState; archived: boolean; pack: PackKey }

export const validateThroughItsHandler = handleOutside(
  validateThroughIts,
  async (context) => {
    const { tx, actor, input, now, services } = context
    const { requestIds, itsUserName, itsPassword } = input
    const settings = await portaSettings(tx, actor.company)
    if (!settings.flows.includes('ValidateFromITS'))
      throw refusal('FlowSwitchedOff', { validationFlow: 'ValidateFromITS' })
    const ids = [...new Set(requestIds)]
    if (ids.length > itsAtOnce) throw refusal('ItsTooManyPacks', { limit: itsAtOnce, count: ids.length })
    const until = itsPausedUntil(settings, dayIn(actor.company.timeZone, now))
    if (until !== null) throw refusal('ItsPaused', { until })
    const asked = await readAsked(context, ids)
    if (!itsOf(services)) throw refusal('ItsNotConnected')
    if (!isItsUserName(itsUserName.trim())) throw refusal('ItsUserNameInvalid')
    const runId = newId()
    const company = actor.company.id
    await sql`insert into its_run (company_id, id, by_id, begun_at, beats_at) values (${company}, ${runId}, ${actor.membershipId}, ${now}, ${now})`.execute(
      tx,
    )
    await sql`insert into its_run_pack (company_id, run_id, request_id, result) select ${company}, ${runId}, r, 'Pending' from unnest(${ids}::uuid[]) r returning 1`.execute(
      tx,
    )
    const by = { company: { id: company }, membershipId: actor.membershipId, name: actor.name }
    return { runId, asked, by, credentials: { userName: itsUserName.trim(), password: itsPassword } }
  },
  async ({ runId, asked, by, credentials }, { services }) => {
    // Nobody waits for it: the page asks what came of it.
    void inquire(services, runId, asked, by, credentials).catch((error: unknown) =>
      services.log.error({ runId, err: error }, 'an ITS validation was not finished'),
    )
    return { runId }
  },
)

async function readAsked({ tx, actor }: SessionContext, ids: readonly string[]): Promise<Asked[]> {
  const { rows } = await sql<Omit<Asked, 'pack'> & PackKey>`
    select r.id, r.code, r.state, r.archived_at is not null as archived, r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate"
    from discount_request r where ${sql.join(requestScope(actor, 'applicant'), sql` and `)} and r.id = any(${[...ids]}::uuid[]) order by r.code`.execute(
    tx,
  )
  if (rows.length < ids.length) throw refusal('NotFound')
  return rows.map(({ id, code, state, archived, ...pack }) => {
    const refused = refusedOnRequest('validate', { code, state, archived, isOwn: true }, 'portal')
    if (refused) throw refused
    return { id, code, state, archived, pack }
  })
}

/** Asks, and notes each answer as it comes. */
async function inquire(
  services: Services,
  runId: string,
  asked: readonly Asked[],
  by: Doer,
  credentials: ItsCredentials,
): Promise<void> {
  const its = existing(itsOf(services))
  const companyId = by.company.id
  let noted: Promise<unknown> = Promise.resolve()
  await its.ask({
    companyId,
    packs: asked.map(({ pack }) => pack),
    credentials,
    onAnswer: (index, answer) => {
      noted = noted.then(() => note(services, runId, existing(asked[index]), by, answer))
    },
  })
  await noted
  await services.db.withCompany(companyId, (tx) =>
    sql`update its_run set finished_at = ${services.clock.now()} where company_id = ${companyId} and id = ${runId}`.execute(
      tx,
    ),
  )
}

/** What came of one pack: what ITS says is kept, and a pack that was sold and finalized makes its pre-application Pending. */
async function note(
  services: Services,
  runId: string,
  request: Asked,
  by: Doer,
  answer: EvidenceAnswer,
): Promise<void> {
  const companyId = by.company.id
  const now = services.clock.now()
  await services.db.withCompany(companyId, async (tx) => {
    await keepAnswer(tx, companyId, request.id, answer, now)
    const isProved = answer.kind === 'evidence'
    await sql`
      update its_run_pack set result = ${isProved ? 'Succeeded' : 'Failed'}, problem = ${problemOf(answer)}, at = ${now}
      where company_id = ${companyId} and run_id = ${runId} and request_id = ${request.id}`.execute(tx)
    await sql`update its_run set beats_at = ${now} where company_id = ${companyId} and id = ${runId}`.execute(
      tx,
    )
    if (isProved) await validated(tx, by, now, [request], 'ValidateFromITS')
    await rescore(tx, { payerGln: payerGlnOf(services) }, companyId, [request.id])
  })
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

export const getItsValidationHandler = handle(
  getItsValidation,
  async ({ tx, actor, input, now, language, services }) => {
    const company = actor.company.id
    const { rows: runs } = await sql<{ finished: boolean; silent: boolean }>`
      select finished_at is not null as finished, beats_at < ${new Date(now.getTime() - silentSeconds * 1_000)} as silent
      from its_run where company_id = ${company} and id = ${input.runId} and by_id = ${actor.membershipId}`.execute(
      tx,
    )
    const [run] = runs
    if (!run) throw refusal('NotFound')
    const { rows } = await sql<PackRow>`
      select p.request_id as "requestId", r.code as "requestCode", r.serial_number as "serialNumber", p.result, p.problem, p.at
      from its_run_pack p join discount_request r on r.company_id = ${company} and r.id = p.request_id
      where p.company_id = ${company} and p.run_id = ${input.runId} order by r.code`.execute(tx)
    const isGone = !run.finished && run.silent
    return {
      finished: run.finished || isGone,
      before: Math.max(0, (itsOf(services)?.waiting(company) ?? 0) - 1),
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
  },
)

export const inquireRequestHandler = handleOutside(
  inquireRequest,
  async (context) => {
    const { tx, actor, input, now, services } = context
    const company = actor.company.id
    const settings = await portaSettings(tx, actor.company)
    const until = itsPausedUntil(settings, dayIn(actor.company.timeZone, now))
    if (until !== null) throw refusal('ItsPaused', { until })
    const { rows } = await sql<PackKey>`
      select r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate"
      from discount_request r where ${sql.join(requestScope(actor, 'reviewer'), sql` and `)} and r.id = ${input.requestId}`.execute(
      tx,
    )
    const [pack] = rows
    if (!pack) throw refusal('NotFound')
    if (!itsOf(services)) throw refusal('ItsNotConnected')
    const credentials = await companyItsAccess(context, company)
    if (!credentials) throw refusal('ItsAccessMissing')
    return { actor, pack, credentials, requestId: input.requestId }
  },
  async ({ actor, pack, credentials, requestId }, context) => {
    const { services } = context
    const companyId = actor.company.id
    const [answer] = await existing(itsOf(services)).ask({ companyId, packs: [pack], credentials })
    if (!answer || answer.kind === 'failed')
      throw refusal('ItsFailed', { itsProblem: answer?.problem ?? 'Unavailable' })
    const now = services.clock.now()
    return services.db.withCompany(companyId, async (tx) => {
      await keepAnswer(tx, companyId, requestId, answer, now)
      await rescore(tx, { payerGln: payerGlnOf(services) }, companyId, [requestId])
      await record(tx, actor, now, {
        events: [{ recordType: 'discountRequest', recordId: requestId, kind: 'discountRequest.evidence' }],
        audit: [
          {
            operation: 'discountRequest.evidence',
            recordType: 'discountRequest',
            recordId: requestId,
            after:
              answer.kind === 'unknown'
                ? { code: unknownPack }
                : { packState: answer.evidence.state, code: answer.evidence.resultCode },
          },
        ],
      })
      return presentRequest({ ...context, tx, actor, now }, 'reviewer', requestId)
    })
  },
)
