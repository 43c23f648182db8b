import { expect, test } from 'vitest'
import { queries } from './queries.mjs'
import { tree } from './tree.ts'

const found = (query: string) => queries(tree({ 'server/src/order/a.ts': `sql\`\n${query}\`` }))

test.each([
  ['a scalar subquery', `select (select max(n) from b where b.company_id = a.company_id) from a`],
  ['an array', `select array(select n from b where b.id = a.id and b.company_id = a.company_id) from a`],
  [
    'a lateral',
    `select from a join lateral (select * from b where company_id = a.company_id offset 0) x on true`,
  ],
  ['an exists', `select from a where exists (select from b where b.company_id = a.company_id)`],
  [
    'a subquery with a join of its own',
    `select (select 1 from b join c on c.company_id = b.company_id and c.id = b.id where b.company_id = a.company_id)`,
  ],
  ['a setting', `select from a where company_id = current_setting('app.company_id')::int`],
  ['put off keys', `set constraints all deferred`],
  [
    'an insert that says nothing',
    'insert into a (company_id, n) select ${companyId}, e.n from unnest(${rows.map((r) => `${r}`)}::int[]) e (n)',
  ],
  [
    'an insert of what is there that says nothing',
    'insert into a (company_id, n) select b.company_id, ${n} from b where b.company_id = ${id}',
  ],
])('refuses what distributed PostgreSQL does not take: %s', (_, query) => {
  expect(found(query)).toEqual([expect.stringContaining('server/src/order/a.ts:2  ')])
})

test.each([
  ['the constant', 'select (select max(n) from b where b.company_id = ${actor.company.id}) from a'],
  ['a join', `select from a join b on b.company_id = a.company_id and b.id = a.id`],
  ['a join, company last', `select from a left join b on b.id = a.id and b.company_id = a.company_id`],
  ['a join with a test in brackets', `select from a join b on (b.x or b.y) and b.company_id = a.company_id`],
  [
    'an insert that returns',
    'insert into a (company_id, n) select ${companyId}, e.n from unnest(${rows}::int[]) e (n) returning 1',
  ],
  [
    'an insert that speaks of conflicts',
    'insert into a (company_id, n) select ${id}, 1 on conflict do nothing',
  ],
])('takes %s', (_, query) => {
  expect(found(query)).toEqual([])
})
