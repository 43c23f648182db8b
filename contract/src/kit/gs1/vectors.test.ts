import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { dictionaryFile, rowsOf } from '../../../../scripts/gs1-identifiers.ts'
import { elementStringOf, readBracketed, readElementString, separator, type Elements } from './elements.ts'
import { identifierRows } from './identifiers.gen.ts'
import { readLink } from './link.ts'
import { marked } from './marked.ts'

// The vectors of the GS1 syntax engine, read from the folder beside the project; where it is absent they are skipped.

type Vector = {
  kind: 'element-string' | 'bracketed' | 'digital-link' | 'content-rule'
  input: string
  valid: boolean
  expect?: string | null
  rule?: string
}

const folder = resolve(dictionaryFile, '..')
const isThere = existsSync(folder)
if (!isThere) console.warn(`skipped: the vectors of GS1, because ${folder} is absent`)
const vectors: Vector[] = isThere
  ? JSON.parse(readFileSync(resolve(folder, 'element-string-vectors.json'), 'utf8'))
  : []

const thisYear = 2026

/** The elements, or null where the vector's own form is not kept: an element string begins with FNC1. */
function read({ kind, input }: Vector): Elements | null {
  if (kind === 'digital-link') return readLink(input, thisYear)
  if (kind !== 'element-string') return readBracketed(marked(input), thisYear)
  if (!input.startsWith('^')) return null
  return readElementString(marked(input.slice(1).replaceAll('^', separator)), thisYear)
}

const isTaken = (found: Elements | null): boolean =>
  found !== null && found.faults.length === 0 && found.elements.length > 0

test.skipIf(!isThere)(
  '[DSC-007] the table of application identifiers is that of the GS1 syntax dictionary',
  () => {
    expect(identifierRows).toEqual(rowsOf(readFileSync(dictionaryFile, 'utf8')))
    expect(identifierRows.length).toBeGreaterThan(200)
  },
)

describe.skipIf(!isThere)('[DSC-007] a vector of GS1', () => {
  it.each(vectors.map((vector) => [`${vector.kind} ${vector.input}`, vector] as const))(
    'is taken only if it is right: %s',
    (_, vector) => {
      const found = read(vector)
      if (!vector.valid) {
        expect(isTaken(found) && !found?.isUnchecked).toBe(false)
        return
      }
      expect(found?.faults).toEqual([])
      if (vector.expect)
        expect(elementStringOf(found?.elements ?? []).replaceAll(separator, '^')).toBe(vector.expect)
    },
  )
})

test.each([
  ['(8013)1987654Ad4X4bL5ttr2310c2K', true],
  ['(8013)1987654Ad4X4bL5ttr2310c3K', false],
  ['(8007)TR330006100519786457841326', true],
  ['(8007)TR330006100519786457841327', false],
  ['(7251)195002281430', true],
  ['(7251)195002291430', false],
  ['(4309)01234567890987654321', true],
  ['(4309)18000000010000000000', false],
  ['(4300)A%20B', true],
  ['(4300)A%2', false],
  ['(8014)1234567', false],
])('[DSC-007] contents with rules of their own: %s', (input, isRight) => {
  const { faults } = readBracketed(marked(input), thisYear)
  expect(faults.length === 0).toBe(isRight)
})
