import { z } from 'zod'
import { Binary, call } from './call.ts'
import { keysOf } from './typed.ts'
import { DateOnly, Instant } from './values.ts'

// A report: figures grouped by rows and, if wanted, by one column, all made on the server (ORD-018). It is declared once
// as dimensions and measures; the call for the figures and the one for their workbook follow.

/** How many dimensions stand inside each other in the rows. */
export const reportLevels = 3
/** What is shown at most. Totals are always of everything. */
export const reportRowLimit = 1_000
export const reportColumnLimit = 50
const filterValueLimit = 50

export type Dimension = {
  /** A time is drawn as a line and stands in its own order; the others stand by their label. */
  readonly kind: 'time' | 'choice' | 'text'
  /** Of a choice: `state.<words>.<value>` is what people read, in the order of `values`. */
  readonly words?: string
  readonly values?: readonly string[]
}

export type Measure = {
  readonly kind: 'integer' | 'money' | 'percent' | 'days'
  /** Not offered to readers who may not see prices, and never sent to them (ORD-020). */
  readonly price?: boolean
}

export type Dimensions = Readonly<Record<string, Dimension>>
export type Measures = Readonly<Record<string, Measure>>
/** A value that a row or a column stands for; null where the record has none. */
export const ReportHead = z.strictObject({ value: z.string().nullable(), label: z.string().nullable() })
export type ReportHead = z.infer<typeof ReportHead>

/** Figures that are worked out in advance: when, what the last day of their data is, and how long a new reckoning takes. */
export const Freshness = z.strictObject({
  /** Null where they were never worked out. */
  builtAt: Instant.nullable(),
  lastDay: DateOnly.nullable(),
  /** Minutes until figures that are being worked out are there; null while none are. */
  minutesLeft: z.int().nullable(),
})
export type Freshness = z.infer<typeof Freshness>

/** A figure as exact text; null where nothing is there, or where no single figure can be given (several currencies). */
export const Figure = z.string().nullable()

export const ReportRow = z.strictObject({
  /** The values from the outermost dimension to this row's own: its length is its level. */
  path: z.array(ReportHead).min(1).max(reportLevels),
  cells: z.array(Figure),
  total: Figure,
})
export type ReportRow = z.infer<typeof ReportRow>

export const ReportAnswer = z.strictObject({
  columns: z.array(ReportHead),
  /** Every group stands before what is inside it. */
  rows: z.array(ReportRow),
  columnTotals: z.array(Figure),
  grandTotal: Figure,
  /** The currency of amounts, null where there is none or several. */
  currency: z.string().nullable(),
  /** Whether the cells of a row come to its total: not where an order counts in several of them, nor for a ratio. */
  additive: z.boolean(),
  /** Null of a report that reads the records themselves. */
  freshness: Freshness.nullable(),
  /** When the figures were read: screen, files and mail of them name it. */
  madeAt: Instant,
})
export type ReportAnswer = z.infer<typeof ReportAnswer>

/** A question as the server reads it, whatever the report. */
export type ReportQuery = {
  /** Both null of a report of what is there now. */
  from: string | null
  to: string | null
  rows: string[]
  column: string | null
  measure: string
  filters: Partial<Record<string, string[]>>
}

/** What a figure of a report is limited to: of each dimension these values, null for records without one. */
export const figureScopeOf = <const D extends Dimensions>(dimensions: D) =>
  z
    .array(
      z.strictObject({
        dimension: z.enum(keysOf(dimensions)),
        values: z.array(z.string().max(200).nullable()).min(1).max(50),
      }),
    )
    .max(20)

/**
 * Declares a report of at most `months` months (ORD-018, ORD-025), with null one of what is there now. `name` is its call; those of its files are `<name>Excel` and
 * `<name>Pdf`, which share its permission. A dimension stands in the rows or in the column, once.
 */
export function report<
  N extends `${string}/${string}`,
  const D extends Dimensions,
  const M extends Measures,
  W extends number | null,
>(name: N, { dimensions, measures, months }: { dimensions: D; measures: M; months: W }) {
  const given: z.ZodType = months === null ? z.null() : DateOnly
  const day = given as z.ZodType<W extends number ? string : null>
  const dimension = z.enum(keysOf(dimensions))
  const input = z
    .strictObject({
      from: day,
      to: day,
      rows: z.array(dimension).min(1).max(reportLevels),
      column: dimension.nullable(),
      measure: z.enum(keysOf(measures)),
      filters: z.partialRecord(dimension, z.array(z.string().max(200)).min(1).max(filterValueLimit)),
    })
    .refine(({ rows, column }) => new Set<string | null>([...rows, column]).size === rows.length + 1, {
      path: ['rows'],
      error: 'kit.report.dimensionTwice',
    })
  const refusals = ['WindowTooWide', 'ReportTooLarge', 'ReportAmountsHidden'] as const
  const [, operation = ''] = name.split('/')
  const file = <F extends 'ReportTooWideForPaper' = never>(kind: string, ...more: F[]) =>
    call(`${name}${kind}` as `${string}/${string}`, {
      reads: true,
      kind: 'download',
      sharesPermission: operation,
      input,
      output: Binary,
      refusals: [...refusals, ...more],
    })
  return {
    dimensions,
    measures,
    months,
    figures: call(name, { reads: true, input, output: ReportAnswer, refusals }),
    excel: file('Excel'),
    pdf: file('Pdf', 'ReportTooWideForPaper'),
  }
}

export type Report<
  D extends Dimensions = Dimensions,
  M extends Measures = Measures,
  W extends number | null = number | null,
> = ReturnType<typeof report<`${string}/${string}`, D, M, W>>
