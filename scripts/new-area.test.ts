import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edits, files } from './made-up-area.mjs'
import { addArea, limit } from './new-area.mjs'
import { tree } from './tree.ts'

test('a made-up area edits ten central files at most, and what it puts there has its place', () => {
  const central = Object.keys(edits).map((path) => [
    path,
    readFileSync(join(import.meta.dirname, '..', path), 'utf8'),
  ])
  const edited = addArea(tree(Object.fromEntries(central)))
  expect(edited).toEqual(Object.keys(edits))
  expect(edited.length).toBeLessThanOrEqual(limit)
  expect(Object.keys(files).filter((path) => edited.includes(path))).toEqual([])
})
