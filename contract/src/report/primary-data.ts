import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { figureScopeOf, report } from '../kit/report.ts'
import { DateOnly } from '../kit/values.ts'
import { primaryDataMonths } from './words.ts'

/** Primary Data Inquiry (RPT-001): what was delivered to locations, what they sold, and what their stock says of it. */
export const primaryData = report('PrimaryData/GetPrimaryDataReport', {
  months: primaryDataMonths,
  dimensions: {
    month: { kind: 'time' },
    week: { kind: 'time' },
    day: { kind: 'time' },
    sender: { kind: 'text' },
    recipient: { kind: 'text' },
    locationGroup: { kind: 'text' },
    city: { kind: 'text' },
    category: { kind: 'text' },
    brand: { kind: 'text' },
    product: { kind: 'text' },
  },
  measures: {
    sellIn: { kind: 'integer' },
    sellOut: { kind: 'integer' },
    passedOn: { kind: 'integer' },
    sellThrough: { kind: 'percent' },
    unexplained: { kind: 'integer' },
    explained: { kind: 'percent' },
  },
})
export const { figures: getPrimaryData, excel: getPrimaryDataExcel, pdf: getPrimaryDataPdf } = primaryData

export const PrimaryDataScope = figureScopeOf(primaryData.dimensions)
export type PrimaryDataScope = z.infer<typeof PrimaryDataScope>

/** Days of a product at a location behind a figure: opening + received − sold − passed on − closing = unexplained. */
export const primaryDataDays = pageList('PrimaryData/GetPrimaryDataDays', {
  columns: {
    movementDay: column.date(),
    senderName: column.text({ nullable: true }),
    locationCode: column.code(),
    locationName: column.text(),
    productCode: column.code(),
    productName: column.text(),
    variantCode: column.code(),
    openingStock: column.integer({ nullable: true }),
    receivedUnits: column.integer(),
    soldUnits: column.integer(),
    passedOnUnits: column.integer(),
    closingStock: column.integer({ nullable: true }),
    unexplainedUnits: column.integer({ nullable: true }),
  },
  extra: { id: Uuid },
  scope: { from: DateOnly, to: DateOnly, only: PrimaryDataScope },
  defaultSort: [
    { column: 'movementDay', direction: 'desc' },
    { column: 'productCode', direction: 'asc' },
  ],
  search: true,
  sharesPermission: { page: 'GetPrimaryDataReport', excel: 'GetPrimaryDataReport' },
  refusals: ['WindowTooWide'],
})

/** Works the figures of all days that are kept out anew. */
export const updatePrimaryData = call('PrimaryData/UpdatePrimaryData', {
  input: z.strictObject({}),
  output: z.strictObject({ minutesLeft: z.int() }),
  refusals: ['ReportBeingUpdated'],
})
