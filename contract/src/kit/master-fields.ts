import { z } from 'zod'
import { column, type Column } from './page.ts'
import { Code, DateOnly, Instant, text, type Language } from './values.ts'

// The fields of a kind of master data. From a field follow its value on the wire, its column in the list, its place in
// the form, its column in the workbook and how it is read from one.

export type FieldType =
  | 'text'
  | 'code'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'instant'
  | 'flag'
  | 'picture'
  | 'properties'

/** What a value of a custom property is, which a company defines itself (DAT-001). */
export const propertyTypes = ['Text', 'Number', 'Date', 'Flag', 'Choice'] as const

type Options = {
  /** May be left empty. */
  optional?: boolean
  /** Cannot be changed once the record exists. Key fields are fixed as well, unless they say `fixed: false`: a form may
   * change such a key, which names the record in files and deliveries all the same. */
  fixed?: boolean
  /** Names the record together with the other key fields, in a workbook too. */
  key?: boolean
  /** The search of the list looks into it. */
  searched?: boolean
  /** `hidden`: offered by the column chooser; `no`: no column of the list at all. */
  list?: 'shown' | 'hidden' | 'no'
  /** A price: whoever may not see prices is not offered it (ORD-020). */
  price?: boolean
  /** The part of the form it stands in: `kind.<kind>.section.<section>`. */
  section?: string
  /** May be changed for many records at once. */
  bulk?: boolean
  /** What a form, a workbook and a delivery may leave out because it has this value then. */
  start?: unknown
  /** How codes that a reference names are compared; as all codes are where nothing is said. */
  folds?: (code: string) => string
}

export type Field<V extends z.ZodType = z.ZodType> = {
  readonly type: FieldType
  readonly value: V
  readonly optional: boolean
  readonly fixed: boolean
  readonly key: boolean
  readonly searched: boolean
  readonly list: 'shown' | 'hidden' | 'no'
  readonly price: boolean
  readonly section: string | null
  readonly bulk: boolean
  readonly start: unknown
  /** Longest text, or the largest number. */
  readonly max: number | null
  readonly min: number | null
  /** Places after the point of a decimal. */
  readonly scale: number
  readonly values: readonly string[] | null
  /** Where the words of choices stand: `state.<words>.<Value>`. */
  readonly words: string | null
  /** The kind whose records a reference names by their code, and a text may name. */
  readonly to: string | null
  readonly folds: ((code: string) => string) | null
  /** What a text has to be. */
  readonly format: 'email' | null
  /** More than one line of text. */
  readonly lines: number
}
export type Fields = Readonly<Record<string, Field>>

type Refers = { readonly type: 'reference' | 'references' }
/** The names of the fields that name records of another kind. */
export type ReferencesOf<F extends Fields> = {
  [K in keyof F & string]: F[K] extends Refers ? K : never
}[keyof F & string]

/** Tells the compiler that a field is one of those. */
const refers = <F extends Field>(made: F) => made as F & Refers

/** A value as it travels and is kept: references by code, decimals and days as text. */
export type FieldValue = string | number | boolean | null | string[] | Record<string, string>
export type Values = Record<string, FieldValue>

/** Several values: an empty list is what null is to other fields. */
export const isList = (type: FieldType): boolean => type === 'references' || type === 'choices'

type Own = Partial<Pick<Field, 'max' | 'min' | 'scale' | 'values' | 'words' | 'to' | 'lines' | 'format'>>
type Given<V extends z.ZodType, O extends Options> = O extends { optional: true } ? z.ZodNullable<V> : V

function make<V extends z.ZodType, O extends Options>(
  type: FieldType,
  value: V,
  options: O | undefined,
  own: Own = {},
): Field<Given<V, O>> {
  const isOptional = options?.optional ?? false
  const isKey = options?.key ?? false
  return {
    type,
    value: (isOptional ? value.nullable() : value) as Given<V, O>,
    optional: isOptional,
    fixed: options?.fixed ?? isKey,
    key: isKey,
    searched: options?.searched ?? isKey,
    list: options?.list ?? (['picture', 'properties', 'references'].includes(type) ? 'no' : 'shown'),
    price: options?.price ?? false,
    section: options?.section ?? null,
    bulk: options?.bulk ?? !(isKey || options?.fixed || type === 'picture'),
    start: options?.start ?? (isList(type) ? [] : type === 'properties' ? {} : null),
    max: null,
    min: null,
    scale: 0,
    values: null,
    words: null,
    to: null,
    folds: options?.folds ?? null,
    format: null,
    lines: 1,
    ...own,
  }
}

type TextOptions = Options & {
  max: number
  lines?: number
  /** The kind whose records the text may name by their code: offered and shown by their name, and not demanded. */
  mayName?: string
}
type NumberOptions = Options & { min?: number; max?: number }

const wholeOf = ({ min, max }: NumberOptions = {}) =>
  z
    .int()
    .min(min ?? 0)
    .max(max ?? 999_999_999)

/** A decimal as text, within bounds that are numbers a person wrote down. */
const decimalOf = (scale: number, { min, max }: NumberOptions) =>
  z
    .string()
    .regex(new RegExp(`^-?\\d{1,13}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`))
    .refine((value) => Number(value) >= (min ?? 0) && Number(value) <= (max ?? 1e13), { abort: true })

/** The kinds of field a kind of master data may have. `optional` defaults to false. */
export const field = {
  text: <const O extends TextOptions>(options: O) =>
    make('text', text(options.max), options, {
      max: options.max,
      lines: options.lines ?? 1,
      to: options.mayName ?? null,
    }),
  /** An email address. */
  email: <const O extends Options>(options?: O) =>
    make('text', z.email().max(254), options, { max: 254, format: 'email' }),
  /** A code that people and other systems use: shown in mono, compared without case, dots of i and blanks around it. */
  code: <const O extends Options & { max?: number }>(options?: O) =>
    make('code', Code.max(options?.max ?? 64), options, { max: options?.max ?? 64 }),
  choice: <const V extends readonly [string, ...string[]], const O extends Options & { words: string }>(
    values: V,
    options: O,
  ) => make('choice', z.enum(values), options, { values, words: options.words }),
  /** Several of some values, in the order of their declaration; at least one, unless the field is optional. */
  choices: <const V extends readonly [string, ...string[]], const O extends Options & { words: string }>(
    values: V,
    options: O,
  ) =>
    make('choices', z.array(z.enum(values)).min(options.optional ? 0 : 1), options, {
      values,
      words: options.words,
    }),
  /** A record of another kind, by its code. */
  reference: <const O extends Options & { max?: number }>(to: string, options?: O) =>
    refers(make('reference', Code, options, { to, max: options?.max ?? 64 })),
  /** Several records of another kind, by their codes. */
  references: <const O extends Options & { max?: number }>(to: string, options?: O) =>
    refers(
      make('references', z.array(Code).max(options?.max ?? 100), options, { to, max: options?.max ?? 100 }),
    ),
  integer: <const O extends NumberOptions>(options?: O) =>
    make('integer', wholeOf(options), options, {
      min: options?.min ?? 0,
      max: options?.max ?? 999_999_999,
    }),
  decimal: <const O extends NumberOptions & { scale: number }>(options: O) =>
    make('decimal', decimalOf(options.scale, options), options, {
      scale: options.scale,
      min: options.min ?? 0,
      max: options.max ?? null,
    }),
  /** An amount of the company's currency, at most four places. */
  money: <const O extends NumberOptions>(options?: O) =>
    make('decimal', decimalOf(4, options ?? {}), options, { scale: 4, min: options?.min ?? 0 }),
  date: <const O extends Options>(options?: O) => make('date', DateOnly, options),
  instant: <const O extends Options>(options?: O) => make('instant', Instant, options),
  flag: <const O extends Options>(options?: O) =>
    make('flag', z.boolean(), { start: false, ...options } as O),
  /** A picture, by the id of its file. */
  picture: <const O extends Options>(options?: O) => make('picture', z.uuid(), options),
  /** What a company adds to the records of this kind: texts by the code of the property. */
  properties: <const O extends Options>(options?: O) =>
    make('properties', z.record(Code, text(200, 0)), options),
}

/** How the field of a name in a language ends: `nameGerman` beside `name`. */
export const languageEndings = { en: 'English', tr: 'Turkish', de: 'German' } as const satisfies Record<
  Language,
  string
>
type Ending = (typeof languageEndings)[Language]

/**
 * The names that a record has in the other languages, beside the field `name`: optional, in a form behind a
 * switch at that field. Who reads the record sees the name in their language, and `name` where there is none.
 */
export function otherLanguages<const N extends string>(name: N, { max }: { max: number }) {
  const one = field.text({
    max,
    optional: true,
    searched: true,
    list: 'hidden',
    bulk: false,
  })
  return Object.fromEntries(
    Object.values(languageEndings).map((ending) => [`${name}${ending}`, one]),
  ) as Record<`${N}${Ending}`, typeof one>
}

/** Whether the records have this name in each language as well (`otherLanguages`). */
export const isTranslated = (fields: Readonly<Record<string, unknown>>, name: string): boolean =>
  fields[`${name}${languageEndings.en}`] !== undefined

/** The column of a list that tells the name itself, where `name` is the one in the reader's language. */
export const baseColumn = (name: string): string => `${name}Base`

/**
 * The message that names a field where it is written: in a form, a file, a history. A name that records have in each
 * language as well is told apart from these; a list calls what it shows of it by its plain name.
 */
export const fieldWord = (fields: Readonly<Record<string, unknown>>, name: string): string =>
  `column.${isTranslated(fields, name) ? baseColumn(name) : name}`

/** The column of a field in its list; a reference shows what the other record is called. */
export function columnOf(one: Field): Column<z.ZodType, false> {
  // A price is null for readers who may not see it.
  const options = { nullable: one.optional || one.price, price: one.price }
  switch (one.type) {
    case 'code':
      return column.code(options)
    case 'choice':
      return column.choice(one.values as [string, ...string[]], { ...options, words: one.words ?? '' })
    case 'choices':
      return column.choices(one.values as [string, ...string[]], { ...options, words: one.words ?? '' })
    case 'integer':
      return column.integer(options)
    case 'decimal':
      return column.decimal(options)
    case 'date':
      return column.date(options)
    case 'instant':
      return column.instant(options)
    case 'flag':
      return column.flag(options)
    default:
      return column.text(options)
  }
}
