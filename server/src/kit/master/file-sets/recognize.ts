import { languages } from '@kervan/contract/kit/values'
import { fold } from '../../lists/fold.ts'
import { translate } from '../../messages.ts'
import { assignedPlaces, guessedFields, neededFields, type AssignedColumns } from '../assignment.ts'
import type { HeadingScore, ProfiledSheet } from '../file-profile.ts'
import { hasKeys, titlesOf } from '../header.ts'
import type { ServedKind } from '../kind.ts'

// For which kind of master data a sheet was made: by its headings, and by what the sheet and its file are called.

export type KnownKind = {
  served: ServedKind
  titles: ReadonlyMap<string, string>
  /** What the kind is called, folded. */
  names: readonly string[]
  /** What was assigned to columns of such files before. */
  kept: AssignedColumns | null
}

export function knownKind(served: ServedKind, kept: AssignedColumns | null): KnownKind {
  const { key } = served.kind
  const names = languages.flatMap((language) =>
    (['one', 'many'] as const).map((word) => fold(translate(language, `kind.${key}.${word}`))),
  )
  return { served, titles: titlesOf(served), names: [...new Set([fold(key), ...names])], kept }
}

/** The most headings of a row that one kind has. */
export const headingScoreOf =
  (kinds: readonly KnownKind[]): HeadingScore =>
  (ids) =>
    Math.max(0, ...kinds.map(({ titles }) => ids.filter((id) => id !== null && titles.has(id)).length))

/** The kind with the most of a sheet's columns; null where none has its keys, or where two are as likely. */
export function recognize(
  kinds: readonly KnownKind[],
  fileName: string,
  sheet: ProfiledSheet,
): string | null {
  const scored = kinds
    .map((kind) => ({ key: kind.served.kind.key, points: pointsOf(kind, fileName, sheet) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const [first, second] = scored
  return first && first.points > (second?.points ?? 0) ? first.key : null
}

function pointsOf(
  { served, titles, names, kept }: KnownKind,
  fileName: string,
  sheet: ProfiledSheet,
): number {
  const ids = sheet.columns.map(({ id }) => id)
  const fields = guessedFields(served, sheet, kept ? [kept] : [])
  if (!hasKeys(served, (key) => fields.includes(key))) return 0
  const found = fields.filter((field) => field !== null).length
  const exact = ids.filter((id) => titles.has(id)).length
  const missing = neededFields(served).filter(
    (name) => !fields.includes(name) && served.options.sameAs?.[name] === undefined,
  ).length
  const isKept = kept !== null && assignedPlaces(served, kept, ids) !== null
  return Math.max(
    1,
    exact + found - 2 * missing + (isKept ? 100 : 0) + namePoints(names, [sheet.sheet, baseOf(fileName)]),
  )
}

const baseOf = (fileName: string): string => fileName.replace(/\.\w+$/, '')
const shortestName = 4

/** A name that is the kind's says more than one in which it stands, a long one more than a short one. */
function namePoints(names: readonly string[], said: readonly string[]): number {
  const words = said.map((one) => fold(one).trim()).filter((one) => one !== '')
  if (words.some((word) => names.includes(word))) return 8
  const within = names.filter(
    (name) => name.length >= shortestName && words.some((word) => word.includes(name)),
  )
  return within.length === 0 ? 0 : 3 + Math.max(...within.map((name) => name.length)) / 20
}
