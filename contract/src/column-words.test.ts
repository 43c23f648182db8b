import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { columnWords } from './kit/column-words.ts'
import { fieldWords } from './kit/master-names.ts'
import { mergeMessages, type MessageTree } from './kit/merge-messages.ts'
import { languages } from './kit/values.ts'
import { importKinds, lists } from './registry.ts'

// What columns and fields are called: by the words of their kind or list, else by those that all share.

const treeOf = (language: string): MessageTree => {
  const folder = join(import.meta.dirname, 'messages', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return mergeMessages(
    files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as MessageTree),
  )
}
const flat = (tree: MessageTree, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${path}${name}`] : flat(value, `${path}${name}.`),
  )

const wanted = [
  ...lists.flatMap((list) => Object.keys(list.columns).map((name) => columnWords(list.words, name))),
  ...importKinds.flatMap((kind) => Object.keys(kind.fields).map((name) => fieldWords(kind, name))),
]

it.each(languages)('every column and every field has a word in %s', (language) => {
  const known = new Set(flat(treeOf(language)))
  const silent = wanted.filter((words) => !words.some((word) => known.has(word)))
  expect(silent.map((words) => words.at(-1))).toEqual([])
})

it('no word of a kind or a list names a column that it does not have', () => {
  const own = flat(treeOf('en')).filter((key) => /^(kind\.[^.]+|list\.[^.]+\.[^.]+)\.column\./.test(key))
  const known = new Set(wanted.map(([first]) => first))
  expect(own.filter((key) => !known.has(key))).toEqual([])
})
