import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@kervan/contract/kit/values'
import { expect, it } from 'vitest'
import { translate } from '../kit/messages.ts'

// What scheduled work says that it did stands in Account settings › System, each count by its name.

const source = join(import.meta.dirname, '..')
const counted = new Set(
  globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .filter((text) => /\b(?:Calendar|Due)Work = \{/.test(text))
    .flatMap((text) => [...text.matchAll(/\bcounts(?:: | = )\{ ([^}]+) \}/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.split(':')[0]?.trim() ?? '')),
)

it('every count of scheduled work has its words', () => {
  expect(counted).toContain('filesTaken')
  expect(counted).toContain('transfersLate')
  for (const name of counted)
    for (const language of languages) {
      const key = `administration.field.${name}`
      expect(translate(language, key), `${key} in ${language}`).not.toBe(key)
    }
})
