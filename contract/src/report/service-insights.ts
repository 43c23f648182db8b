import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { figureScopeOf, report } from '../kit/report.ts'
import { DateOnly } from '../kit/values.ts'
import { projectDomains, workOrderStates, workOrderTypes } from '../services/words.ts'
import { insightMonths } from './words.ts'

/** Service insights (SVC-010): what work orders promised, what was done with them and what they brought. */
export const serviceInsights = report('ServiceInsights/GetServiceInsightsReport', {
  months: insightMonths,
  dimensions: {
    month: { kind: 'time' },
    week: { kind: 'time' },
    day: { kind: 'time' },
    run: { kind: 'text' },
    projectDomain: { kind: 'choice', words: 'projectDomain', values: projectDomains },
    workOrderType: { kind: 'choice', words: 'workOrderType', values: workOrderTypes },
    workOrderState: { kind: 'choice', words: 'workOrderState', values: workOrderStates },
    sender: { kind: 'text' },
    recipient: { kind: 'text' },
    locationGroup: { kind: 'text' },
    category: { kind: 'text' },
    product: { kind: 'text' },
  },
  measures: {
    workOrders: { kind: 'integer' },
    proposedUnits: { kind: 'integer' },
    transferredUnits: { kind: 'integer' },
    compliance: { kind: 'percent' },
    complianceLines: { kind: 'percent' },
    overrideRate: { kind: 'percent' },
    overrideUnits: { kind: 'integer' },
    promisedBenefit: { kind: 'money', price: true },
    realisedBenefit: { kind: 'money', price: true },
    realisedShare: { kind: 'percent', price: true },
    forecastBias: { kind: 'percent' },
  },
})
export const {
  figures: getServiceInsights,
  excel: getServiceInsightsExcel,
  pdf: getServiceInsightsPdf,
} = serviceInsights

export const InsightScope = figureScopeOf(serviceInsights.dimensions)
export type InsightScope = z.infer<typeof InsightScope>

/** The work orders behind a figure of service insights. */
export const insightRows = pageList('ServiceInsights/GetInsightWorkOrders', {
  columns: {
    workOrderCode: column.code(),
    serviceDate: column.date(),
    workOrderType: column.choice(workOrderTypes, { words: 'workOrderType' }),
    workOrderState: column.choice(workOrderStates, { words: 'workOrderState' }),
    senderName: column.text(),
    recipientName: column.text(),
    productName: column.text(),
    proposedAmount: column.integer(),
    amount: column.integer(),
    transferredAmount: column.integer(),
    lateDays: column.integer({ nullable: true }),
    promisedBenefit: column.decimal({ nullable: true, price: true }),
    realisedBenefit: column.decimal({ nullable: true, price: true }),
  },
  extra: { id: Uuid, currency: z.string() },
  scope: { from: DateOnly, to: DateOnly, only: InsightScope },
  defaultSort: [{ column: 'serviceDate', direction: 'desc' }],
  search: true,
  sharesPermission: { page: 'GetServiceInsightsReport', excel: 'GetServiceInsightsReport' },
  refusals: ['WindowTooWide'],
})

/** Works the figures of all work orders that are kept out anew. */
export const updateServiceInsights = call('ServiceInsights/UpdateServiceInsights', {
  input: z.strictObject({}),
  output: z.strictObject({ minutesLeft: z.int() }),
  refusals: ['ReportBeingUpdated'],
})
