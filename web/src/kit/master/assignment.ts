import { guessValue } from '@kervan/contract/kit/column-guess'
import { newPropertyColumn, type Assignment, type FileColumns } from '@kervan/contract/kit/file-columns'
import { fold } from '../fold.ts'

// What somebody says of the columns of a file, while they say it. Pure.

/** The field of each column by its id; the chosen meanings of words, by field and word. */
export type Draft = {
  fields: Readonly<Record<string, string | null>>
  meanings: Readonly<Record<string, Readonly<Record<string, string | null>>>>
}

export const startOf = ({ sheets }: FileColumns): Draft => ({
  fields: Object.fromEntries(sheets.flatMap(({ columns }) => columns.map(({ id, field }) => [id, field]))),
  meanings: {},
})

/** A word as it is compared. */
export const plainWord = (word: string): string => fold(word).replaceAll(/\s+/g, ' ').trim()

/** A word of the file for a choice; `to` is undefined as long as nothing is chosen, null leaves the field empty. */
export type Meaning = { from: string; to: string | null | undefined }

/** The words in a column that a file is not read with by itself, each with its meaning as it was chosen, said before or guessed. */
export function meaningsOf(
  { fields, values }: FileColumns,
  draft: Draft,
  field: string,
  words: readonly string[],
): Meaning[] {
  const known = fields.find(({ name }) => name === field)?.words ?? []
  const own = new Set(known.flatMap((one) => (one.own ? [one.word] : [])))
  return words.flatMap((from): Meaning[] => {
    const word = plainWord(from)
    if (own.has(word)) return []
    const chosen = draft.meanings[field]?.[from]
    if (chosen !== undefined) return [{ from, to: chosen }]
    const said = values.find((value) => value.field === field && plainWord(value.from) === word)
    return [{ from, to: said ? said.to : (guessValue(word, known) ?? undefined) }]
  })
}

export type Sheet = FileColumns['sheets'][number]
export type Column = Sheet['columns'][number]

/** The columns of a sheet that are taken, with their fields. */
const takenOf = (draft: Draft, { columns }: Sheet) =>
  columns.flatMap((column) => {
    const field = draft.fields[column.id] ?? null
    return field === null ? [] : [{ column, field }]
  })

export type Lack = {
  /** Fields that more than one column of a sheet fills. */
  twice: { field: string; titles: string[] }[]
  /** Key fields without a column. */
  keys: string[]
  /** Other fields that a new record needs and no column fills. */
  required: string[]
  /** Columns with more different values than a choice has. */
  tooMany: { field: string; title: string }[]
  /** How many words have no meaning yet. */
  open: number
}

/** What the columns are called that are kept as new properties. */
export const newPropertiesOf = ({ sheets }: FileColumns, draft: Draft): string[] => [
  ...new Set(
    sheets.flatMap((sheet) =>
      takenOf(draft, sheet).flatMap(({ column, field }) =>
        field === newPropertyColumn ? [column.title] : [],
      ),
    ),
  ),
]

/** All that an assignment lacks. A sheet of which no column is taken is left out. */
export function lackOf(columns: FileColumns, draft: Draft): Lack {
  const lack: Lack = { twice: [], keys: [], required: [], tooMany: [], open: 0 }
  const used = columns.sheets.filter((sheet) => takenOf(draft, sheet).length > 0)
  const missing = (name: string) =>
    used.length === 0 || used.some((sheet) => takenOf(draft, sheet).every(({ field }) => field !== name))
  for (const { name, isKey, required } of columns.fields)
    if ((isKey || required) && missing(name)) (isKey ? lack.keys : lack.required).push(name)
  for (const sheet of used) {
    const titles = new Map<string, string[]>()
    for (const { column, field } of takenOf(draft, sheet)) {
      titles.set(field, [...(titles.get(field) ?? []), column.title])
      if (!columns.fields.some(({ name, words }) => name === field && words !== null)) continue
      if (column.values === null) lack.tooMany.push({ field, title: column.title })
      else
        lack.open += meaningsOf(columns, draft, field, column.values).filter(
          ({ to }) => to === undefined,
        ).length
    }
    titles.delete(newPropertyColumn)
    for (const [field, all] of titles) if (all.length > 1) lack.twice.push({ field, titles: all })
  }
  return lack
}

/** The assignment as it is sent. */
export function assignmentOf(columns: FileColumns, draft: Draft): Assignment {
  const values = new Map<string, Assignment['values'][number]>()
  for (const sheet of columns.sheets)
    for (const { column, field } of takenOf(draft, sheet)) {
      if (!columns.fields.some(({ name, words }) => name === field && words !== null)) continue
      for (const { from, to } of meaningsOf(columns, draft, field, column.values ?? []))
        if (to !== undefined) values.set(`${field} ${plainWord(from)}`, { field, from, to })
    }
  return {
    columns: Object.entries(draft.fields).map(([id, field]) => ({ id, field })),
    values: [...values.values()],
  }
}
