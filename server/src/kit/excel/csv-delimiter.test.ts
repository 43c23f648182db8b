import { expect, test } from 'vitest'
import { detectDelimiter, type Delimiter } from './csv-delimiter.ts'

test.each<[string, string, Delimiter]>([
  ['semicolons', 'code;name;price\nA;x;1,5\nB;y;2,5\n', ';'],
  ['commas', 'code,name,price\nA,x;y,1.5\n', ','],
  ['tabs', 'code\tname\tprice\nA\tx, y; z\t1\n', '\t'],
  ['bars', 'code|name\nA|x, y\n', '|'],
  ['commas inside quotes', '"a,b,c,d";x\n"e,f,g,h";y\n', ';'],
  ['a title over the table', 'Price list, November\n\ncode;name;price\nA;x;1\nB;y;2\n', ';'],
  ['a single column with decimals', 'price\n1,5\n2,5\n', ';'],
  ['more columns than commas in texts', 'a;b\n"x";1,5\n"y";2,5\n', ';'],
  ['a single line', 'a,b', ','],
  ['nothing', '', ';'],
])('the delimiter of %s', (_, start, delimiter) => {
  expect(detectDelimiter(start, 'tr')).toBe(delimiter)
})

test('where two delimiters fit, the one counts that programs of this language write', () => {
  expect(detectDelimiter('a,b;c\n', 'en')).toBe(',')
  expect(detectDelimiter('a,b;c\n', 'de')).toBe(';')
})
