import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compiledOnce } from './compiled-once.ts'

type Who = { companyId: number; membershipId: string }

test('the text is written once and each call has its own values, wherever they stand', () => {
  let written = 0
  const query = compiledOnce(({ companyId, membershipId }: Who, db) => {
    written += 1
    return db
      .selectFrom('membership')
      .select(sql<boolean>`${companyId} = 7 and 1 = ${1}`.as('ours'))
      .where('company_id', '=', companyId)
      .where('id', '=', membershipId)
      .compile()
  })
  expect(query({ companyId: 1, membershipId: 'one' }).parameters).toEqual([1, 1, 1, 'one'])
  const second = query({ companyId: 2, membershipId: 'two' })
  expect(second.parameters).toEqual([2, 1, 2, 'two'])
  expect(second.sql).toBe(
    'select $1 = 7 and 1 = $2 as "ours" from "membership" where "company_id" = $3 and "id" = $4',
  )
  expect(written).toBe(1)
})

test.each<[string, (who: Who) => unknown]>([
  ['writes a value into the text', ({ companyId }) => `company ${companyId}`],
  ['counts with one', ({ companyId }) => companyId + 1],
  ['writes one as JSON', (who) => JSON.stringify([who.membershipId])],
])('a query that %s is refused, because the next call would have another text', (_, look) => {
  const query = compiledOnce((who: Who, db) =>
    db
      .selectFrom('membership')
      .select('id')
      .where('name' as 'id', '=', String(look(who)))
      .compile(),
  )
  expect(() => query({ companyId: 1, membershipId: 'one' })).toThrow(/the text of the query depends on/)
})
