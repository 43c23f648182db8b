import { z } from 'zod'
import { Binary, call, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { earningStates } from './words.ts'

// What pharmacies earn by institutional-discount requests (KIG-001, KIG-002), for staff and for the pharmacy itself.

/** `Correction`: what changed of a row after its month was closed. */
export const kigoRowKinds = ['Row', 'Correction'] as const

/** What is to be known of how the figures of a row came about. */
export const kigoNotes = [
  'InvoiceDateUnknown',
  'RateMissing',
  'PriceMissing',
  'MarginMissing',
  'NoDifference',
  'LateForMonth',
] as const

/** By which day a row belongs to a period, and by which difference a pharmacy is paid (domain/pharma 4.2). */
export const kigoPeriods = ['SaleDate', 'ApplicationDate'] as const
export const kigoPayments = ['SellOut', 'SellOutMinusSellIn'] as const

/** The report looks at so many months at once. */
export const kigoMonths = 12

const amount = () => column.decimal({ nullable: true, price: true })
const columns = {
  applicantId: column.code(),
  validDataMatrix: column.text(),
  lotNumber: column.code(),
  serialNumber: column.code(),
  warehouseGln: column.code({ nullable: true }),
  warehouseName: column.text({ nullable: true }),
  shipToLocation: column.text(),
  invoiceDate: column.date({ nullable: true }),
  ownerGln: column.code(),
  ownerName: column.text(),
  ownerCity: column.text(),
  gtin: column.code(),
  productName: column.text(),
  inquiryDate: column.instant({ nullable: true }),
  applicantDate: column.instant(),
  validSaleDate: column.date({ nullable: true }),
  paymentLocationName: column.text(),
  applicationStatus: column.choice(earningStates, { words: 'discountRequest' }),
  sellIn: amount(),
  sellInTax: amount(),
  sellOut: amount(),
  sellOutTax: amount(),
  serviceCharge: amount(),
  discountRatio: column.decimal({ nullable: true }),
  payment: amount(),
  paymentTax: amount(),
  periodDay: column.date(),
  rowKind: column.choice(kigoRowKinds, { words: 'kigoRow' }),
  monthClosed: column.flag(),
  kigoNotes: column.choices(kigoNotes, { words: 'kigoNote' }),
  // How the figures came about.
  basisDay: column.date(),
  manufacturerPrice: amount(),
  requiredRate: column.decimal({ nullable: true, price: true }),
  appliedRate: column.decimal({ nullable: true, price: true }),
  taxRate: column.decimal(),
  serviceRate: column.decimal(),
  paidPrice: amount(),
  duePrice: amount(),
} as const

const list = {
  columns,
  extra: { id: Uuid, requestId: Uuid },
  scope: { from: DateOnly, to: DateOnly },
  defaultSort: [{ column: 'periodDay', direction: 'desc' }] as { column: 'periodDay'; direction: 'desc' }[],
  search: true,
  summed: {
    sums: ['sellIn', 'sellOut', 'sellOutTax', 'serviceCharge', 'payment', 'paymentTax'],
    groups: {
      applicationStatus: 'applicationStatus',
      ownerGln: 'ownerName',
      gtin: 'productName',
      paymentLocationName: 'paymentLocationName',
    },
  },
} as const

export const kigoReport = pageList('PromotionManagement/GetKigoReport', {
  ...list,
  refusals: ['WindowTooWide'],
})
/** A pharmacy's own rows. */
export const myKigoReport = pageList('MyPromotionRequests/GetKigoReport', {
  ...list,
  refusals: ['WindowTooWide', 'RequestWindowTooEarly'],
})

/** Sums of the rows that match, to the kuruş; amounts are null for readers who see no prices. */
export const KigoTotals = z.strictObject({
  approvedCount: z.int(),
  approvedAmount: z.string().nullable(),
  approvedAmountTax: z.string().nullable(),
  declinedCount: z.int(),
  declinedAmount: z.string().nullable(),
  declinedAmountTax: z.string().nullable(),
  pharmacyPayment: z.string().nullable(),
  pharmacyPaymentTax: z.string().nullable(),
  currency: z.string(),
})
export type KigoTotals = z.infer<typeof KigoTotals>

const totals = { reads: true, output: KigoTotals } as const
export const kigoTotals = call('PromotionManagement/GetKigoTotals', {
  ...totals,
  sharesPermission: 'GetKigoReport',
  input: kigoReport.page.input.omit({ page: true, pageSize: true, known: true, summary: true }),
  refusals: ['WindowTooWide'],
})
export const myKigoTotals = call('MyPromotionRequests/GetKigoTotals', {
  ...totals,
  sharesPermission: 'GetKigoReport',
  input: myKigoReport.page.input.omit({ page: true, pageSize: true, known: true, summary: true }),
  refusals: ['WindowTooWide', 'RequestWindowTooEarly'],
})

/** So many rows are written on paper; more are saved as a workbook. */
export const kigoPaperRows = 5_000
const paper = { reads: true, kind: 'download', output: Binary } as const
/** Rows and totals on paper, as they are listed. */
export const kigoPaper = call('PromotionManagement/DownloadKigoReport', {
  ...paper,
  sharesPermission: 'ExportKigoReport',
  input: kigoTotals.input,
  refusals: ['WindowTooWide', 'TooManyForPaper'],
})
export const myKigoPaper = call('MyPromotionRequests/DownloadKigoReport', {
  ...paper,
  sharesPermission: 'ExportKigoReport',
  input: myKigoTotals.input,
  refusals: ['WindowTooWide', 'RequestWindowTooEarly', 'TooManyForPaper'],
})

/** The months that are closed, the newest first, and the one that can be closed next. */
export const KigoMonths = z.strictObject({
  closed: z.array(z.strictObject({ month: DateOnly, at: Instant, by: z.string(), rows: z.int() })),
  /** The first of the month that follows; null before there is any row, or while that month still runs. */
  next: DateOnly.nullable(),
})
export type KigoMonths = z.infer<typeof KigoMonths>

export const getKigoMonths = call('PromotionManagement/GetKigoMonths', {
  reads: true,
  sharesPermission: 'GetKigoReport',
  input: Nothing,
  output: KigoMonths,
  refusals: [],
})

/** Keeps the rows of a month as they are paid; what changes later comes as corrections in a month that is open. */
export const closeKigoMonth = call('PromotionManagement/CloseKigoMonth', {
  /** The first day of the month. */
  input: z.strictObject({ firstDay: DateOnly }),
  output: KigoMonths,
  refusals: ['WholeCompanyNeeded', 'KigoMonthNotNext'],
})
