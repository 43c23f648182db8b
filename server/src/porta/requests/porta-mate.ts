import { randomBytes } from 'node:crypto'
import { packStateOf } from '@kervan/contract/porta/its'
import {
  getPortaMateJob,
  getPortaMateState,
  portaMateSeconds,
  sendPortaMateAnswers,
  startPortaMateJob,
  takePortaMateJob,
  type PackRecord,
  type PortaMateAnswer,
} from '@kervan/contract/porta/porta-mate'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { assertPortaMateTerms } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { stateByMovements } from '../evidence/its-pages.ts'
import { answerWith, type EvidenceAnswer, type PackEvidence, type PackKey } from '../evidence/port.ts'
import { payerGlnOf } from '../payer.ts'
import { isSilent, noteAnswer, openRun, progressOf, readAsked } from './its-run.ts'

// Jobs of PortaMate (DSC-010): the helper on the applicant's machine takes what its own user has given it and sends what
// ITS said. Who signs is proved before (`kit/http/device.ts`); here it is checked that job, nonce and packs are theirs. What
// follows from a record is worked out here: the helper's own verdict is never asked for.

/** The clock of the helper's machine may be off by so much (`deviceClockSeconds`). */
const clockSlackMs = 300_000

/** Helpers of the reader: devices that may take jobs. */
const helpersOf = ({ actor }: Pick<SessionContext, 'actor'>) => sql`
  from device d left join porta_mate p on p.company_id = d.company_id and p.device_id = d.id
  where d.company_id = ${actor.company.id} and d.membership_id = ${actor.membershipId} and d.revoked_at is null and ${takePortaMateJob.permission} = any(d.scope)`

export const startPortaMateJobHandler = handle(startPortaMateJob, async (context) => {
  const { tx, actor, input } = context
  const asked = await readAsked(context, input.requestIds, 'ValidateFromITSViaPortaMate', 'any')
  await assertPortaMateTerms(tx, actor)
  const { rows } = await sql`select 1 ${helpersOf(context)} limit 1`.execute(tx)
  if (rows.length === 0) throw refusal('PortaMateNotPaired')
  return { runId: await openRun(context, asked, { viaPortaMate: true }) }
})

export const getPortaMateJobHandler = handle(getPortaMateJob, async (context) => ({
  ...(await progressOf(context, context.input.runId)),
  before: 0,
}))

type Seen = {
  name: string
  version: string | null
  seenAt: Date | null
  answered: number | null
  of: number | null
}

export const getPortaMateStateHandler = handle(getPortaMateState, async (context) => {
  const { tx, actor, now } = context
  const company = actor.company.id
  const { rows } = await sql<Seen>`
    select h.name, h.version, h."seenAt", work.answered, work.of from
      (select d.id, d.name, p.version, p.seen_at as "seenAt" ${helpersOf(context)} order by p.seen_at desc nulls last limit 1) h
      left join lateral (
        select count(*) filter (where k.result <> 'Pending')::int as answered, count(*)::int as of
        from its_run_pack k where k.company_id = ${company} and k.run_id = (
          select id from its_run where company_id = ${company} and device_id = h.id and finished_at is null and not ${isSilent(now)} order by begun_at limit 1)
      ) work on true`.execute(tx)
  const [helper] = rows
  const since = helper?.seenAt ? now.getTime() - helper.seenAt.getTime() : Infinity
  const works = (helper?.of ?? 0) > 0
  // A helper that asks ITS says so at longer intervals.
  const isHere = since <= portaMateSeconds.offlineAfter * (works ? 3_000 : 1_000)
  return {
    portaMate: !helper ? 'NotPaired' : !isHere ? 'Offline' : works ? 'Working' : 'Ready',
    name: helper?.name ?? null,
    version: helper?.version ?? null,
    seenAt: helper?.seenAt?.toISOString() ?? null,
    answered: helper?.answered ?? 0,
    of: helper?.of ?? 0,
  } as const
})

export const takePortaMateJobHandler = handle(takePortaMateJob, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const device = deviceIn(context)
  await sql`
    insert into porta_mate (company_id, device_id, version, seen_at) values (${company}, ${device}, ${input.helperVersion}, ${now})
    on conflict (company_id, device_id) do update set version = excluded.version, seen_at = excluded.seen_at`.execute(
    tx,
  )
  const { rows: waiting } = await sql<{ id: string; nonce: string | null }>`
    select id, nonce from its_run
    where company_id = ${company} and by_id = ${actor.membershipId} and via_porta_mate and finished_at is null
      and (device_id is null or device_id = ${device}) and not ${isSilent(now)}
    order by device_id nulls last, begun_at, id limit 1 for update`.execute(tx)
  const [run] = waiting
  if (!run) return { job: null }
  const nonce = run.nonce ?? randomBytes(24).toString('base64url')
  await sql`update its_run set device_id = ${device}, nonce = ${nonce}, beats_at = ${now} where company_id = ${company} and id = ${run.id}`.execute(
    tx,
  )
  const { rows: packs } = await sql<PackKey & { requestId: string }>`
    select r.id as "requestId", r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate"
    from its_run_pack p join discount_request r on r.company_id = ${company} and r.id = p.request_id
    where p.company_id = ${company} and p.run_id = ${run.id} and p.result = 'Pending' order by r.code`.execute(
    tx,
  )
  return { job: { runId: run.id, nonce, packs } }
})

type Run = { finished: boolean; silent: boolean; begunAt: Date }
type Pack = PackKey & { id: string; code: string; result: string }

export const sendPortaMateAnswersHandler = handle(sendPortaMateAnswers, async (context) => {
  const { tx, actor, now, input, services } = context
  const company = actor.company.id
  const device = deviceIn(context)
  const { rows: runs } = await sql<Run>`
    select finished_at is not null as finished, ${isSilent(now)} as silent, begun_at as "begunAt" from its_run
    where company_id = ${company} and id = ${input.runId} and device_id = ${device} and nonce = ${input.nonce} and by_id = ${actor.membershipId} for update`.execute(
    tx,
  )
  const [run] = runs
  if (!run) throw refusal('NotFound')
  if (run.finished || run.silent) throw refusal('PortaMateJobOver')
  const { rows } = await sql<Pack>`
    select r.id, r.code, r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate", p.result
    from its_run_pack p join discount_request r on r.company_id = ${company} and r.id = p.request_id
    where p.company_id = ${company} and p.run_id = ${input.runId}`.execute(tx)
  const packs = new Map(rows.map((row) => [row.id, row]))
  const by = { company: { id: company }, membershipId: actor.membershipId, name: actor.name }
  const payerGln = payerGlnOf(services)
  const rules = {
    from: run.begunAt.getTime() - clockSlackMs,
    to: now.getTime() + clockSlackMs,
    payerGln,
  }
  for (const answer of input.answers) {
    const request = packs.get(answer.requestId)
    if (!request) throw refusal('PortaMateForeignPack')
    const evidence = evidenceIn(answer, request, rules)
    // A pack that was answered stays as it is: what is sent again has no second effect.
    if (request.result !== 'Pending') continue
    request.result = 'Answered'
    const of = { runId: input.runId, request, by, flow: 'ValidateFromITSViaPortaMate', payerGln } as const
    await noteAnswer(tx, now, of, evidence)
  }
  const open = rows.filter(({ result }) => result === 'Pending').length
  await sql`update its_run set beats_at = ${now}, finished_at = ${open === 0 ? now : null} where company_id = ${company} and id = ${input.runId}`.execute(
    tx,
  )
  await sql`update porta_mate set seen_at = ${now} where company_id = ${company} and device_id = ${device}`.execute(
    tx,
  )
  return { open }
})

/** Only devices make these calls (`access: 'device'`). */
function deviceIn({ deviceId }: Pick<SessionContext, 'deviceId'>): string {
  if (deviceId === null) throw refusal('DeviceNotPaired')
  return deviceId
}

/** Throws `PortaMateForeignPack` for the record of another pack, `PortaMateOldAnswer` for one that was read before the job. */
function evidenceIn(
  answer: PortaMateAnswer,
  pack: Pick<PackKey, 'gtin' | 'serialNumber'>,
  { from, to, payerGln }: { from: number; to: number; payerGln: string | null },
): EvidenceAnswer {
  if (answer.kind === 'unknown') return { kind: 'unknown' }
  if (answer.kind === 'failed') return { kind: 'failed', problem: answer.problem }
  const { record } = answer
  if (record.gtin !== pack.gtin || record.serialNumber !== pack.serialNumber)
    throw refusal('PortaMateForeignPack')
  const readAt = Date.parse(record.readAt)
  if (readAt < from || readAt > to) throw refusal('PortaMateOldAnswer')
  return answerWith(evidenceOf(record, payerGln))
}

const accepted = '00000'

/** A record as evidence. State and sale follow from what ITS said of the pack, never from what the helper makes of it. */
function evidenceOf({ readAt, ...record }: PackRecord, payerGln: string | null): PackEvidence {
  const done = record.movements.filter(({ resultCode }) => resultCode === accepted)
  const sold = done.findLast(({ movement }) => movement === 'Sale' || movement === 'SaleCancel')
  const isSold =
    record.sale !== null &&
    sold?.movement === 'Sale' &&
    sold.declarationId === record.sale.declarationId &&
    (sold.toGln ?? '') === record.sale.toGln
  const state = packStateOf(record.resultCode, record)
  return {
    ...record,
    state: state === 'Other' && done.length > 0 ? stateByMovements(record.movements) : state,
    sale: isSold && record.sale ? saleBy(record.sale, sold.declaredAt, payerGln) : null,
    source: 'PortaMate',
    readAt: new Date(readAt),
  }
}

/** A sale to the payer whose prescription is not said to be finalized is open. */
const saleBy = (
  sale: NonNullable<PackRecord['sale']>,
  at: string,
  payerGln: string | null,
): NonNullable<PackEvidence['sale']> => ({
  ...sale,
  at,
  finalized: sale.finalized ?? (sale.toGln === payerGln ? false : null),
})
