import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { loginReasons } from '@kervan/contract/administration/activity-words'
import { auditOperations, auditRecordTypes } from '@kervan/contract/kit/operations'
import { languages } from '@kervan/contract/kit/values'
import { translate } from '../../kit/messages.ts'
import { changesOf, summarize, withRoleNames } from './changes.ts'

describe('[USR-010] what an entry changed', () => {
  it.each([
    [
      'a field',
      { state: 'Active' },
      { state: 'Passive' },
      [{ field: 'state', before: 'Active', after: 'Passive' }],
    ],
    [
      'only what differs',
      { state: 'Active', name: 'A' },
      { state: 'Active', name: 'B' },
      [{ field: 'name', before: 'A', after: 'B' }],
    ],
    [
      'a record that came to be',
      null,
      { name: 'A', version: 1, id: 'x' },
      [{ field: 'name', before: null, after: 'A' }],
    ],
    ['a record that went', { name: 'A' }, null, [{ field: 'name', before: 'A', after: null }]],
    [
      'a list of words',
      { permissions: ['a', 'b'] },
      { permissions: ['b'] },
      [{ field: 'permissions', before: ['a', 'b'], after: ['b'] }],
    ],
    [
      'rows, counted from one',
      {
        lines: [
          { id: '1', q: 5 },
          { id: '2', q: 6 },
        ],
      },
      {
        lines: [
          { id: '1', q: 5 },
          { id: '2', q: 4 },
        ],
      },
      [{ field: 'lines.2.q', before: 6, after: 4 }],
    ],
    ['nested facts', { a: { b: true } }, { a: { b: false } }, [{ field: 'a.b', before: true, after: false }]],
    ['nothing', { name: 'A' }, { name: 'A' }, []],
  ])('shows %s', (_, before, after, expected) => {
    expect(changesOf({ before, after, amounts: [] }, true)).toEqual(expected)
  })

  it('[ORD-020] keeps amounts that an entry names from who may not see prices, however deep, and nothing else', () => {
    const after = { code: '4711', quantity: 3, total: '10', lines: [{ unitPrice: '1.00', quantity: 3 }] }
    const kept = { before: null, after, amounts: ['total', 'unitPrice'] }
    expect(changesOf(kept, false).map(({ field }) => field)).toEqual(['code', 'quantity', 'lines.1.quantity'])
    expect(changesOf(kept, true).filter(({ amount }) => amount)).toMatchObject([
      { field: 'total' },
      { field: 'lines.1.unitPrice' },
    ])
  })

  it('[ORD-020] keeps whatever looks like an amount from them where an entry does not say', () => {
    const after = { refund: '10', margin: '0.5', share: 0.25, note: 'v 1.2', quantity: 3, place: '034' }
    const kept = { before: null, after, amounts: null }
    expect(changesOf(kept, false).map(({ field }) => field)).toEqual(['note', 'quantity', 'place'])
    expect(changesOf(kept, true)).toHaveLength(6)
  })

  it('is said in one line, in the reader’s language', () => {
    expect(
      summarize(
        'de',
        changesOf(
          {
            before: { state: 'a', permissions: ['x', 'y'] },
            after: { state: 'b', permissions: ['y', 'z'] },
            amounts: [],
          },
          true,
        ),
      ),
    ).toBe('Status: a → b; Rechte: +z, −x')
    expect(
      summarize(
        'tr',
        changesOf(
          {
            before: { state: 'Active' },
            after: { state: 'Passive', permissions: ['NewOrder'] },
            amounts: [],
          },
          true,
        ),
      ),
    ).toBe('Durum: Etkin → Devre dışı; Yetkiler: +Yeni sipariş')
    expect(
      summarize(
        'de',
        changesOf(
          {
            before: { lines: [{ state: 'Pending' }] },
            after: { lines: [{ state: 'Approved' }] },
            amounts: [],
          },
          true,
        ),
      ),
    ).toBe('Position 1 Status: Offen → Genehmigt')
    expect(
      summarize(
        'en',
        changesOf({ before: null, after: { permissions: ['1', '2', '3', '4', '5'] }, amounts: [] }, true),
      ),
    ).toBe('Permissions: +5')
    expect(
      summarize(
        'en',
        changesOf({ before: null, after: { a: 1, b: 2, c: 3, d: 4, e: 5 }, amounts: [] }, true),
      ),
    ).toBe('a: 1; b: 2; c: 3; 2 more')
  })

  it.each([
    ['de', 'Summe: 2.376.042,16; Art: Direkt'],
    ['tr', 'Toplam: 2.376.042,16; Tür: Doğrudan'],
    ['en', 'Total: 2,376,042.16; Type: Direct'],
  ] as const)('writes amounts as %s does, to the last decimal place, however great', (language, said) => {
    expect(
      summarize(
        language,
        changesOf(
          { before: null, after: { total: '2376042.16', type: 'DirectlyOrder' }, amounts: ['total'] },
          true,
        ),
      ),
    ).toBe(said)
    expect(
      summarize(
        language,
        changesOf({ before: null, after: { total: '90071992547409931.10' }, amounts: ['total'] }, true),
      ).replaceAll(/\D/g, ''),
    ).toBe('9007199254740993110')
  })

  it('calls a ready-made role as the reader does, in lists of roles only', () => {
    const changes = changesOf(
      {
        before: { roles: ['Order manager', 'Our own'], name: 'Order manager' },
        after: { roles: [], name: 'x' },
        amounts: [],
      },
      true,
    )
    expect(withRoleNames('de', changes)).toEqual([
      { field: 'roles', before: ['Bestellmanagement', 'Our own'], after: [] },
      { field: 'name', before: 'Order manager', after: 'x' },
    ])
  })

  test('never shows a field that is the same, and is empty exactly for equal facts', () => {
    const facts = fc.dictionary(
      fc.constantFrom('state', 'name', 'lines', 'note'),
      fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.array(fc.string(), { maxLength: 3 })),
    )
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        for (const change of changesOf({ before, after, amounts: [] }, true))
          expect(change.before).not.toEqual(change.after)
        expect(changesOf({ before, after: before, amounts: [] }, true)).toEqual([])
      }),
    )
  })
})

test('[USR-010] every operation, record and reason has a name in three languages', () => {
  const keys = [
    ...auditOperations.map((one) => `state.operation.${one}`),
    ...auditRecordTypes.map((one) => `state.recordType.${one}`),
    ...loginReasons.map((one) => `state.loginReason.${one}`),
  ]
  expect(keys.length).toBeGreaterThan(80)
  for (const language of languages) expect(keys.filter((key) => translate(language, key) === key)).toEqual([])
})
