import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptsOf, isSame, mergeConflict, steps, type Values } from './conflict.ts'

const word = fc.constantFrom('a', 'b', 'c')
const list = fc.subarray(['p', 'q', 'r', 's'])
const record = fc.record({
  name: word,
  count: fc.constantFrom<number | null>(1, 2, null),
  on: fc.boolean(),
  items: list,
})
const names = ['name', 'count', 'on', 'items'] as const
const taken = (values: Values, rows: ReturnType<typeof mergeConflict>['rows'], way: 'theirs' | 'mine') => ({
  ...values,
  ...Object.fromEntries(rows.map((row) => [row.name, row.ways[way]])),
})

describe('[D40] two who have changed the same record', () => {
  const base = { name: 'Ada', note: '', roles: ['a', 'b'], on: false }
  test.each([
    ['only I changed it', { name: 'Eda' }, {}, { name: 'Eda' }, []],
    ['only they changed it', {}, { name: 'Eda' }, { name: 'Eda' }, ['name']],
    ['both the same', { name: 'Eda' }, { name: 'Eda' }, { name: 'Eda' }, []],
    [
      'both differently: mine stays until somebody chooses',
      { name: 'Eda' },
      { name: 'Ida' },
      { name: 'Eda' },
      ['name'],
    ],
    ['different fields', { name: 'Eda' }, { on: true }, { name: 'Eda', on: true }, ['on']],
    ['an empty text is nothing', { note: '' }, { note: null }, { note: '' }, []],
    [
      'a list in another order is the same',
      { roles: ['b', 'a'] },
      { roles: ['a', 'b'] },
      { roles: ['b', 'a'] },
      [],
    ],
    [
      'both added something: both stand',
      { roles: ['a', 'b', 'c'] },
      { roles: ['a', 'b', 'd'] },
      { roles: ['a', 'b', 'd', 'c'] },
      ['roles'],
    ],
    [
      'one added, the other took away',
      { roles: ['a', 'b', 'c'] },
      { roles: ['b'] },
      { roles: ['b', 'c'] },
      ['roles'],
    ],
    [
      'theirs holds all of mine: there is no third way',
      { roles: ['a', 'b', 'c'] },
      { roles: ['a', 'b', 'c', 'd'] },
      { roles: ['a', 'b', 'c', 'd'] },
      ['roles'],
    ],
  ])('%s', (_, mine, theirs, values, rows) => {
    const met = mergeConflict<Values>(base, { ...base, ...mine }, { ...base, ...theirs })
    expect(met.values).toEqual({ ...base, ...values })
    expect(met.rows.map(({ name }) => name)).toEqual(rows)
  })

  test('offers both only where it is neither mine nor theirs, and tells what I never touched', () => {
    const ways = (mine: string[], theirs: string[]) =>
      mergeConflict({ roles: ['a', 'b'] }, { roles: mine }, { roles: theirs }).rows.map((row) => [
        row.touched,
        Object.keys(row.ways),
      ])
    expect(ways(['a', 'b', 'c'], ['a'])).toEqual([[true, ['theirs', 'mine', 'both']]])
    expect(ways(['a', 'b', 'c'], ['a', 'b', 'c', 'd'])).toEqual([[true, ['theirs', 'mine']]])
    expect(ways(['a', 'b'], ['a'])).toEqual([[false, ['theirs', 'mine']]])
  })

  test('loses nothing, overwrites nothing unseen, and every way leads where it says', () => {
    fc.assert(
      fc.property(record, record, record, (was, mine, theirs) => {
        const { values, rows } = mergeConflict<Values>(was, mine, theirs)
        for (const name of names) {
          const [mineIs, theirsIs] = [!isSame(was[name], mine[name]), !isSame(was[name], theirs[name])]
          const row = rows.find((one) => one.name === name)
          // What they changed and I do not have is always shown.
          expect(row !== undefined).toBe(theirsIs && !isSame(mine[name], theirs[name]))
          if (!theirsIs) expect(values[name]).toEqual(mine[name])
          if (theirsIs && !mineIs) expect(values[name]).toEqual(theirs[name])
          if (row)
            expect([row.touched, row.ways.mine, row.ways.theirs]).toEqual([mineIs, mine[name], theirs[name]])
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
      }),
    )
  })

  test('a list is told by its steps', () => {
    expect(steps(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
    expect(steps(undefined, ['c'])).toEqual({ added: ['c'], removed: [] })
  })
})

describe('[D40] long texts to choose from', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')
  test.each([
    ['short ones are shown whole', ['Be kind.', 'Be brief.'], ['Be kind.', 'Be brief.']],
    [
      'what is the same before and after is left out',
      [`${words(100, 200)} ten ${words(200, 300)}`, `${words(100, 200)} five ${words(200, 300)}`],
      [
        '… word192 word193 word194 word195 word196 word197 word198 word199 ten word200 word201 word202 word203 word204 word205 word206 word207 …',
        '… word192 word193 word194 word195 word196 word197 word198 word199 five word200 word201 word202 word203 word204 word205 word206 word207 …',
      ],
    ],
    [
      'an end that one has and the other has not',
      [words(100, 150), `${words(100, 150)} and more`],
      [
        '… word142 word143 word144 word145 word146 word147 word148 word149',
        '… word142 word143 word144 word145 word146 word147 word148 word149 and more',
      ],
    ],
    ['nothing at all', ['', words(100, 130)], ['', words(100, 130)]],
  ])('%s', (_, texts, shown) => {
    expect(excerptsOf(texts)).toEqual(shown)
  })

  test('are cut where they differ in too much, and never cut so that two of them read the same', () => {
    const long = fc
      .array(fc.constantFrom('a', 'bb', 'ccc', 'ş', '\n'), { minLength: 60, maxLength: 900 })
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(long, long, (one, other) => {
        const shown = excerptsOf([one, other])
        for (const text of shown) expect(text.length).toBeLessThan(600)
        if (one.trim() !== other.trim()) expect(shown[0]).not.toBe(shown[1])
      }),
    )
  })
})
