import { z } from 'zod'
import { call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { figureScopeOf, report } from '../kit/report.ts'
import { coverClasses } from './words.ts'

/** Stock Sense (RPT-001): how long stock lasts, what is lost, and what is being done about it. */
export const stockSense = report('StockSense/GetStockSenseReport', {
  months: null,
  dimensions: {
    coverClass: { kind: 'choice', words: 'coverClass', values: coverClasses },
    locationGroup: { kind: 'text' },
    location: { kind: 'text' },
    city: { kind: 'text' },
    category: { kind: 'text' },
    brand: { kind: 'text' },
    product: { kind: 'text' },
  },
  measures: {
    places: { kind: 'integer' },
    onHand: { kind: 'integer' },
    stockValue: { kind: 'money', price: true },
    lostUnits: { kind: 'integer' },
    /** Between which and which what was lost lies, in 80 of 100 cases. */
    lostUnitsLow: { kind: 'integer' },
    lostUnitsHigh: { kind: 'integer' },
    lostValue: { kind: 'money', price: true },
    brokenSets: { kind: 'integer' },
    availability: { kind: 'percent' },
    networkCover: { kind: 'days' },
  },
})
export const { figures: getStockSense, excel: getStockSenseExcel, pdf: getStockSensePdf } = stockSense

export const StockSenseScope = figureScopeOf(stockSense.dimensions)
export type StockSenseScope = z.infer<typeof StockSenseScope>

/** Products at locations behind a figure, what was lost most first, each with its work order or why there is none. */
export const stockSenseItems = pageList('StockSense/GetStockSenseItems', {
  columns: {
    locationCode: column.code(),
    locationName: column.text(),
    productCode: column.code(),
    productName: column.text(),
    variantCode: column.code(),
    coverClass: column.choice(coverClasses, { words: 'coverClass' }),
    onHandUnits: column.integer(),
    inTransitUnits: column.integer(),
    weeklyRate: column.decimal(),
    stockCover: column.integer({ nullable: true }),
    lostUnits: column.decimal(),
    lostUnitsLow: column.decimal(),
    lostUnitsHigh: column.decimal(),
    lostValue: column.decimal({ nullable: true, price: true }),
    stockValue: column.decimal({ nullable: true, price: true }),
    brokenSet: column.flag(),
    /** The work order that sends something, or why none does. */
    nextStep: column.text({ computed: true }),
  },
  extra: { id: Uuid, workOrderCode: z.string().nullable(), currency: z.string() },
  scope: { only: StockSenseScope },
  defaultSort: [{ column: 'lostUnits', direction: 'desc' }],
  search: true,
  sharesPermission: { page: 'GetStockSenseReport', excel: 'GetStockSenseReport' },
})

/** Works the figures out anew. */
export const updateStockSense = call('StockSense/UpdateStockSense', {
  input: z.strictObject({}),
  output: z.strictObject({ minutesLeft: z.int() }),
  refusals: ['ReportBeingUpdated'],
})

const settings = {
  /** Stock that lasts fewer days is low, and stock that lasts more is too much. */
  lowDays: z.int().min(1).max(365),
  overDays: z.int().min(2).max(3650),
}
const Settings = z.strictObject({ ...settings, version: z.int() })

/** The days by which cover is judged; version 0 where the company has set none. */
export const getStockSenseSettings = call('StockSense/GetStockSenseSettings', {
  reads: true,
  sharesPermission: 'GetStockSenseReport',
  input: z.strictObject({}),
  output: Settings,
  refusals: [],
})

/** Keeps the days and works the figures out anew. */
export const saveStockSenseSettings = call('StockSense/SaveStockSenseSettings', {
  input: z
    .strictObject({ ...settings, version: z.union([z.literal(0), Version]) })
    .refine(({ lowDays, overDays }) => lowDays < overDays, {
      path: ['overDays'],
      error: 'report.settings.overBelowLow',
    }),
  output: Settings,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded'],
})
