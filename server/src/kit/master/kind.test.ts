import { masterData } from '@kervan/contract/kit/master-data'
import { amountWithCurrency, field } from '@kervan/contract/kit/master-fields'
import { expect, it } from 'vitest'
import { columnName, type JudgedRow, type KindOptions } from './kind.ts'
import { serveMasterData } from './serve-master-data.ts'

// The compiler checks this file: each line that it is told to refuse has to be refused.

const fields = {
  code: field.code({ key: true }),
  carrier: field.reference('businessRelation'),
  validFrom: field.date(),
  validTo: field.date({ optional: true }),
}

it('the rules of a kind know its fields by name and by type', () => {
  const rule = ({ after, addIssue }: JudgedRow<typeof fields>) => {
    if (after?.validTo && after.validTo < after.validFrom) addIssue('validTo', 'EndsBeforeStart')
    // @ts-expect-error a misspelt field is none
    void after?.['validFrm']
    // @ts-expect-error a day may be missing, and is no number
    void after?.validTo.length
    // @ts-expect-error what is wrong is said of a field that there is
    if (after === null) addIssue('validFrm', 'EndsBeforeStart')
  }
  const said: unknown[] = []
  rule({
    recordId: null,
    before: null,
    after: { code: 'A', carrier: 'C', validFrom: '2026-02-01', validTo: '2026-01-01' },
    action: 'Added',
    addIssue: (...one) => said.push(one),
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

it('a kind with prices says who sees them', () => {
  const priced = { code: field.code({ key: true }), ...amountWithCurrency('rate', { price: true }) }
  // @ts-expect-error nobody says who sees the rate
  const without: KindOptions<typeof priced> = { table: 'contract', recordType: 'location' }
  const options: KindOptions<typeof priced> = { ...without, pricesVisible: () => false }
  expect(Object.keys(options)).toContain('pricesVisible')
  expect(priced.rate.currencyIn).toBe('rateCurrency')
  expect([priced.rate.price, priced.rateCurrency.price]).toEqual([true, true])
})

it('the days on which records hold are days, and the first of them is always given', () => {
  const base = { group: 'DataManagement', one: 'Contract', many: 'Contracts', fields } as const
  expect(masterData('contract', { ...base, validity: ['validFrom', 'validTo'] }).validity).toEqual({
    from: 'validFrom',
    to: 'validTo',
  })
  // @ts-expect-error a code is no day
  void masterData('contract', { ...base, validity: ['code', 'validTo'] })
  // @ts-expect-error a record that begins on no day holds on none
  void masterData('contract', { ...base, validity: ['validTo', 'validFrom'] })
})

it('a reference is found by as many codes as it has, or the server does not start', () => {
  const kind = masterData('contract', {
    group: 'DataManagement',
    one: 'Contract',
    many: 'Contracts',
    fields: { code: field.code({ key: true }), region: field.reference('regionCode', { parts: 2 }) },
  })
  const serve = () =>
    serveMasterData(kind, {
      table: 'contract',
      recordType: 'location',
      references: { region: { table: 'region_code', keeps: 'id' } },
    })
  expect(serve).toThrow('contract.region has 2 codes, and the server finds it by 1')
})
