import { expect, test } from 'vitest'
import { synonymsOf, withSynonyms } from './synonyms.ts'

test.each([
  ['genehmige', 'de', 'freigeben'],
  ['Freigabe', 'de', 'genehmigen'],
  ['Orte', 'de', 'standort'],
  ['konumun', 'tr', 'lokasyon'],
  ['Çağırırım', 'tr', 'çekme'],
  ['boxes', 'en', 'figure'],
] as const)('who asks for “%s” in %s means “%s” as well', (word, language, other) => {
  expect(synonymsOf(word, language)).toContain(other)
})

test.each([
  ['Ortografie', 'de'],
  ['stok', 'tr'],
  ['order', 'en'],
] as const)('“%s” in %s has no other word', (word, language) => {
  expect(synonymsOf(word, language)).toEqual([])
})

test('a question keeps its own words first, each once', () => {
  expect(withSynonyms(['konum', 'lokasyon', 'stok'], 'tr')).toEqual(['konum', 'lokasyon', 'stok'])
})
