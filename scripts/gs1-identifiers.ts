// `node scripts/gs1-identifiers.ts`: writes the table of GS1 application identifiers from the GS1 syntax dictionary in
// ../shared/data/gs1.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
export const dictionaryFile = resolve(root, '../shared/data/gs1/gs1-syntax-dictionary.txt')
const tableFile = resolve(root, 'contract/src/kit/gs1/identifiers.gen.ts')

/** Identifiers (one or a range), flags, format, rules about companions, title: a row for each line of the dictionary. */
export type Row = readonly [string, string, string, string, string]

const format = /^\[?[NXYZ](?:\.\.)?\d+\]?(?:,[a-z0-9]+)*$/

/** The rows of a dictionary. Throws at a line that it does not understand. */
export function rowsOf(dictionary: string): Row[] {
  return dictionary
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [body = '', title = ''] = line.split(/\s#\s+/)
      const [identifiers = '', ...words] = body.trim().split(/\s+/)
      const flags = words[0] !== undefined && /^[*?]+$/.test(words[0]) ? (words.shift() ?? '') : ''
      const end = words.findIndex((word) => !format.test(word))
      const [parts, rules] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)]
      const isKnown = rules.every((rule) => /^(?:req|ex|dlpkey)(?:=|$)/.test(rule))
      if (!/^\d{2,4}(?:-\d{2,4})?$/.test(identifiers) || parts.length === 0 || !isKnown)
        throw new Error(`the dictionary has a line that is not understood: ${line}`)
      return [identifiers, flags, parts.join(' '), rules.join(' '), title.trim()] as const
    })
}

function write(): void {
  const rows = rowsOf(readFileSync(dictionaryFile, 'utf8'))
  const lines = rows.map((row) => `  [${row.map((word) => `'${word}'`).join(', ')}],`)
  writeFileSync(
    tableFile,
    [
      '// Made by `node scripts/gs1-identifiers.ts` from the GS1 Barcode Syntax Dictionary, © GS1 AISBL and the BWIPP and Zint',
      '// projects, Apache-2.0. Not changed by hand.',
      '',
      '/** Identifiers (one or a range), flags, format, rules about companions, title. */',
      'export const identifierRows: readonly (readonly [string, string, string, string, string])[] = [',
      ...lines,
      ']',
      '',
    ].join('\n'),
  )
}

if (import.meta.main) write()
