import { expect, test } from 'vitest'
import { migrations } from './migrations.mjs'
import { tree } from './tree.ts'

const found = (text: string, file = 'server/migrations/0099-new.ts') => migrations(tree({ [file]: text }))

test.each([
  [
    'a living list',
    `import { jobKinds } from '@kervan/contract/jobs/jobs'`,
    'importing @kervan/contract/jobs/jobs',
  ],
  [
    'a function of the server',
    `import { fold } from '../src/kit/lists/fold.ts'`,
    'importing ../src/kit/lists',
  ],
  ['a list, lazily', `const { a } = await import('@kervan/contract/a')`, 'importing @kervan/contract/a'],
  ['a key inside a table', `tenantTable(db, 'a', 'b uuid references b (id)', 'read')`, 'give foreign keys'],
  ['a column by hand', `run(db, 'alter table a add column b int')`, 'use addColumn'],
  ['a check by hand', `run(db, 'alter table a add constraint b check (c > 0)')`, 'use addKey, addCheck'],
  ['an altered key', `run(db, 'alter table a alter constraint b deferrable')`, 'use changeKey'],
  ['a table by hand', `run(db, 'create table a (b int)')`, 'use tenantTable'],
  ['a column with its check', `addColumn(db, 'a', 'b int check (b > 0)')`, 'add the column first'],
])('refuses %s', (_, text, why) => {
  expect(found(`\n${text}`)).toEqual([
    expect.stringContaining(`0099-new.ts:2  `) && expect.stringContaining(why),
  ])
})

test('takes words written out, the functions of kit.ts, and comments', () => {
  expect(
    found(
      `import { tenantTable } from './kit.ts'\n// It references the order: no add column here.\nawait changeWords(db, 'job', 'kind', ['a', 'b'])`,
    ),
  ).toEqual([])
  expect(found('`alter table ${a} add column ${b}`', 'server/migrations/kit.ts')).toEqual([])
})
