import { z } from 'zod'
import { Binary, call, Done, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'

// Reports of approved requests to the warehouses that pay (DSC-016).

/** `Sent`: the warehouse has given its receipt. */
export const reportStates = ['Waiting', 'Sent', 'Failed'] as const

export const discountReports = pageList('PromotionManagement/GetReports', {
  columns: {
    reportCode: column.code(),
    period: column.date(),
    paymentLocationCode: column.code(),
    paymentLocationName: column.text(),
    requestCount: column.integer(),
    reportState: column.choice(reportStates, { words: 'discountReport' }),
    receipt: column.code({ nullable: true }),
    receiptAt: column.instant({ nullable: true }),
    problem: column.text({ nullable: true, sort: false, filter: false }),
    madeAt: column.instant(),
    madeBy: column.text(),
  },
  extra: { id: z.uuid() },
  defaultSort: [{ column: 'madeAt', direction: 'desc' }],
  search: false,
})

/**
 * Reports what is approved so far, each request once: a report for each warehouse. The same is done by itself at the
 * beginning of each month.
 */
export const reportRequests = call('PromotionManagement/ReportRequests', {
  input: Nothing,
  output: z.strictObject({ reports: z.int(), requests: z.int() }),
  refusals: ['NothingToReport', 'WholeCompanyNeeded'],
})

/** The requests of a report as CSV, for a warehouse that takes no calls. */
export const downloadReport = call('PromotionManagement/DownloadReport', {
  sharesPermission: 'GetReports',
  reads: true,
  kind: 'download',
  input: z.strictObject({ reportId: Uuid }),
  output: Binary,
  refusals: ['NotFound'],
})

/** Sends a report that a warehouse has not taken once more; it has one effect there, however often it comes. */
export const sendReportAgain = call('PromotionManagement/SendReportAgain', {
  input: z.strictObject({ reportId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'ReportTaken'],
})
