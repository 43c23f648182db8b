import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiPage } from './api-doc.ts'

const page = apiPage()

test('[API-012] docs/api.md names every field as the contract does; `npm run api-doc` writes it anew', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8')).toBe(page)
})

test('[API-012] fields of the session and of an order stand there under their names', () => {
  for (const field of [
    'UserCompanyRelationType',
    'OMPSettings.OMPRoundingStrategy',
    'externalPoCode',
    'demandQuantity',
  ])
    expect(page).toContain(`| \`${field}\` |`)
  expect(page).not.toMatch(/any value/)
})
