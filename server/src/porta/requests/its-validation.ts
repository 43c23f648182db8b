import { getItsValidation, inquireRequest, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import { handle, handleOutside } from '../../kit/http/handle.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { itsOf } from '../evidence/its.ts'
import type { ItsCredentials, PackKey } from '../evidence/port.ts'
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

export const validateThroughItsHandler = handleOutside(
  validateThroughIts,
  async (context) => {
    const { actor, input, services } = context
    const { requestIds, itsUserName, itsPassword } = input
    const asked = await readAsked(context, requestIds, 'ValidateFromITS')
    if (!itsOf(services)) throw refusal('ItsNotConnected')
    if (!isItsUserName(itsUserName.trim())) throw refusal('ItsUserNameInvalid')
    const runId = await openRun(context, asked, { viaPortaMate: false })
    const by = { company: { id: actor.company.id }, membershipId: actor.membershipId, name: actor.name }
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

export const getItsValidationHandler = handle(getItsValidation, async (context) => ({
  ...(await progressOf(context, context.input.runId)),
  before: Math.max(0, (itsOf(context.services)?.waiting(context.actor.company.id) ?? 0) - 1),
}))

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
