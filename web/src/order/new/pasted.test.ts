import { describe, expect, it } from 'vitest'
import { isPastedBlock, readPasted } from './pasted.ts'

const rowsOf = (text: string) => readPasted(text).rows.map(({ code, quantity }) => `${code}|${quantity}`)

describe('[ORD-001] a pasted block', () => {
  it.each([
    ['tabs, as Excel copies', 'A-1\t12\r\nA-2\t6\r\n', ['A-1|12', 'A-2|6']],
    ['semicolons, as a German CSV', 'A-1;1.200\nA-2;12,0', ['A-1|1.200', 'A-2|12,0']],
    ['commas', 'A-1, 12\nA-2,6', ['A-1|12', 'A-2|6']],
    ['commas that group too', 'A-1, 1,200\nA-2,6', ['A-1|1,200', 'A-2|6']],
    ['a quoted number between commas', 'A-1,"1,200"', ['A-1|1,200']],
    ['blanks', 'A-1 12\nA-2  1.200', ['A-1|12', 'A-2|1.200']],
    ['a heading in Turkish', 'Ürün adı\tBarkod\tAdet\nGömlek\t8690000000012\t5', ['8690000000012|5']],
    ['a heading in German', 'Menge;Artikelnummer\n5;A-1', ['A-1|5']],
    ['a name between code and quantity', 'A-1\tGömlek\t12\nA-2\tCeket\t6', ['A-1|12', 'A-2|6']],
    ['the quantity first', '12\tA-1\n6\tA-2', ['A-1|12', 'A-2|6']],
    ['codes that are short numbers', '10234\t12\n10235\t6', ['10234|12', '10235|6']],
    ['GTINs are no quantities', '8690000000012\t12', ['8690000000012|12']],
    ['a code without quantity', 'A-1\t\nA-2\t6', ['A-1|', 'A-2|6']],
    ['empty rows between', 'A-1\t1\n\n\t\nA-2\t2\n', ['A-1|1', 'A-2|2']],
  ])('%s', (_name, text, expected) => expect(rowsOf(text)).toEqual(expected))

  it('takes as many rows as go in one call and says how many do not', () => {
    const { rows, dropped } = readPasted(Array.from({ length: 2_100 }, (_, at) => `A-${at}\t1`).join('\n'))
    expect([rows.length, dropped]).toEqual([2_000, 100])
  })

  it('is more than a code', () => {
    for (const text of ['A-1\t12', 'A-1;12', 'A-1,12', 'A-1\nA-2']) expect(isPastedBlock(text)).toBe(true)
    for (const text of ['A-1', '8690000000012', ' A-1\n', '010869000000001221X,Y'])
      expect(isPastedBlock(text)).toBe(false)
  })
})
