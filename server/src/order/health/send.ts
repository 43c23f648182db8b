import { notifyHealthInsurance } from '@kervan/contract/order/health-insurance'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { OutsideUnavailable } from '../../kit/outside/outside.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { notifyManagers } from '../notify-managers.ts'
import { readMedulaAccess } from './access.ts'
import { UnknownAnswer, type HealthAnswer, type HealthNotice } from './notifier.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { sendLater } from './requests.ts'
import { openSoapNotifier } from './soap.ts'

// Sends notifications (ORD-015). A line is claimed in a transaction of its own, sent without any, and what came of it is
// written in a third one. Whoever dies in between leaves a claim that runs out; the line is sent again under the same
// code, and the service answers as the first time.

/** How long a line is one worker's: longer than all that one call may take. */
const claimSeconds = 120
/** The pause after each try that nobody answered; after the last one it has failed. */
const pauses = [30, 120, 600, 1_800, 3_600]
export const healthTries = pauses.length + 1
/** The pause where the service was not asked at all, because it fails for everybody or is not connected. */
const unaskedSeconds = 60

/** Not found out by asking; a number or a code that is missing has to be mended first. */
type Problem = 'GlnMissing' | 'BarcodeMissing'

type Claimed = {
  line_id: string
  order_id: string
  order_code: string
  line_code: string
  attempts: number
  transaction_no: string
  gln: string | null
  gtin: string | null
  quantity: number
  order_date: string
}

/** Works off what the queue names. */
export const healthNotifying =
  (services: Services) => async (batch: readonly QueuePayloads['healthInsurance'][]) => {
    for (const { companyId, lineIds } of batch)
      for (const lineId of lineIds) await notifyLine(services, companyId, lineId)
  }

/** Every minute, what is due and was not sent: because nobody answered, or because a worker died. */
export const healthInsuranceWork: ScheduledWork = {
  name: 'healthInsurance',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId }) =>
    (await dueLines(tx, companyId, services.clock.now(), 1)).length > 0 ||
    (await untold(tx, companyId)).size > 0,
  async run({ tx, services, companyId }) {
    const now = services.clock.now()
    const due = await dueLines(tx, companyId, now, 1_000)
    await sendLater(tx, services, companyId, due)
    const failed = await untold(tx, companyId)
    if (failed.size > 0) {
      await sql`
        update health_notification set told_at = ${now}
        where company_id = ${companyId} and state = 'Failed' and told_at is null`.execute(tx)
      await notifyManagers(tx, services, companyId, now, 'order.medulaFailed', notifyHealthInsurance, failed)
    }
    return { counts: { lines: due.length } }
  },
}

/** Orders with lines that failed and nobody was told of, each with how many; held, so that they are told of once. */
async function untold(tx: Tx, companyId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from health_notification
    where company_id = ${companyId} and state = 'Failed' and told_at is null order by line_id for update`.execute(
    tx,
  )
  return new Map([...Map.groupBy(rows, (row) => row.order_id)].map(([order, lines]) => [order, lines.length]))
}

async function dueLines(tx: Tx, companyId: number, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    select line_id from health_notification where company_id = ${companyId} and state = 'Waiting' and next_try_at <= ${now}
    order by next_try_at limit ${limit}`.execute(tx)
  return rows.map((row) => row.line_id)
}

async function notifyLine(services: Services, companyId: number, lineId: string): Promise<void> {
  const { db, config, outside, log } = services
  const claimed = await db.withCompany(companyId, (tx) => claim(tx, services, companyId, lineId))
  if (!claimed) return
  const settle = (outcome: Outcome) =>
    db.withCompany(companyId, (tx) => store(tx, services, companyId, claimed, outcome))
  const { gln, gtin } = claimed
  if (gln === null) return settle({ kind: 'failed', problem: 'GlnMissing' })
  if (gtin === null) return settle({ kind: 'failed', problem: 'BarcodeMissing' })
  const access = await db.withCompany(companyId, (tx) => readMedulaAccess(tx, services, companyId))
  if (!config.medula || !access) return settle({ kind: 'unasked', problem: 'NotConnected' })
  const notice: HealthNotice = {
    transactionNo: claimed.transaction_no,
    pharmacyGln: gln,
    barcode: barcodeOf(gtin),
    quantity: claimed.quantity,
    orderDetailCode: claimed.line_code,
    orderDate: claimed.order_date,
  }
  try {
    await settle({
      kind: 'answered',
      answer: await openSoapNotifier(outside, config.medula, access).notify(notice),
    })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    log.warn({ companyId, line: claimed.line_code, cause: problem }, 'no notification of an order line')
    await settle({ kind: unasked.has(problem) ? 'unasked' : 'unknown', problem })
  }
}

const unasked = new Set(['BreakerOpen', 'BudgetSpent'])

/** Why it is not known what came of it; null for what is no matter of the service. */
function problemOf(error: unknown): string | null {
  if (error instanceof OutsideUnavailable || error instanceof UnknownAnswer) return error.code
  // The body broke off, or did not come in time.
  if (error instanceof DOMException) return error.name
  return error instanceof TypeError && error.message === 'terminated' ? 'BrokenOff' : null
}

/** A pack bears the 13 digits of an EAN where the GTIN has a zero before them. */
const barcodeOf = (gtin: string) => (/^0\d{13}$/.test(gtin) ? gtin.slice(1) : gtin)

/** The line, if it is due and nobody else's; one that is not approved any more is forgotten. */
async function claim(
  tx: Tx,
  { clock }: Services,
  companyId: number,
  lineId: string,
): Promise<Claimed | null> {
  const now = clock.now()
  const { numAffectedRows } = await sql`
    delete from health_notification n using order_line l
    where n.company_id = ${companyId} and n.line_id = ${lineId} and n.state = 'Waiting' and n.next_try_at <= ${now}
      and l.company_id = ${companyId} and l.id = n.line_id and l.state not in ('Approved', 'Completed')`.execute(
    tx,
  )
  if (numAffectedRows) return null
  const { rows } = await sql<Claimed>`
    with mine as (
      update health_notification set attempts = attempts + 1, next_try_at = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
      where company_id = ${companyId} and line_id = ${lineId} and state = 'Waiting' and next_try_at <= ${now}
      returning line_id, order_id, attempts)
    select m.line_id, m.order_id, m.attempts, o.code as order_code, o.code || '-' || l.line_no as line_code, o.medula_no as transaction_no, p.gln, l.gtin,
      l.po_quantity as quantity, to_char(o.order_date at time zone c.time_zone, 'YYYY-MM-DD') as order_date
    from mine m join order_line l on l.company_id = ${companyId} and l.id = m.line_id
      join sales_order o on o.company_id = ${companyId} and o.id = m.order_id
      join company c on c.id = ${companyId}
      left join location p on p.company_id = ${companyId} and p.id = o.point_of_sale_id`.execute(tx)
  return rows[0] ?? null
}

type Outcome =
  | { kind: 'answered'; answer: HealthAnswer }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'unknown' | 'unasked'; problem: string }

/**
 * Writes what came of it. A success is written whoever brings it; everything else only by whoever still holds the claim,
 * because somebody may have had more luck since.
 */
async function store(
  tx: Tx,
  { clock }: Services,
  companyId: number,
  claimed: Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now()
  const { line_id: lineId, attempts } = claimed
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const held = sql`company_id = ${companyId} and line_id = ${lineId} and state = 'Waiting' and attempts = ${attempts}`
  if (outcome.kind === 'unasked') {
    await sql`
      update health_notification set attempts = attempts - 1, next_try_at = ${later(unaskedSeconds)}, problem = ${outcome.problem}
      where ${held}`.execute(tx)
    return
  }
  const pause = pauses[attempts - 1]
  if (outcome.kind === 'unknown' && pause !== undefined) {
    await sql`update health_notification set next_try_at = ${later(pause)}, problem = ${outcome.problem} where ${held}`.execute(
      tx,
    )
    return
  }
  const answer = outcome.kind === 'answered' ? outcome.answer : null
  const problem = outcome.kind === 'answered' ? null : outcome.problem
  const ok = answer?.ok === true
  const { numAffectedRows } = await sql`
    update health_notification set state = ${ok ? 'Notified' : 'Failed'}, told_at = null, next_try_at = null, settled_at = ${now}, response_text = ${answer?.responseText ?? null},
      notification_id = ${answer?.notificationId ?? null}, problem = ${problem}
    where ${ok ? sql`company_id = ${companyId} and line_id = ${lineId} and state <> 'Notified'` : held}`.execute(
    tx,
  )
  if (!numAffectedRows) return
  const kind = ok ? 'order.medulaNotified' : 'order.medulaFailed'
  const company = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const doer: Doer = { company, membershipId: null, name: company.name }
  await record(tx, doer, now, {
    events: [
      {
        recordType: 'order',
        recordId: claimed.order_id,
        kind,
        facts: {
          line: claimed.line_code,
          ...(ok
            ? { response: answer.responseText, notification: answer.notificationId }
            : { memo: answer?.responseText ?? null, problem }),
        },
      },
    ],
    audit: [
      {
        operation: kind,
        recordType: 'order',
        recordId: claimed.order_id,
        recordCode: claimed.order_code,
        after: {
          line: claimed.line_code,
          response: answer?.responseText ?? null,
          notificationId: answer?.notificationId ?? null,
          ...(problem !== null && { problem }),
        },
      },
    ],
  })
}
