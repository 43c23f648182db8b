import type { Readable } from 'node:stream'
import { languages, type Language } from '@kervan/contract/kit/values'
import { translate } from '../messages.ts'
import type { Row } from './row-source.ts'
import { columnLetters, sheetName, type Properties } from './workbook-xml.ts'
import type { EntryRule, Sheet } from './worksheet.ts'
import { writeWorkbook, type ColumnKind } from './write-workbook.ts'

export type TemplateKind = 'text' | 'integer' | 'decimal' | 'date' | 'timestamp' | 'flag'

export interface TemplateColumn {
  key: string
  titles: Readonly<Record<Language, string>>
  kind: TemplateKind
  required?: boolean
  /** What belongs into the column, in the reader's language. */
  hint?: string
  /** A value as somebody types it. */
  example?: string
  /** The only values allowed, as the reader types them. */
  choices?: readonly string[]
  /** Several of the choices may stand in one cell, with commas between them. */
  several?: boolean
  /** In characters. */
  width?: number
}

export interface Template {
  /** Name of the sheet that is filled in. */
  sheet: string
  columns: readonly TemplateColumn[]
  /** Paragraphs over the table of the columns on the sheet of instructions. */
  instructions: readonly string[]
  language: Language
  /** IANA name; needed where there is a column of timestamps and `rows`. */
  timeZone?: string
  /** Today's records, so that they are changed rather than typed. Flags are `true` and `false`. */
  rows?: Iterable<Row> | AsyncIterable<readonly Row[]>
  properties?: Properties
}

const kinds: Record<TemplateKind, ColumnKind> = {
  text: 'text',
  integer: 'integer',
  decimal: 'number',
  date: 'date',
  timestamp: 'instant',
  flag: 'text',
}

/**
 * A workbook to be filled in and imported, as a stream. The header of its first sheet has three lines, each with all titles in
 * one language, the reader's first: a header is found by its exact titles, whatever the language of whoever reads the file.
 * A second sheet has the instructions, a hidden third one the choices that are too long for a list in the cell itself.
 */
export function writeTemplate(template: Template): Readable {
  const { sheet, columns, language, timeZone, rows = [], properties } = template
  const instructions = sheetName(translate(language, 'kit.importTemplate.instructions'), [{ name: sheet }])
  const choices = choiceLists(columns, language, [{ name: sheet }, { name: instructions }])

  const data: Sheet = {
    name: sheet,
    filledIn: true,
    columns: columns.map((column, i) => ({
      header: column.titles[language],
      kind: kinds[column.kind],
      required: column.required === true,
      width: column.width ?? widthOf(column),
      entry: entryRule(column, language, choices.formulas[i]),
    })),
    subheaders: otherThan(language).map((other) => columns.map(({ titles }) => titles[other])),
    rows: withFlags(columns, language, rows),
  }
  const titles = [language, ...otherThan(language)]
  const help: Sheet = {
    name: instructions,
    plain: true,
    lead: [...template.instructions, ''],
    columns: [
      ...titles.map((one) => ({
        header: translate(language, `kit.importTemplate.title.${one}`),
        kind: 'longText' as const,
        width: 24,
      })),
      { header: translate(language, 'kit.importTemplate.meaning'), kind: 'longText', width: 50 },
      { header: translate(language, 'kit.importTemplate.required'), kind: 'longText', width: 12 },
      { header: translate(language, 'kit.importTemplate.format'), kind: 'longText', width: 34 },
      { header: translate(language, 'kit.importTemplate.choices'), kind: 'longText', width: 40 },
      { header: translate(language, 'kit.importTemplate.example'), kind: 'longText', width: 24 },
    ],
    rows: columns.map((column): Row => [
      ...titles.map((one) => column.titles[one]),
      column.hint ?? '',
      translate(language, column.required ? 'kit.yes' : 'kit.no'),
      formatOf(column, language),
      shownChoices(column, language),
      column.example ?? '',
    ]),
  }
  return writeWorkbook({
    sheets: choices.sheet ? [data, help, choices.sheet] : [data, help],
    ...(timeZone !== undefined && { timeZone }),
    ...(properties && { properties }),
  })
}

/** Whether a sheet of this name is a template's sheet of instructions, in any language; an import passes over it. */
export function isInstructionSheet(name: string): boolean {
  return languages.some((language) => translate(language, 'kit.importTemplate.instructions') === name)
}

function otherThan(language: Language): Language[] {
  return languages.filter((one) => one !== language)
}

function widthOf({ titles, kind, choices = [] }: TemplateColumn): number {
  const longest = Math.max(...[...Object.values(titles), ...choices.slice(0, 100)].map((text) => text.length))
  return Math.min(60, Math.max(kind === 'text' ? 20 : kind === 'timestamp' ? 17 : 14, longest + 4))
}

function choicesOf({ kind, choices = [] }: TemplateColumn, language: Language): readonly string[] {
  return kind === 'flag' ? [translate(language, 'kit.yes'), translate(language, 'kit.no')] : choices
}

function formatOf({ kind, choices, several }: TemplateColumn, language: Language): string {
  if (several) return translate(language, 'kit.importTemplate.kind.choices')
  return translate(language, `kit.importTemplate.kind.${choices ? 'choice' : kind}`)
}

/** The list in the cell has all of them. */
const SHOWN_CHOICES = 30

function shownChoices(column: TemplateColumn, language: Language): string {
  const choices = choicesOf(column, language)
  const shown = choices.slice(0, SHOWN_CHOICES)
  return (shown.length < choices.length ? [...shown, '…'] : shown).join('\n')
}

function entryRule(column: TemplateColumn, language: Language, list: string | undefined): EntryRule {
  const required = column.required ? translate(language, 'kit.importTemplate.mustBeFilled') : ''
  const lines = [required, column.hint ?? '', formatOf(column, language)]
  return {
    title: column.titles[language],
    prompt: lines.filter(Boolean).join('\n'),
    ...(list !== undefined && { list }),
  }
}

/** The longest list that a cell may carry itself. */
const LITERAL_CHARACTERS = 255

/** A formula for each column with choices, and the hidden sheet that the long ones point at. */
function choiceLists(
  columns: readonly TemplateColumn[],
  language: Language,
  others: readonly { name: string }[],
): { formulas: (string | undefined)[]; sheet: Sheet | undefined } {
  const name = sheetName('Choices', others)
  const lists: { title: string; choices: readonly string[] }[] = []
  const formulas = columns.map((column) => {
    const choices = choicesOf(column, language)
    // A list in the cell lets one be chosen, and no more.
    if (choices.length === 0 || column.several) return undefined
    const joined = choices.join(',')
    const literal =
      joined.length <= LITERAL_CHARACTERS && !choices.some((choice) => /[,"\n]|^\s|\s$/.test(choice))
    if (literal) return `"${joined}"`
    lists.push({ title: column.titles[language], choices })
    const letter = columnLetters(lists.length - 1)
    return `'${name}'!$${letter}$2:$${letter}$${choices.length + 1}`
  })
  if (lists.length === 0) return { formulas, sheet: undefined }
  const longest = Math.max(...lists.map(({ choices }) => choices.length))
  return {
    formulas,
    sheet: {
      name,
      hidden: true,
      plain: true,
      columns: lists.map(({ title }) => ({ header: title, kind: 'text' })),
      rows: Array.from({ length: longest }, (_, at) => lists.map(({ choices }) => choices[at] ?? null)),
    },
  }
}

/** Writes `true` and `false` as the words of the list in the cell. */
function withFlags(
  columns: readonly TemplateColumn[],
  language: Language,
  rows: Iterable<Row> | AsyncIterable<readonly Row[]>,
): Iterable<Row> | AsyncIterable<readonly Row[]> {
  const flags = columns.flatMap(({ kind }, i) => (kind === 'flag' ? [i] : []))
  if (flags.length === 0) return rows
  const words = new Map([
    ['true', translate(language, 'kit.yes')],
    ['false', translate(language, 'kit.no')],
  ])
  const inWords = (row: Row): Row =>
    row.map((value, i) => (flags.includes(i) ? (words.get(String(value)) ?? value) : value))
  return Symbol.asyncIterator in rows ? eachBatch(rows, inWords) : eachRow(rows, inWords)
}

function* eachRow(rows: Iterable<Row>, change: (row: Row) => Row): Generator<Row> {
  for (const row of rows) yield change(row)
}

async function* eachBatch(
  batches: AsyncIterable<readonly Row[]>,
  change: (row: Row) => Row,
): AsyncGenerator<Row[]> {
  for await (const rows of batches) yield rows.map(change)
}
