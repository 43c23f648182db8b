import { reportRequests } from '@kervan/contract/porta/reports'
import { refusal } from '@kervan/contract/kit/refusals'
import { discountTable } from '@kervan/contract/porta/states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { reportDeliveries } from './send.ts'

// Approved requests are reported by period, each once: a report for each warehouse that pays (DSC-016). What is reported
// is Completed in the transaction that makes the report and promises its delivery.

/** Requests of one report; what is more makes another one. */
const mostInReport = 5_000

export const reportRequestsHandler = handle(reportRequests, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, services } = context
  const made = await makeReports(tx, services, actor, actor.company.timeZone, now)
  if (made.requests === 0) throw refusal('NothingToReport')
  return made
})

/** At the beginning of each month, what was approved until then. */
export const discountReportsWork: ScheduledWork = {
  name: 'discountReports',
  expression: '0 2 1 * *',
  catchUp: 'latest',
  isNeeded: async ({ tx, companyId }) => (await approved(tx, companyId, 1)).length > 0,
  async run({ tx, services, companyId }) {
    const company = await tx
      .selectFrom('company')
      .select(['id', 'name', 'time_zone'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const doer: Doer = { company, membershipId: null, name: company.name }
    const { requests } = await makeReports(tx, services, doer, company.time_zone, services.clock.now())
    return { counts: { requests }, more: requests === mostInReport }
  },
}

type Approved = { id: string; code: string; payer: string; payerCode: string }

async function approved(tx: Tx, companyId: number, limit: number): Promise<Approved[]> {
  const { rows } = await sql<Approved>`
    select r.id, r.code, r.payment_location_id as payer, r.payment_location_code as "payerCode" from discount_request r
    where r.company_id = ${companyId} and r.state = 'Approved' and r.archived_at is null
    order by r.payment_location_id, r.id limit ${limit} for update of r`.execute(tx)
  return rows
}

async function makeReports(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  by: Doer,
  timeZone: string,
  now: Date,
): Promise<{ reports: number; requests: number }> {
  const companyId = by.company.id
  const requests = await approved(tx, companyId, mostInReport)
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
  await record(tx, by, now, {
    events: told.map(({ id, report }) => ({
      recordType: 'discountRequest',
      recordId: id,
      kind: 'discountRequest.reported',
      facts: { report },
    })),
    audit: told.map(({ id, code, report }) => ({
      operation: 'discountRequest.reported',
      recordType: 'discountRequest',
      recordId: id,
      recordCode: code,
      before: { discountRequest: 'Approved' },
      after: { discountRequest: to, report },
    })),
  })
  return { reports: reports.length, requests: requests.length }
}
