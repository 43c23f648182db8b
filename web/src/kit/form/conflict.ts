import type { CallRefused } from '../call/refused.ts'

// Two have changed the same record. What each has done follows from what both began with; here it is put together, so
// that nobody's work is lost and nothing is overwritten unseen.

export type Values = Record<string, unknown>
export type Way = 'theirs' | 'mine' | 'both'

/** A field that can differ: what it is called, and its value in words where it is not read as it stands. Of a list, one item. */
export type ConflictField = { name: string; label: string; words?: (value: never) => string }

/** A field the other has changed to something else than what stood in the form. */
export type Row = {
  name: string
  /** Mine too; otherwise mine is what it was. */
  touched: boolean
  /** Each way out and the value it leads to. */
  ways: Partial<Record<Way, unknown>>
}
export type Merged<V extends Values = Values> = {
  refused: CallRefused
  base: V
  theirs: V
  rows: readonly Row[]
  /** Nobody pressed anything: whoever is writing is told and keeps the focus. */ quietly?: boolean
}

/**
 * Theirs, with everything that was done here on top of it. Where both have changed a field, mine stays until somebody
 * chooses; of a list, what either has added or taken away. `rows` are the fields to choose in.
 */
export function mergeConflict<V extends Values>(base: V, mine: V, theirs: V): { values: V; rows: Row[] } {
  const rows: Row[] = []
  const values = Object.fromEntries(
    Object.keys({ ...theirs, ...mine }).map((name) => {
      const [was, is, other] = [base[name], mine[name], theirs[name]]
      if (isSame(was, other) || isSame(is, other)) return [name, is]
      const touched = !isSame(was, is)
      const both = touched && isList(was) && isList(is) && isList(other) ? joined(was, is, other) : undefined
      const isNew = both !== undefined && !isSame(both, is) && !isSame(both, other)
      rows.push({ name, touched, ways: { theirs: other, mine: is, ...(isNew ? { both } : {}) } })
      return [name, both ?? (touched ? is : other)]
    }),
  )
  return { values: values as V, rows }
}

/** Lists are sets: the order in which something was chosen is no difference. Nothing and an empty text are the same to a reader. */
export function isSame(one: unknown, other: unknown): boolean {
  return normalise(one) === normalise(other)
}

const normalise = (value: unknown) =>
  JSON.stringify(
    isList(value) ? [...new Set(value)].toSorted() : value === '' || value === undefined ? null : value,
  )
const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

/** Both have added and taken away, each item by itself: about one item two can never disagree. */
function joined(was: readonly string[], is: readonly string[], other: readonly string[]): string[] {
  return [
    ...other.filter((item) => is.includes(item) || !was.includes(item)),
    ...is.filter((item) => !was.includes(item) && !other.includes(item)),
  ]
}

/** What has been added to a list and taken from it. */
export function steps(was: unknown, is: unknown): { added: readonly string[]; removed: readonly string[] } {
  const [before, after] = [isList(was) ? was : [], isList(is) ? is : []]
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  }
}

const readAtOnce = 200
const around = 60
const most = 400

/** Of long texts the part in which they differ, with a little around it, so that they can be told apart at a glance. */
export function excerptsOf(texts: readonly string[]): string[] {
  const [first = ''] = texts
  if (texts.every(({ length }) => length <= readAtOnce)) return [...texts]
  const shortest = Math.min(...texts.map(({ length }) => length))
  let start = 0
  while (start < shortest && texts.every((text) => text[start] === first[start])) start++
  let end = 0
  while (end < shortest - start && texts.every((text) => text.at(-1 - end) === first.at(-1 - end))) end++
  return texts.map((text) => {
    const from = start <= around ? 0 : wordBefore(text, start - around)
    const to = end <= around ? text.length : wordAfter(text, text.length - end + around)
    const cut = to - from > most ? wordBefore(text, from + most) : to
    return `${from > 0 ? '… ' : ''}${text.slice(from, cut).trim()}${cut < text.length ? ' …' : ''}`
  })
}

/** Where the word begins that stands here; here, where there is none in reach. */
function wordBefore(text: string, at: number): number {
  const found = /\s\S*$/.exec(text.slice(Math.max(0, at - around), at))
  return found ? at - found[0].length : at
}

function wordAfter(text: string, at: number): number {
  const found = /\s/.exec(text.slice(at, at + around))
  return found ? at + found.index : at
}
