import { itsAtOnce } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { itsOf } from '../evidence/its.ts'
import type { EvidenceAnswer, PackKey } from '../evidence/port.ts'
import { payerGlnOf } from '../payer.ts'
import { itsAccessNow } from '../its-access.ts'
import { changedSince, type KnownThen } from '../requests/changed.ts'
import { keepAnswer } from '../requests/keep-evidence.ts'
import { rescore } from '../requests/rescore.ts'
import { notifyAuditors } from './notify-auditors.ts'
import { approvedStates } from './states.ts'

// What ITS is asked without anybody, with the company's own user (DSC-012): every night about approved requests, and about
// packs that it did not know three working days ago. A schedule says which; a queue asks, twenty at a time, outside any
// transaction and within the company's budget.

/** So long after the decision a request is asked about, and so many of a company in one night. */
const recheckDays = 90
const mostInNight = 2_000

/** Those that were asked about longest ago come first. */
export const discountRecheckWork: CalendarWork = {
  name: 'discountRecheck',
  expression: '0 4 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId, dueAt }) {
    if (!(await itsAccessNow(tx, services, companyId))) return { counts: { requests: 0 } }
    const { rows } = await sql<{ id: string }>`
      select r.id from discount_request r
      where r.company_id = ${companyId} and r.kind = 'InstitutionalDiscount' and r.archived_at is null and r.state = any(${[...approvedStates]}::text[])
        and r.decided_at > ${dueAt}::timestamptz - make_interval(days => ${recheckDays}) and (r.rechecked_at is null or r.rechecked_at < ${dueAt})
      order by r.rechecked_at nulls first, r.id limit ${mostInNight}`.execute(tx)
    const requests = await enqueue(tx, services, companyId, rows, dueAt)
    return { counts: { requests } }
  },
}

/** Every hour: packs that ITS did not know, once they have waited. */
export const discountAskAgainWork: CalendarWork = {
  name: 'discountAskAgain',
  expression: '15 * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId }) =>
    (await readUnknown(tx, companyId, services.clock.now(), 1)).length > 0,
  async run({ tx, services, companyId, dueAt }) {
    if (!(await itsAccessNow(tx, services, companyId))) return { counts: { requests: 0 } }
    const rows = await readUnknown(tx, companyId, services.clock.now(), mostInNight)
    const requests = await enqueue(tx, services, companyId, rows, dueAt)
    return { counts: { requests } }
  },
}

async function readUnknown(tx: Tx, companyId: number, now: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from discount_request r where r.company_id = ${companyId} and r.its_again_at <= ${now} and r.state in ('PreApplication', 'Pending') and r.archived_at is null
    order by r.its_again_at, r.id limit ${limit}`.execute(tx)
  return rows
}

async function enqueue(
  tx: Tx,
  services: Services,
  companyId: number,
  rows: readonly { id: string }[],
  since: Date,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += itsAtOnce)
    await services.jobs.send(tx, 'packInquiry', {
      companyId,
      requestIds: ids.slice(at, at + itsAtOnce),
      since: since.toISOString(),
    })
  return ids.length
}

type Asked = PackKey & KnownThen & { id: string; isDecided: boolean; wasChanged: boolean }

/**
 * Asks about up to twenty packs and notes each answer in a transaction of its own. Those that were not answered because
 * ITS was away or busy are tried again by the queue; the others are not asked twice.
 */
export async function inquireAgain(
  services: Services,
  { companyId, requestIds, since }: QueuePayloads['packInquiry'],
): Promise<void> {
  const { credentials, asked } = await services.db.withCompany(companyId, async (tx) => ({
    credentials: await itsAccessNow(tx, services, companyId),
    asked: await readAsked(tx, companyId, requestIds, new Date(since)),
  }))
  const its = itsOf(services)
  if (!its || !credentials || asked.length === 0) return
  const answers = await its.ask({ companyId, packs: asked, credentials })
  const open: string[] = []
  const changed: string[] = []
  for (const [at, request] of asked.entries()) {
    const answer = answers[at]
    if (!answer) continue
    if (answer.kind === 'failed' && (answer.problem === 'Busy' || answer.problem === 'Unavailable'))
      open.push(request.id)
    else if (await services.db.withCompany(companyId, (tx) => note(tx, services, companyId, request, answer)))
      changed.push(request.id)
  }
  if (changed.length > 0)
    await services.db.withCompany(companyId, (tx) => notifyAuditors(tx, services, companyId, changed))
  if (open.length > 0) throw new Error(`ITS has not answered about ${open.length} packs`)
}

/** What has not been answered since the schedule was due, with what was known of it when it was decided. */
async function readAsked(
  tx: Tx,
  companyId: number,
  requestIds: readonly string[],
  since: Date,
): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select r.id, r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate",
      r.state = any(${[...approvedStates]}::text[]) as "isDecided", r.changed_since as "wasChanged", known.pack_state as "packState", known.owner_gln as "ownerGln"
    from discount_request r
    left join lateral (
      select e.pack_state, e.owner_gln from pack_evidence e
      where e.company_id = ${companyId} and e.request_id = r.id and e.source <> 'Image' and e.read_at <= r.decided_at
      order by e.read_at desc limit 1) known on true
    where r.company_id = ${companyId} and r.id = any(${[...requestIds]}::uuid[]) and r.archived_at is null
      and case when r.state = any(${[...approvedStates]}::text[]) then r.rechecked_at is null or r.rechecked_at < ${since}
        else r.state in ('PreApplication', 'Pending') and r.its_again_at is not null end
    order by r.id`.execute(tx)
  return rows
}

/** Notes an answer. True where it says something else than when the request was approved, for the first time. */
async function note(
  tx: Tx,
  services: Services,
  companyId: number,
  request: Asked,
  answer: EvidenceAnswer,
): Promise<boolean> {
  const now = services.clock.now()
  await keepAnswer(tx, companyId, request.id, answer, now)
  if (!request.isDecided) {
    await rescore(tx, { payerGln: payerGlnOf(services) }, companyId, [request.id])
    return false
  }
  const changed = changedSince(request, answer, now)
  await sql`
    update discount_request r set rechecked_at = ${now}, changed_since = r.changed_since or ${changed !== null},
      changed = coalesce(${changed === null ? null : JSON.stringify(changed)}::jsonb, r.changed)
    where r.company_id = ${companyId} and r.id = ${request.id}`.execute(tx)
  return changed !== null && !request.wasChanged
}
