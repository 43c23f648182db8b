import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundUser } from '../users/user.sql.ts'
import {
  checkAllocations,
  readAllocationHeader,
  type AllocationLookups,
  type AllocationRow,
} from './allocation-rows.ts'

const user = (id: string) => ({ id, username: `${id}@x.example` }) as FoundUser
const location = (code: string) => ({ id: `id-${code}`, code, name: code })
const lookups = (held: Record<string, string[]> = {}): AllocationLookups => ({
  users: new Map(
    ['a', 'b'].map((id) => [
      `${id}@x.example`,
      { user: user(id), refused: null, held: new Set((held[id] ?? []).map((code) => `id-${code}`)) },
    ]),
  ),
  locations: new Map(['1', '2', '3'].map((code) => [code, location(code)])),
})
const row = (username: string, locationCode: string, action: string, at = 2): AllocationRow => ({
  sheet: 'S',
  row: at,
  username: `${username}@x.example`,
  locationCode,
  action,
})

describe('[USR-006] the rows of an allocation workbook', () => {
  it.each([
    [['User name', 'Location code', 'Action'], { username: 0, locationCode: 1, action: 2 }],
    [['', 'LOKASYON KODU', 'Kullanıcı Adı', 'İşlem'], { locationCode: 1, username: 2, action: 3 }],
    [['Benutzername:', 'Standortnummer'], { username: 0, locationCode: 1 }],
    [['Name', 'Location code'], null],
    [[], null],
  ])('the header %o', (cells, expected) => {
    expect(readAllocationHeader(cells)).toEqual(expected)
  })

  it('say add or remove in three languages; without a word they add', () => {
    const { changes, faults } = checkAllocations(
      [
        row('a', '1', ''),
        row('a', '2', 'EKLE'),
        row('b', '1', 'Entfernen'),
        row('b', '2', 'kaldır'),
        row('b', '3', 'maybe'),
      ],
      lookups({ b: ['1', '2'] }),
    )
    expect(
      changes.map(({ user: { id }, add, remove }) => [
        id,
        add.map(({ code }) => code),
        remove.map(({ code }) => code),
      ]),
    ).toEqual([
      ['a', ['1', '2'], []],
      ['b', [], ['1', '2']],
    ])
    expect(faults).toMatchObject([{ column: 'action', value: 'maybe', code: 'ActionUnknown' }])
  })

  it('whatever they say: each pair changes once at most, and only what is not so already', () => {
    const rows = fc.array(
      fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2', '3'), fc.constantFrom('add', 'remove')),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(rows, fc.subarray(['1', '2', '3']), (said, held) => {
        const { changes, faults, unchanged } = checkAllocations(
          said.map(([who, where, what], at) => row(who, where, what, at + 2)),
          lookups({ a: held, b: held }),
        )
        const pairs = changes.flatMap(({ user: { id }, add, remove }) =>
          [...add, ...remove].map(({ code }) => `${id} ${code}`),
        )
        expect(new Set(pairs).size).toBe(pairs.length)
        for (const { add, remove } of changes) {
          expect(add.filter(({ code }) => held.includes(code))).toEqual([])
          expect(remove.filter(({ code }) => !held.includes(code))).toEqual([])
        }
        expect(pairs.length + unchanged + faults.length).toBe(said.length)
      }),
    )
  })
})
