import { field } from '@kervan/contract/kit/master-fields'
import { column, pageList } from '@kervan/contract/kit/page'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { choicesOf } from './header.ts'
import type { ServedKind } from './kind.ts'
import { readCell, readGiven } from './read-cell.ts'
import { sayValue } from './words.ts'
import { sayDays } from '../messages.ts'

// Fields on the wire, in a cell, in a delivery, in a list and as a sentence.

const types = field.choices(['Orders', 'Imports', 'Security'], { words: 'notification' })
const words = choicesOf({ kind: {}, fields: [['types', types]] } as unknown as ServedKind).get('types')!
const cell = (value: string) => readCell(types, { kind: 'text', value, text: value }, words)

describe('[USR-011] a field of several choices', () => {
  it('has at least one, unless it is optional, and begins with none', () => {
    expect(types.value.safeParse([]).success).toBe(false)
    expect(types.value.safeParse(['Orders', 'Weather']).success).toBe(false)
    expect(types.value.parse(['Orders'])).toEqual(['Orders'])
    expect(types.start).toEqual([])
    const optional = field.choices(['Orders'], { words: 'notification', optional: true })
    expect(optional.value.parse([])).toEqual([])
  })

  it('is read from a cell by its words in any language, each once', () => {
    expect(cell('Sicherheit; bestellungen, Orders')).toEqual({ value: ['Security', 'Orders'] })
    expect(cell(' ')).toEqual({ value: null })
    expect(cell('Orders, Weather')).toEqual({ issue: 'NotAChoice', facts: { value: 'Weather' } })
  })

  it('is delivered as a list or as one text', () => {
    expect(readGiven(types, ['Orders', 'Security'], words)).toEqual({ value: ['Orders', 'Security'] })
    expect(readGiven(types, 'Orders, Security', words)).toEqual({ value: ['Orders', 'Security'] })
    expect(readGiven(types, ['Weather'], words)).toMatchObject({ issue: 'NotAChoice' })
    expect(readGiven(types, { Orders: true }, words)).toEqual({ issue: 'NotAValue' })
  })

  it('is said in words', () => {
    expect(sayValue('de', types, ['Orders', 'Security'])).toBe('Bestellungen, Sicherheit')
    expect(sayValue('de', types, [])).toBe('–')
    expect(sayValue('de', field.date(), '2026-07-04')).toBe('4. Juli 2026')
    expect(sayDays('en', 'SE10956 · 2026-07-04')).toBe('SE10956 · 4 Jul 2026')
    expect(sayDays('en', 'SE10956 · 2026-07-99')).toBe('SE10956 · 2026-07-99')
  })

  it('is filtered by some of its values and has no order', () => {
    const list = pageList('Things/GetThings', {
      columns: {
        name: column.text(),
        types: column.choices(types.values as [string], { words: 'notification' }),
      },
      extra: { id: z.uuid() },
      defaultSort: [{ column: 'name', direction: 'asc' }],
    })
    expect(list.columns.types.sort).toBe(false)
    const asked = { page: 1, pageSize: 50, sort: [], search: '' }
    const accepts = (filter: object) =>
      list.page.input.safeParse({ ...asked, filters: { types: filter } }).success
    expect(accepts({ in: ['Orders', 'Imports'] })).toBe(true)
    expect(accepts({ in: ['Weather'] })).toBe(false)
  })
})

describe('[USR-011] a text that is an email address', () => {
  const email = field.email({ key: true, fixed: false })

  it('is checked on the wire, in a cell and in a delivery', () => {
    const read = (value: string) => readCell(email, { kind: 'text', value, text: value }, words)
    expect(email.value.safeParse('nobody').success).toBe(false)
    expect(read(' Watch@Office.example ')).toEqual({ value: 'Watch@Office.example' })
    expect(read('nobody')).toEqual({ issue: 'NotAnEmail', facts: { value: 'nobody' } })
    expect(readGiven(email, 'a@b.example, c@d.example', words)).toMatchObject({ issue: 'NotAnEmail' })
    expect(read(`${'a'.repeat(250)}@b.example`)).toMatchObject({ issue: 'TooLong' })
  })

  it('may be a key that a form changes, where it says so', () => {
    expect(email).toMatchObject({ key: true, fixed: false })
    expect(field.code({ key: true })).toMatchObject({ key: true, fixed: true })
  })
})

describe('[DAT-002] characters that cannot be seen', () => {
  const code = field.code()
  const note = field.text({ max: 40, lines: 3 })
  const given = [
    ['a delivery', readGiven],
    [
      'a cell',
      (one: typeof note, value: string) => readCell(one, { kind: 'text', value, text: value }, words),
    ],
  ] as const

  // The cell of a file comes without them.
  it('are taken out of a delivery where they show nothing', () => {
    expect(readGiven(note, '\u200bAnthra\u00adcite\u2060\ufeff', words)).toEqual({ value: 'Anthracite' })
    expect(readGiven(note, '\u200b', words)).toEqual({ value: null })
    expect(readGiven(field.references('brand'), ['A\u200b', 'A'], words)).toEqual({ value: ['A'] })
  })

  it.each(given)('are an issue of the row of %s where the contract forbids them', (_, read) => {
    for (const value of ['ZV\u0007', 'a\u000bb', 'x\u0000']) {
      expect(read(code, value, words)).toEqual({ issue: 'ControlCharacters' })
      expect(read(note, value, words)).toEqual({ issue: 'ControlCharacters' })
    }
    expect(read(code, 'a\tb', words)).toEqual({ issue: 'ControlCharacters' })
    expect(read(note, 'a\tb\nc', words)).toEqual({ value: 'a\tb\nc' })
  })

  it('are an issue in lists of codes and in properties', () => {
    expect(readGiven(field.references('brand'), ['a', 'b\u0007'], words)).toEqual({
      issue: 'ControlCharacters',
    })
    expect(readGiven(field.properties(), { a: 'b\u0007' }, words)).toEqual({ issue: 'ControlCharacters' })
  })
})
