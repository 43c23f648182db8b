import { getItsValidation, inquireRequest, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import type { InputOf } from '@kervan/contract/kit/call'
import {
  getPriceChangeValidation,
  validatePriceChangeThroughIts,
} from '@kervan/contract/porta/price-change-applications'
import { recordTypeOf, type RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, Services, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle, handleOutside } from '../../kit/http/handle.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { itsOf } from '../evidence/its.ts'
import type { EvidenceAnswer, ItsCredentials, PackKey } from '../evidence/port.ts'
import { companyItsAccess, isItsUserName } from '../policy.ts'
import { payerGlnOf } from '../payer.ts'
import { itsPausedUntil, portaSettings } from '../settings.ts'
import { noteAnswer, openRun, progressOf, readAsked, type Asked } from './its-run.ts'
import { keepAnswer, unknownPack } from './keep-evidence.ts'
import { presentRequest } from './present.ts'
import { rescore } from './rescore.ts'
import { requestScope } from './scope.ts'

// ITS is asked about packs: by applicants with their own user, whose name and password live as long as the inquiry and
// are kept nowhere (DSC-009), and by reviewers with the company's. The inquiry goes on after the answer of the call.

type Begun = {
  runId: string
  asked: readonly Asked[]
  by: Doer
  credentials: ItsCredentials
}

/** Begins an inquiry of the applicant's about pre-applications of a kind. */
const begin =
  (kind: RequestKind) =>
  async (context: SessionContext & { input: InputOf<typeof validateThroughIts> }): Promise<Begun> => {
    const { actor, input, services } = context
    const { requestIds, itsUserName, itsPassword } = input
    const asked = await readAsked(context, requestIds, 'ValidateFromITS', kind)
    if (!itsOf(services)) throw refusal('ItsNotConnected')
    if (!isItsUserName(itsUserName.trim())) throw refusal('ItsUserNameInvalid')
    const runId = await openRun(context, asked, { viaPortaMate: false })
    const by = { company: { id: actor.company.id }, membershipId: actor.membershipId, name: actor.name }
    return { runId, asked, by, credentials: { userName: itsUserName.trim(), password: itsPassword } }
  }

const goOn = async (
  { runId, asked, by, credentials }: Begun,
  { services }: { services: Services },
): Promise<{ runId: string }> => {
  // Nobody waits for it: the page asks what came of it.
  void inquire(services, runId, asked, by, credentials).catch((error: unknown) =>
    services.log.error({ runId, err: error }, 'an ITS validation was not finished'),
  )
  return { runId }
}

export const validateThroughItsHandler = handleOutside(
  validateThroughIts,
  begin('InstitutionalDiscount'),
  goOn,
)
export const validatePriceChangeThroughItsHandler = handleOutside(
  validatePriceChangeThroughIts,
  begin('PriceChange'),
  goOn,
)

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
      const now = services.clock.now()
      const request = existing(asked[index])
      const of = { runId, request, by, flow: 'ValidateFromITS', payerGln: payerGlnOf(services) } as const
      noted = noted.then(() => services.db.withCompany(companyId, (tx) => noteAnswer(tx, now, of, answer)))
    },
  })
  await noted
  await services.db.withCompany(companyId, (tx) =>
    sql`update its_run set finished_at = ${services.clock.now()} where company_id = ${companyId} and id = ${runId}`.execute(
      tx,
    ),
  )
}

const progress = async (context: SessionContext & { input: { runId: string } }) => ({
  ...(await progressOf(context, context.input.runId)),
  before: Math.max(0, (itsOf(context.services)?.waiting(context.actor.company.id) ?? 0) - 1),
})
export const getItsValidationHandler = handle(getItsValidation, progress)
export const getPriceChangeValidationHandler = handle(getPriceChangeValidation, progress)

/** Asks ITS about the pack of a request with the company's user, and keeps what it says with the request. */
export const inquiryOf = (kind: RequestKind) => ({
  begin: async (context: SessionContext & { input: { requestId: string } }) => {
    const { tx, actor, input, now, services } = context
    const settings = await portaSettings(tx, actor.company)
    const until = itsPausedUntil(settings, dayIn(actor.company.timeZone, now))
    if (until !== null) throw refusal('ItsPaused', { until })
    const { rows } = await sql<PackKey>`
      select r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate"
      from discount_request r where ${sql.join(requestScope(actor, 'reviewer', kind), sql` and `)} and r.id = ${input.requestId}`.execute(
      tx,
    )
    const [pack] = rows
    if (!pack) throw refusal('NotFound')
    if (!itsOf(services)) throw refusal('ItsNotConnected')
    const credentials = await companyItsAccess(context, actor.company.id)
    if (!credentials) throw refusal('ItsAccessMissing')
    return { actor, pack, credentials, requestId: input.requestId }
  },
  /** The answer of ITS; throws `ItsFailed`. */
  ask: async ({ actor, pack, credentials }: Inquired, services: Services): Promise<EvidenceAnswer> => {
    const companyId = actor.company.id
    const [answer] = await existing(itsOf(services)).ask({ companyId, packs: [pack], credentials })
    if (!answer || answer.kind === 'failed')
      throw refusal('ItsFailed', { itsProblem: answer?.problem ?? 'Unavailable' })
    return answer
  },
  keep: async (tx: Tx, services: Services, { actor, requestId }: Inquired, answer: EvidenceAnswer) => {
    const now = services.clock.now()
    const recordType = recordTypeOf[kind]
    const operation = `${recordType}.evidence` as const
    await keepAnswer(tx, actor.company.id, requestId, answer, now)
    await rescore(tx, { payerGln: payerGlnOf(services) }, actor.company.id, [requestId])
    await record(tx, actor, now, {
      events: [{ recordType, recordId: requestId, kind: operation }],
      audit: [
        {
          operation,
          recordType,
          recordId: requestId,
          after:
            answer.kind === 'evidence' || answer.kind === 'notFinalized'
              ? { packState: answer.evidence.state, code: answer.evidence.resultCode }
              : { code: unknownPack },
        },
      ],
    })
    return now
  },
})
type Inquired = { actor: Actor; pack: PackKey; credentials: ItsCredentials; requestId: string }

const inquiry = inquiryOf('InstitutionalDiscount')
export const inquireRequestHandler = handleOutside(
  inquireRequest,
  inquiry.begin,
  async (inquired, context) => {
    const answer = await inquiry.ask(inquired, context.services)
    return context.services.db.withCompany(inquired.actor.company.id, async (tx) => {
      const now = await inquiry.keep(tx, context.services, inquired, answer)
      return presentRequest({ ...context, tx, actor: inquired.actor, now }, 'reviewer', inquired.requestId)
    })
  },
)
