import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalCatalogue } from '../contract/src/kit/refusal-catalogue.ts'

const root = join(import.meta.dirname, '..')

test('[API-008] every refusal of the catalogue is provoked by a test', () => {
  const tests = globSync(['{server,web,contract,e2e}/**/*.{test,spec}.{ts,tsx}', 'server/test/walk/*.ts'], {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
  const named = new Set(
    tests
      .filter((path) => !path.endsWith('registry.test.ts'))
      .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/[A-Z]\w+/g) ?? []),
  )
  expect(Object.keys(refusalCatalogue).filter((code) => !named.has(code))).toEqual([])
})
