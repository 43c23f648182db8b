import {
  discountReports,
  downloadPriceChangeReport,
  downloadReport,
  priceChangeReports,
  sendPriceChangeReportAgain,
  sendReportAgain,
} from '@kervan/contract/porta/reports'
import type { RequestKind } from '@kervan/contract/porta/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { scopeOfLocations, wholeCompanyOnly } from '../../kit/records/scope.ts'
import { linesOf, reportDeliveries } from './send.ts'

// Reports as they are listed, saved as a file for a warehouse that takes no calls, and sent again (DSC-016).

const source = ({ actor }: Pick<SessionContext, 'actor'>, kind: RequestKind) => ({
  from: sql`discount_report p join location w on w.company_id = ${actor.company.id} and w.id = p.payment_location_id
    left join delivery d on d.company_id = ${actor.company.id} and d.kind = 'discountReports' and d.key = p.id::text`,
  where: [
    sql`p.company_id = ${actor.company.id}`,
    sql`p.kind = ${kind}`,
    ...scopeOfLocations(actor, sql`p.payment_location_id`),
    ...wholeCompanyOnly(actor),
  ],
  id: sql`p.id`,
  key: sql`p.id`,
  code: sql`p.code`,
  columns: {
    reportCode: sql`p.code`,
    period: sql`p.period`,
    paymentLocationCode: sql`w.code`,
    paymentLocationName: sql`w.name`,
    requestCount: sql`p.request_count`,
    reportState: sql`case when p.receipt is not null then 'Sent' when d.state = 'Failed' then 'Failed' else 'Waiting' end`,
    receipt: sql`p.receipt`,
    receiptAt: sql`p.receipt_at`,
    problem: sql`coalesce(d.response, d.problem)`,
    madeAt: sql`p.made_at`,
    madeBy: sql`p.made_by`,
  },
  createdAt: sql`p.made_at`,
})

export const reportList = serveList(discountReports, 'discountReports', (context: SessionContext) =>
  source(context, 'InstitutionalDiscount'),
)
export const priceChangeReportList = serveList(
  priceChangeReports,
  'discountReports',
  (context: SessionContext) => source(context, 'PriceChange'),
)

const save =
  (kind: RequestKind) =>
  async ({ tx, actor, input }: SessionContext & { input: { reportId: string } }) => {
    const { rows } = await sql<{ code: string }>`
    select p.code from discount_report p
    where ${sql.join([sql`p.company_id = ${actor.company.id}`, sql`p.kind = ${kind}`, sql`p.id = ${input.reportId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
      tx,
    )
    const [report] = rows
    if (!report) throw refusal('NotFound')
    const lines = await linesOf(tx, actor.company.id, input.reportId)
    const names = Object.keys(lines[0] ?? {})
    const text = [names, ...lines.map((line) => Object.values(line))].map((row) => row.join(';')).join('\r\n')
    return { name: `${report.code}.csv`, type: 'text/csv; charset=utf-8', body: Buffer.from(`${text}\r\n`) }
  }

export const downloadReportHandler = handleDownload(downloadReport, save('InstitutionalDiscount'))
export const downloadPriceChangeReportHandler = handleDownload(downloadPriceChangeReport, save('PriceChange'))

const sendAgain =
  (kind: RequestKind) =>
  async ({ tx, actor, now, input, services }: SessionContext & { input: { reportId: string } }) => {
    const { rows } = await sql<{ code: string; payer: string; receipt: string | null }>`
    select p.code, w.code as payer, p.receipt from discount_report p join location w on w.company_id = ${actor.company.id} and w.id = p.payment_location_id
    where ${sql.join([sql`p.company_id = ${actor.company.id}`, sql`p.kind = ${kind}`, sql`p.id = ${input.reportId}`, ...wholeCompanyOnly(actor)], sql` and `)} for update of p`.execute(
      tx,
    )
    const [report] = rows
    if (!report) throw refusal('NotFound')
    if (report.receipt !== null)
      throw refusal('ReportTaken', { report: report.code, receipt: report.receipt })
    await reportDeliveries.request(
      tx,
      services,
      { companyId: actor.company.id, now },
      [{ key: input.reportId, recordId: input.reportId, name: report.code, recipient: report.payer }],
      'all',
    )
    return { done: true } as const
  }

export const sendReportAgainHandler = handle(sendReportAgain, sendAgain('InstitutionalDiscount'))
export const sendPriceChangeReportAgainHandler = handle(sendPriceChangeReportAgain, sendAgain('PriceChange'))
