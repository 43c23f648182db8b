import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSame, meet, steps, type Values } from './conflict.ts'

const word = fc.constantFrom('a', 'b', 'c')
const list = fc.subarray(['p', 'q', 'r', 's'])
const record = fc.record({ name: word, count: fc.constantFrom<number | null>(1, 2, null), on: fc.boolean(), items: list })
const names = ['name', 'count', 'on', 'items'] as const
const taken = (values: Values, rows: ReturnType<typeof meet>['rows'], way: 'theirs' | 'mine') => ({ ...values, ...Object.fromEntries(rows.map((row) => [row.name, row.ways[way]])) })

describe('[D40] two who have changed the same record', () => {
  const base = { name: 'Ada', note: '', roles: ['a', 'b'], on: false }
  test.each([
    ['only I changed it', { name: 'Eda' }, {}, { name: 'Eda' }, []],
    ['only they changed it', {}, { name: 'Eda' }, { name: 'Eda' }, ['name']],
    ['both the same', { name: 'Eda' }, { name: 'Eda' }, { name: 'Eda' }, []],
    ['both differently: mine stays until somebody chooses', { name: 'Eda' }, { name: 'Ida' }, { name: 'Eda' }, ['name']],
    ['different fields', { name: 'Eda' }, { on: true }, { name: 'Eda', on: true }, ['on']],
    ['an empty text is nothing', { note: '' }, { note: null }, { note: '' }, []],
    ['a list in another order is the same', { roles: ['b', 'a'] }, { roles: ['a', 'b'] }, { roles: ['b', 'a'] }, []],
    ['both added something: both stand', { roles: ['a', 'b', 'c'] }, { roles: ['a', 'b', 'd'] }, { roles: ['a', 'b', 'd', 'c'] }, ['roles']],
    ['one added, the other took away', { roles: ['a', 'b', 'c'] }, { roles: ['b'] }, { roles: ['b', 'c'] }, ['roles']],
    ['theirs holds all of mine: there is no third way', { roles: ['a', 'b', 'c'] }, { roles: ['a', 'b', 'c', 'd'] }, { roles: ['a', 'b', 'c', 'd'] }, ['roles']],
  ])('%s', (_, mine, theirs, values, rows) => {
    const met = meet<Values>(base, { ...base, ...mine }, { ...base, ...theirs })
    expect(met.values).toEqual({ ...base, ...values })
    expect(met.rows.map(({ name }) => name)).toEqual(rows)
  })

  test('offers both only where it is neither mine nor theirs, and tells what I never touched', () => {
    const ways = (mine: string[], theirs: string[]) => meet({ roles: ['a', 'b'] }, { roles: mine }, { roles: theirs }).rows.map((row) => [row.touched, Object.keys(row.ways)])
    expect(ways(['a', 'b', 'c'], ['a'])).toEqual([[true, ['theirs', 'mine', 'both']]])
    expect(ways(['a', 'b', 'c'], ['a', 'b', 'c', 'd'])).toEqual([[true, ['theirs', 'mine']]])
    expect(ways(['a', 'b'], ['a'])).toEqual([[false, ['theirs', 'mine']]])
  })

  test('loses nothing, overwrites nothing unseen, and every way leads where it says', () => {
    fc.assert(fc.property(record, record, record, (was, mine, theirs) => {
      const { values, rows } = meet<Values>(was, mine, theirs)
      for (const name of names) {
        const [mineIs, theirsIs] = [!isSame(was[name], mine[name]), !isSame(was[name], theirs[name])]
        const row = rows.find((one) => one.name === name)
        // What they changed and I do not have is always shown.
        expect(row !== undefined).toBe(theirsIs && !isSame(mine[name], theirs[name]))
        if (!theirsIs) expect(values[name]).toEqual(mine[name])
        if (theirsIs && !mineIs) expect(values[name]).toEqual(theirs[name])
        if (row) expect([row.touched, row.ways.mine, row.ways.theirs]).toEqual([mineIs, mine[name], theirs[name]])
      }
      const items = [was.items, mine.items, theirs.items] as const
      for (const item of ['p', 'q', 'r', 's']) {
        const [before, here, there] = items.map((one) => one.includes(item))
        expect((values.items as string[]).includes(item)).toBe(here === before ? there : here)
      }
      const [allTheirs, allMine] = [taken(values, rows, 'theirs'), taken(values, rows, 'mine')]
      for (const name of names) {
        expect(isSame(allTheirs[name], theirs[name]) || isSame(was[name], theirs[name])).toBe(true)
        expect(isSame(allMine[name], mine[name])).toBe(true)
      }
    }))
  })

  test('a list is told by its steps', () => {
    expect(steps(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
    expect(steps(undefined, ['c'])).toEqual({ added: ['c'], removed: [] })
  })
})
