// The product's own words, so that a journey looks for what a user of that language reads.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mergeMessages, type MessageTree } from '@kervan/contract/kit/merge-messages'

export type Language = 'en' | 'tr' | 'de'
export const languages: Language[] = ['en', 'tr', 'de']
/**
 * The language a journey is walked in by this run: another every day, so that within three days each journey was walked
 * in each. Journeys that differ in `turn` differ in language.
 */
export function languageOfTheDay(turn: number): Language {
  return languages[(Number(process.env['KERVAN_E2E_DAY']) + turn) % languages.length]!
}

const folder = join(import.meta.dirname, '../contract/src/messages')

export function wordsOf(
  language: Language,
): (key: string, facts?: Record<string, string | number>) => string {
  const tree = mergeMessages(
    readdirSync(join(folder, language)).map(
      (file) => JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as MessageTree,
    ),
  )
  const find = (key: string) =>
    key
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], tree)
  return (key, facts = {}) => {
    const found = find(key) ?? find(`${key}_${facts['count'] === 1 ? 'one' : 'other'}`)
    if (typeof found !== 'string') throw new Error(`${key} is said nowhere in ${language}`)
    return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(facts[name] ?? ''))
  }
}
