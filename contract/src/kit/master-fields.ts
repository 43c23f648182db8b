import { z } from 'zod'
import { Code, CurrencyCode, DateOnly, Instant, LongCode, text } from './values.ts'

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
  | 'file'
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
  /** So many of them are shown at least; two of a price. */
  readonly places: number
  readonly values: readonly string[] | null
  /** Where the words of choices stand: `state.<words>.<Value>`. */
  readonly words: string | null
  /** The kind whose records a reference names by their code, and a text may name. */
  readonly to: string | null
  readonly folds: ((code: string) => string) | null
  /** How many codes name a record that a reference leads to: the key fields of its kind. */
  readonly parts: number
  /** What a text or a code has to be. */
  readonly format: 'email' | 'currency' | null
  /** An amount of money. */
  readonly isMoney: boolean
  /** The field with the currency of an amount; null where it is the company's. */
  readonly currencyIn: string | null
  /** More than one line of text. */
  readonly lines: number
}
export type Fields = Readonly<Record<string, Field>>

type Refers<T extends string = string> = {
  readonly type: 'reference' | 'references'
  readonly to: T
}
/** The names of the fields that are of such a kind. */
type NamesOf<F extends Fields, Kind> = {
  [K in keyof F & string]: F[K] extends Kind ? K : never
}[keyof F & string]
/** The names of the fields that name records of another kind. */
export type ReferencesOf<F extends Fields> = NamesOf<F, Refers>
/** The kinds whose records the fields name: references, and texts that may name a record. */
export type TargetsOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly to: infer T extends string } ? T : never
}[keyof F]
/** The names of the fields that hold a price. */
export type PricesOf<F extends Fields> = NamesOf<F, { readonly price: true }>
/** The names of the fields that hold a day, and of those that always hold one. */
export type DatesOf<F extends Fields> = NamesOf<F, { readonly type: 'date' }>
export type FilledDatesOf<F extends Fields> = NamesOf<
  F,
  { readonly type: 'date'; readonly value: typeof DateOnly }
>

/** Tells the compiler more of a field than what all of them have. */
const known = <F extends Field, More>(made: F) => made as F & More

/** A value as it travels and is kept: references by code, decimals and days as text. */
export type FieldValue = string | number | boolean | null | string[] | Record<string, string>
export type Values = Record<string, FieldValue>

/** Several values: an empty list is what null is to other fields. */
export const isList = (type: FieldType): boolean => type === 'references' || type === 'choices'

type Own = Partial<
  Pick<
    Field,
    | 'max'
    | 'min'
    | 'scale'
    | 'values'
    | 'words'
    | 'to'
    | 'parts'
    | 'lines'
    | 'format'
    | 'isMoney'
    | 'currencyIn'
  >
>
type Given<V extends z.ZodType, O extends Options> = O extends { optional: true } ? z.ZodNullable<V> : V
type Made<V extends z.ZodType, O extends Options> = Field<Given<V, O>> &
  (O extends { price: true } ? { readonly price: true } : unknown)

function make<V extends z.ZodType, O extends Options>(
  type: FieldType,
  value: V,
  options: O | undefined,
  own: Own = {},
): Made<V, O> {
  const isOptional = options?.optional ?? false
  const isKey = options?.key ?? false
  const isFile = type === 'picture' || type === 'file'
  const made: Field<Given<V, O>> = {
    type,
    value: (isOptional ? value.nullable() : value) as Given<V, O>,
    optional: isOptional,
    fixed: options?.fixed ?? isKey,
    key: isKey,
    searched: options?.searched ?? isKey,
    list: options?.list ?? (['picture', 'properties', 'references'].includes(type) ? 'no' : 'shown'),
    price: options?.price ?? false,
    section: options?.section ?? null,
    bulk: options?.bulk ?? !(isKey || options?.fixed || isFile),
    start: options?.start ?? (isList(type) ? [] : type === 'properties' ? {} : null),
    max: null,
    min: null,
    scale: 0,
    places: options?.price ? 2 : 0,
    values: null,
    words: null,
    to: null,
    parts: 1,
    folds: options?.folds ?? null,
    format: null,
    isMoney: false,
    currencyIn: null,
    lines: 1,
    ...own,
  }
  return made as Made<V, O>
}

type TextOptions = Options & {
  max: number
  lines?: number
  /** The kind whose records the text may name by their code: offered and shown by their name, and not demanded. */
  mayName?: string
}
type NumberOptions = Options & { min?: number; max?: number }
type ReferenceOptions = Options & {
  max?: number
  /** How many codes name a record of the other kind, where it has several key fields: `Marmara · Tuzla`. */
  parts?: number
}

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
    known<Made<z.ZodString, O>, O extends { mayName: infer T extends string } ? { readonly to: T } : unknown>(
      make('text', text(options.max), options, {
        max: options.max,
        lines: options.lines ?? 1,
        to: options.mayName ?? null,
      }),
    ),
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
  /** A record of another kind, by its code; by the codes of all its key fields where it has several (`parts`). */
  reference: <const T extends string, const O extends ReferenceOptions>(to: T, options?: O) =>
    known<Made<z.ZodString, O>, Refers<T>>(
      make('reference', (options?.parts ?? 1) > 1 ? LongCode : Code, options, {
        to,
        max: options?.max ?? ((options?.parts ?? 1) > 1 ? 400 : 64),
        parts: options?.parts ?? 1,
      }),
    ),
  /** Several records of another kind, by their codes. */
  references: <const T extends string, const O extends Options & { max?: number }>(to: T, options?: O) =>
    known<Made<z.ZodArray<z.ZodString>, O>, Refers<T>>(
      make('references', z.array(Code).max(options?.max ?? 100), options, { to, max: options?.max ?? 100 }),
    ),
  integer: <const O extends NumberOptions>(options?: O) =>
    make('integer', wholeOf(options), options, {
      min: options?.min ?? 0,
      max: options?.max ?? 999_999_999,
    }),
  decimal: <const O extends NumberOptions & { scale: number; places?: number }>(options: O) =>
    make('decimal', decimalOf(options.scale, options), options, {
      scale: options.scale,
      ...(options.places !== undefined && { places: options.places }),
      min: options.min ?? 0,
      max: options.max ?? null,
    }),
  /** An amount of the company's currency, at most four places; of its own where `amountWithCurrency` makes it. */
  money: <const O extends NumberOptions & { currencyIn?: string }>(options?: O) =>
    make('decimal', decimalOf(4, options ?? {}), options, {
      scale: 4,
      min: options?.min ?? 0,
      isMoney: true,
      currencyIn: options?.currencyIn ?? null,
    }),
  /** A currency by its code. */
  currency: <const O extends Options>(options?: O) =>
    make('code', CurrencyCode, options, { max: 3, format: 'currency' }),
  date: <const O extends Options>(options?: O) =>
    known<Made<typeof DateOnly, O>, { readonly type: 'date' }>(make('date', DateOnly, options)),
  instant: <const O extends Options>(options?: O) => make('instant', Instant, options),
  flag: <const O extends Options>(options?: O) =>
    make('flag', z.boolean(), { start: false, ...options } as O),
  /** A picture, by the id of its file. */
  picture: <const O extends Options>(options?: O) => make('picture', z.uuid(), options),
  /** A document, by the id of its file: uploaded in the form, opened by a link, kept as long as its history. */
  file: <const O extends Options>(options?: O) =>
    known<Made<z.ZodUUID, O>, { readonly type: 'file' }>(make('file', z.uuid(), options)),
  /** What a company adds to the records of this kind: texts by the code of the property. */
  properties: <const O extends Options>(options?: O) =>
    make('properties', z.record(Code, text(200, 0)), options),
}

/**
 * An amount with a currency of its own, as two fields: `rate` and `rateCurrency`. Both are given, or neither where they
 * are optional; what is said of the amount as a price, of its section and its place in the list holds for both.
 */
export function amountWithCurrency<const N extends string, const O extends NumberOptions>(
  name: N,
  options?: O,
) {
  const currencyIn = `${name}Currency` as const
  const { optional = false, fixed = false, price = false, list = 'shown' } = options ?? {}
  const section = options?.section === undefined ? {} : { section: options.section }
  return {
    [name]: field.money({ ...options, currencyIn }),
    [currencyIn]: field.currency({ optional, fixed, price, list, ...section }),
  } as Record<N, Made<z.ZodString, O>> & Record<`${N}Currency`, Made<typeof CurrencyCode, O>>
}
