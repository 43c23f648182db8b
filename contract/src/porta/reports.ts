import { z } from 'zod'
import { Binary, call, Done, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'

// Reports of approved requests to the warehouses that pay (DSC-016): of discount requests and of price-change refunds.

/** `Sent`: the warehouse has given its receipt. */
export const reportStates = ['Waiting', 'Sent', 'Failed'] as const

const list = {
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
} as const

export const discountReports = pageList('PromotionManagement/GetReports', {
  ...list,
  defaultSort: [...list.defaultSort],
})
export const priceChangeReports = pageList('PriceChangeManagement/GetReports', {
  ...list,
  defaultSort: [...list.defaultSort],
})

/**
 * Reports what is approved so far, each request once: a report for each warehouse. The same is done by itself at the
 * beginning of each month.
 */
const reporting = {
  input: Nothing,
  output: z.strictObject({ reports: z.int(), requests: z.int() }),
  refusals: ['NothingToReport', 'WholeCompanyNeeded'],
} as const
export const reportRequests = call('PromotionManagement/ReportRequests', reporting)
export const reportPriceChangeRequests = call('PriceChangeManagement/ReportRequests', reporting)

/** The requests of a report as CSV, for a warehouse that takes no calls. */
const saved = {
  sharesPermission: 'GetReports',
  reads: true,
  kind: 'download',
  input: z.strictObject({ reportId: Uuid }),
  output: Binary,
  refusals: ['NotFound'],
} as const
export const downloadReport = call('PromotionManagement/DownloadReport', saved)
export const downloadPriceChangeReport = call('PriceChangeManagement/DownloadReport', saved)

/** Sends a report that a warehouse has not taken once more; it has one effect there, however often it comes. */
const again = {
  input: z.strictObject({ reportId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'ReportTaken'],
} as const
export const sendReportAgain = call('PromotionManagement/SendReportAgain', again)
export const sendPriceChangeReportAgain = call('PriceChangeManagement/SendReportAgain', again)
