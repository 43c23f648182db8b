import { expect, test } from 'vitest'
import { readScanned } from './scanned.ts'

test.each([
  ['a typed code', ' SLV-ST-NV ', 'SLV-ST-NV', null],
  ['an EAN-13', '8699512040318', '8699512040318', '08699512040318'],
  ['a GTIN-14', '08699512040318', '08699512040318', '08699512040318'],
  ['an EAN-8', '96385074', '96385074', '00000096385074'],
  ['a data matrix', '010869951204031821A1B2C3\u001d17271130\u001d10LOT7', null, '08699512040318'],
  ['a data matrix with its symbol', ']d201086995120403182112345\u001d1727113010LOT7', null, '08699512040318'],
  [
    'a data matrix whose separators are lost',
    '010869951204031821A1B2C31727113010LOT7',
    null,
    '08699512040318',
  ],
  ['a data matrix of a Turkish keyboard', 'üd2010869951204031821A1B2C3', null, '08699512040318'],
  ['a data matrix with Caps Lock', ']D2010869951204031821a1b2c3', null, '08699512040318'],
  ['the GTIN of 13 digits as it is printed', '(01)8699512040318', null, '08699512040318'],
  ['a web address', 'https://id.gs1.org/01/08699512040318/21/A1B2C3', null, '08699512040318'],
  ['a data matrix with a wrong check digit', '010869951204031721A1B2C3', null, '08699512040317'],
  ['a typed code with Turkish letters', 'ÇİFT-ı', 'ÇİFT-ı', null],
  ['a data matrix as it is printed', '(01)08699512040318(21)12345', null, '08699512040318'],
  ['digits that are no GTIN', '12345', '12345', null],
])('[ORD-001] %s is read', (_, typed, code, gtin) => {
  const read = readScanned(typed)
  expect(read.gtin).toBe(gtin)
  if (code !== null) expect(read.code).toBe(code)
})
