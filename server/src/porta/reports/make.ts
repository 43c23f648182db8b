import { reportPriceChangeRequests, reportRequests } from '@kervan/contract/porta/reports'
import { recordTypeOf, requestKinds, type RequestKind } from '@kervan/contract/porta/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { discountTable } from '@kervan/contract/porta/states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services, SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { reportDeliveries } from './send.ts'

// Approved requests are reported by period, each once: a report for each warehouse that pays (DSC-016). What is reported
// is Completed in the transaction that makes the report and promises its delivery.

/** Requests of one report; what is more makes another one. */
const mostInReport = 5_000

const reportBy = (kind: RequestKind) => async (context: SessionContext) => {
  assertWholeCompany(context)
  const { tx, actor, now, services } = context
  const made = await makeReports(tx, services, kind, actor, actor.company.timeZone, now)
  if (made.requests === 0) throw refusal('NothingToReport')
  return made
}
export const reportRequestsHandler = handle(reportRequests, reportBy('InstitutionalDiscount'))
export const reportPriceChangeRequestsHandler = handle(reportPriceChangeRequests, reportBy('PriceChange'))

/** At the beginning of each month, what was approved until then, of both kinds. */
export const discountReportsWork: CalendarWork = {
  name: 'discountReports',
  expression: '0 2 1 * *',
  catchUp: 'latest',
  isNeeded: async ({ tx, companyId }) => (await approved(tx, companyId, requestKinds, 1)).length > 0,
  async run({ tx, services, companyId }) {
    const company = await tx
      .selectFrom('company')
      .select(['id', 'name', 'time_zone'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const doer: Doer = { company, membershipId: null, name: company.name }
    const now = services.clock.now()
    let requests = 0
    let more = false
    for (const kind of requestKinds) {
      const made = await makeReports(tx, services, kind, doer, company.time_zone, now)
      requests += made.requests
      more ||= made.requests === mostInReport
    }
    return { counts: { requests }, more }
  },
}

type Approved = { id: string; code: string; payer: string; payerCode: string }

async function approved(
  tx: Tx,
  companyId: number,
  kinds: readonly RequestKind[],
  limit: number,
): Promise<Approved[]> {
  const { rows } = await sql<Approved>`
    select r.id, r.code, r.payment_location_id as payer, r.payment_location_code as "payerCode" from discount_request r
    where r.company_id = ${companyId} and r.kind = any(${[...kinds]}::text[]) and r.state = 'Approved' and r.archived_at is null
    order by r.payment_location_id, r.id limit ${limit} for update of r`.execute(tx)
  return rows
}

async function makeReports(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  kind: RequestKind,
  by: Doer,
  timeZone: string,
  now: Date,
): Promise<{ reports: number; requests: number }> {
  const companyId = by.company.id
  const requests = await approved(tx, companyId, [kind], mostInReport)
  const byPayer = [...Map.groupBy(requests, ({ payer }) => payer).values()]
  if (byPayer.length === 0) return { reports: 0, requests: 0 }
  const last = await nextCount(tx, companyId, 'discountReport', byPayer.length)
  const period = `${dayIn(timeZone, now).slice(0, 7)}-01`
  const reports = byPayer.flatMap((of, at) => {
    const [first] = of
    const code = `RP-${String(last - byPayer.length + at + 1).padStart(5, '0')}`
    return first ? [{ id: newId(), code, of, payer: first.payer, payerCode: first.payerCode }] : []
  })
  await tx
    .insertInto('discount_report')
    .values(
      reports.map(({ id, code, payer, of }) => ({
        company_id: companyId,
        id,
        code,
        kind,
        period,
        payment_location_id: payer,
        request_count: of.length,
        made_at: now,
        made_by: by.name,
      })),
    )
    .execute()
  const { to } = discountTable.moves.report
  await sql`
    update discount_request r set state = ${to}, report_id = given.report, version = r.version + 1, last_event_at = ${now}, last_event_by = ${by.name}
    from unnest(${reports.flatMap(({ of }) => of.map((one) => one.id))}::uuid[], ${reports.flatMap(({ id, of }) => of.map(() => id))}::uuid[]) as given (id, report)
    where r.company_id = ${companyId} and r.id = given.id`.execute(tx)
  await reportDeliveries.request(
    tx,
    services,
    { companyId, now },
    reports.map(({ id, code, payerCode }) => ({ key: id, recordId: id, name: code, recipient: payerCode })),
  )
  const told = reports.flatMap(({ code: report, of }) => of.map((one) => ({ ...one, report })))
  const recordType = recordTypeOf[kind]
  const operation = `${recordType}.reported` as const
  await record(tx, by, now, {
    events: told.map(({ id, report }) => ({
      recordType,
      recordId: id,
      kind: operation,
      facts: { report },
    })),
    audit: told.map(({ id, code, report }) => ({
      operation,
      recordType,
      recordId: id,
      recordCode: code,
      before: { [recordType]: 'Approved' },
      after: { [recordType]: to, report },
    })),
  })
  return { reports: reports.length, requests: requests.length }
}
