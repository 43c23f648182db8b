import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { column, pageList } from './page.ts'

const people = pageList('People/GetPeople', {
  columns: {
    name: column.text(),
    code: column.code({ nullable: true }),
    age: column.integer({ filter: false }),
    born: column.date({ sort: false }),
    state: column.choice(['Here', 'Gone'], { words: 'presence' }),
    tall: column.flag(),
  },
  extra: { id: z.uuid() },
  scope: { house: z.string() },
  defaultSort: [{ column: 'name', direction: 'asc' }],
  search: true,
  selectable: true,
})
const ask = { page: 1, pageSize: 50, sort: [], filters: {}, search: '', house: 'red' }

describe('a list', () => {
  it('[GRD-001] gives a page call and an Excel twin with permissions of their own', () => {
    expect([people.page.name, people.page.permission]).toEqual(['People/GetPeople', 'people-getPeople'])
    expect([people.excel.name, people.excel.permission, people.excel.kind]).toEqual([
      'People/ExportPeople',
      'people-exportPeople',
      'download',
    ])
  })

  it.each([
    ['a page', ask, true],
    [
      'a sort by two columns',
      {
        ...ask,
        sort: [
          { column: 'state', direction: 'desc' },
          { column: 'name', direction: 'asc' },
        ],
      },
      true,
    ],
    ['a page of a size that is not offered', { ...ask, pageSize: 5_000 }, false],
    [
      'a sort by a column that is not sortable',
      { ...ask, sort: [{ column: 'born', direction: 'asc' }] },
      false,
    ],
    ['a sort by nonsense', { ...ask, sort: [{ column: 'id; drop table', direction: 'asc' }] }, false],
    ['a filter on a column that has none', { ...ask, filters: { age: { from: '1' } } }, false],
    ['a filter of the wrong kind', { ...ask, filters: { state: { contains: 'He' } } }, false],
    ['a choice that does not exist', { ...ask, filters: { state: { in: ['There'] } } }, false],
    ['a range of days', { ...ask, filters: { born: { from: '2026-01-01', to: '2026-12-31' } } }, true],
    ['a list without its scope', { ...ask, house: undefined }, false],
    ['an unknown field', { ...ask, companyId: 7 }, false],
  ])('accepts or refuses %s', (_, input, accepted) => {
    expect(people.page.input.safeParse(input).success).toBe(accepted)
  })

  it('[GRD-004] searches with two characters at least', () => {
    const search = (text: string) => people.page.input.safeParse({ ...ask, search: text }).success
    expect([search(''), search('a'), search(' a '), search('ab')]).toEqual([true, false, false, true])
    expect(people.page.input.safeParse({ ...ask, filters: { name: { contains: 'x' } } }).success).toBe(false)
  })

  it('takes a selection of ids, or of everything that matches minus exceptions', () => {
    const query = { sort: [], filters: {}, search: '', house: 'red' }
    const id = '0190a8d0-0000-7000-8000-000000000001'
    expect(people.selection.safeParse({ mode: 'ids', ids: [id] }).success).toBe(true)
    expect(
      people.selection.safeParse({ mode: 'query', query, exclude: [id], asOf: '2026-11-20T10:00:00Z' })
        .success,
    ).toBe(true)
    expect(people.selection.safeParse({ mode: 'ids', ids: [] }).success).toBe(false)
    expect(
      people.selection.safeParse({
        mode: 'query',
        query: { ...query, page: 1 },
        exclude: [],
        asOf: '2026-11-20T10:00:00Z',
      }).success,
    ).toBe(false)
  })

  it('has rows with exactly its columns and extras', () => {
    const row = {
      id: '0190a8d0-0000-7000-8000-000000000001',
      name: 'Ada',
      code: null,
      age: 36,
      born: '1815-12-10',
      state: 'Gone',
      tall: false,
    }
    expect(people.row.safeParse(row).success).toBe(true)
    expect(people.row.safeParse({ ...row, name: null }).success).toBe(false)
    expect(people.row.safeParse({ ...row, price: '1' }).success).toBe(false)
  })
})

describe('a list paged by keys', () => {
  const columns = {
    at: column.instant(),
    name: column.text({ sort: false }),
    code: column.code({ sort: false }),
  }
  const packs = pageList('People/GetPacks', {
    columns,
    extra: { id: z.uuid() },
    defaultSort: [{ column: 'at', direction: 'desc' }],
    paging: 'keyset',
    requires: ['code'],
  })
  const first = { page: 1, pageSize: 50, sort: [], filters: { code: { in: ['A'] } }, search: '' }

  it.each([
    ['its first page', first, true],
    ['a page after a place', { ...first, page: 2, after: 'place' }, true],
    ['a total that was told before', { ...first, known: 7 }, false],
    ['no filter that it requires', { ...first, filters: {} }, false],
    ['an empty filter', { ...first, filters: { code: {} } }, false],
    [
      'a sort by a column without an order',
      { ...first, sort: [{ column: 'name', direction: 'asc' }] },
      false,
    ],
  ])('is asked with %s', (_, input, isTaken) => {
    expect(packs.page.input.safeParse(input).success).toBe(isTaken)
  })

  it('is not declared with a sort by what may be null, or with sums', () => {
    const declare = (over: object) => () =>
      pageList('People/GetPacks', {
        columns: { ...columns, left: column.date({ nullable: true }) },
        extra: { id: z.uuid() },
        defaultSort: [{ column: 'at', direction: 'desc' }],
        paging: 'keyset',
        ...over,
      })
    expect(declare({})).toThrow('left may be null')
    expect(declare({ summed: { sums: [], groups: {} } })).toThrow('no sums')
  })
})
