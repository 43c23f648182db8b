import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@kervan/contract/kit/values'
import { expect, test } from 'vitest'
import { messages } from '../kit/messages.ts'

const folder = join(import.meta.dirname, 'manual')
/** Keys of the keyboard stand in bold; they are no words of a screen. */
const onTheKeyboard = /^(Ctrl|Strg) \S$|^\?$/

const filesOf = (language: string) =>
  readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(join(folder, language, name), 'utf8') }))

const exists = (tree: unknown, key: string) =>
  typeof key
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
      tree,
    ) === 'string'

test.each(languages)(
  '[KNB-001] words of the screen that the manual quotes in %s are messages',
  (language) => {
    const wrong = filesOf(language).flatMap(({ name, text }) => {
      const keys = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, key]) => key ?? '')
      const quoted = [...text.matchAll(/[“„]([^“”„]*)[”“]|\*+([^*]+)\*+/g)]
        .map(([, inQuotes, marked]) => inQuotes ?? marked ?? '')
        .filter((words) => !onTheKeyboard.test(words) && !/^\{\{[^}]*\}\}$/.test(words))
      return [
        ...keys
          .filter((key) => !exists(messages[language], key))
          .map((key) => `${name}: there is no message ${key}`),
        ...quoted.map((words) => `${name}: “${words}” is no {{key}} of a message`),
      ]
    })
    expect(wrong).toEqual([])
  },
)
