import { identifierRows } from './identifiers.gen.ts'

// The application identifiers of GS1, unfolded from the table that is made from the GS1 syntax dictionary.

/** `N` digits, `X` the 82 characters of GS1, `Y` the 39 of part numbers, `Z` base64url. */
export type PartType = 'N' | 'X' | 'Y' | 'Z'
export type Part = {
  type: PartType
  min: number
  max: number
  optional: boolean
  /** What the content has to be, by the dictionary's names. */
  rules: readonly string[]
}
export type Identifier = {
  ai: string
  title: string
  /** Its length is known, so nothing has to stand between it and the next. */
  isPredefined: boolean
  parts: readonly Part[]
  /** May be said in the query of a GS1 Digital Link. */
  inLink: boolean
  /** The sequences of identifiers that may follow it in the path of a link; null for what is no key of a link. */
  qualifiers: readonly (readonly string[])[] | null
}

const unfolded: readonly Identifier[] = identifierRows.flatMap(
  ([identifiers, flags, format, rules, title]) => {
    const key = rules.split(' ').find((rule) => rule === 'dlpkey' || rule.startsWith('dlpkey='))
    const rest = {
      title,
      isPredefined: flags.includes('*'),
      parts: format.split(' ').map(partOf),
      inLink: flags.includes('?'),
      qualifiers:
        key === undefined
          ? null
          : key
              .slice('dlpkey='.length)
              .split('|')
              .map((sequence) => sequence.split(',').filter((one) => one !== '')),
    }
    return range(identifiers).map((ai) => ({ ai, ...rest }))
  },
)

const byName = new Map(unfolded.map((one) => [one.ai, one]))

export const identifierOf = (ai: string): Identifier | null => byName.get(ai) ?? null

/** The identifier that begins here; no identifier begins with another. */
export function identifierAt(text: string, at: number): Identifier | null {
  for (const length of [2, 3, 4]) {
    const found = byName.get(text.slice(at, at + length))
    if (found) return found
  }
  return null
}

/** The length of the value of an identifier whose length is known. */
export const lengthOf = ({ parts }: Identifier): number => parts.reduce((total, { max }) => total + max, 0)

function partOf(word: string): Part {
  const [, open, type, upTo, digits, rules] =
    /^(\[?)([NXYZ])(\.\.)?(\d+)\]?((?:,[a-z0-9]+)*)$/.exec(word) ?? []
  if (type !== 'N' && type !== 'X' && type !== 'Y' && type !== 'Z')
    throw new Error(`no part of an application identifier: ${word}`)
  const max = Number(digits)
  return {
    type,
    min: upTo ? 1 : max,
    max,
    optional: open !== '',
    rules: (rules ?? '').split(',').filter((rule) => rule !== ''),
  }
}

function range(identifiers: string): string[] {
  const [first = '', last = first] = identifiers.split('-')
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(first.length, '0'),
  )
}
