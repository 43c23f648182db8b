import { field } from '@kervan/contract/kit/master-fields'
import { expect, it } from 'vitest'
import { columnName, type JudgedRow, type KindOptions } from './kind.ts'

// The compiler checks this file: each line that it is told to refuse has to be refused.

const fields = {
  code: field.code({ key: true }),
  carrier: field.reference('businessRelation'),
  validFrom: field.date(),
  validTo: field.date({ optional: true }),
}

it('the rules of a kind know its fields by name and by type', () => {
  const rule = ({ after, say }: JudgedRow<typeof fields>) => {
    if (after?.validTo && after.validTo < after.validFrom) say('validTo', 'EndsBeforeStart')
    // @ts-expect-error a misspelt field is none
    void after?.['validFrm']
    // @ts-expect-error a day may be missing, and is no number
    void after?.validTo.length
    // @ts-expect-error what is wrong is said of a field that there is
    if (after === null) say('validFrm', 'EndsBeforeStart')
  }
  const said: unknown[] = []
  rule({
    recordId: null,
    before: null,
    after: { code: 'A', carrier: 'C', validFrom: '2026-02-01', validTo: '2026-01-01' },
    action: 'Added',
    say: (...one) => said.push(one),
  })
  expect(said).toEqual([['validTo', 'EndsBeforeStart']])
})

it('a kind says where each of its references points', () => {
  // @ts-expect-error the carrier points nowhere
  const without: KindOptions<typeof fields> = { table: 'contract', recordType: 'location' }
  const options: KindOptions<typeof fields> = {
    table: 'contract',
    recordType: 'location',
    columns: { carrier: 'partner_id' },
    references: { carrier: { table: 'partner', keeps: 'id' } },
  }
  const named = (of: object) => columnName(of as KindOptions, 'validFrom')
  expect([named(without), named(options), columnName(options as unknown as KindOptions, 'carrier')]).toEqual([
    'valid_from',
    'valid_from',
    'partner_id',
  ])
})
