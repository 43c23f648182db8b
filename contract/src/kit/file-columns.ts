import { z } from 'zod'
import { Instant, text } from './values.ts'

// The columns of a file that is not like the template: what stands in them, which field each of them fills, and what the
// file's own words mean where a field allows certain values only.

/** So many different values of a column are kept; a column with more holds no choice. */
export const mostValues = 50
/** Columns of a sheet, and sheets of a file, that can be assigned. */
export const mostColumns = 100
export const mostSheets = 20

const propertyPrefix = 'properties.'
/** The column that fills a custom property: `properties.COLD`. */
export const propertyColumn = (code: string): string => `${propertyPrefix}${code}`
/** The code of the property that a column fills; null where it fills a field. */
export const codeOfColumn = (column: string): string | null =>
  column.startsWith(propertyPrefix) ? column.slice(propertyPrefix.length) : null
/** A column that is kept as a new property, which is called as the column is. */
export const newPropertyColumn = propertyColumn('')

/**
 * Which field each column of a file fills. A column is named by its heading as it is compared (`id`); null leaves it out.
 * `values` are the file's own words for a choice, or for yes and no, each with the value that it means; null leaves the
 * field empty.
 */
export const Assignment = z.strictObject({
  columns: z
    .array(z.strictObject({ id: text(300), field: text(80).nullable() }))
    .max(mostColumns * mostSheets),
  values: z
    .array(z.strictObject({ field: text(80), from: text(100), to: text(80).nullable() }))
    .max(mostColumns * mostValues),
})
export type Assignment = z.infer<typeof Assignment>

const Column = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** The first different values, as they stand in the cells. */
  samples: z.array(z.string()),
  /** All different values; null where there are more than `mostValues`. */
  values: z.array(z.string()).nullable(),
  /** The field that it seems to fill, or fills. */
  field: z.string().nullable(),
})

export const FileColumns = z.strictObject({
  fileName: z.string(),
  sheets: z.array(
    z.strictObject({
      sheet: z.string(),
      /** Where its headings stand, counted from 1. */
      row: z.int(),
      columns: z.array(Column),
    }),
  ),
  /** What can be filled, in the order of the template. `required`: a new record needs it. */
  fields: z.array(
    z.strictObject({
      name: z.string(),
      /** What a custom property is called; null for a field of the kind. */
      property: z.string().nullable(),
      isKey: z.boolean(),
      required: z.boolean(),
      /** Words of a choice, or of yes and no, by their folded form; `own` are those that a file is read with anyway. */
      words: z.array(z.strictObject({ word: z.string(), value: z.string(), own: z.boolean() })).nullable(),
    }),
  ),
  /** A column may be kept as a new property. */
  mayAddProperties: z.boolean(),
  /** What the file's own words mean, as far as it was said before. */
  values: Assignment.shape.values,
  /** An assignment that is kept for files of this sender. */
  kept: z.strictObject({ by: z.string(), at: Instant }).nullable(),
})
export type FileColumns = z.infer<typeof FileColumns>
