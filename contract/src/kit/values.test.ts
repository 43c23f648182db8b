import { expect, it } from 'vitest'
import { Code, PersonName, StrangersName, text } from './values.ts'

const kinds = { Code, PersonName, StrangersName, text: text(40) }

it.each(Object.entries(kinds))(
  '[ORD-004] %s holds no character that nobody sees, and no control character',
  (_, kind) => {
    expect(kind.parse('A\u200bB\ufeffC\u00adD')).toBe('ABCD')
    expect(kind.safeParse('\u200b').success).toBe(false)
    expect(kind.safeParse('A\u0000B').success).toBe(false)
    expect(kind.parse('Şifa 1')).toBe('Şifa 1')
  },
)
