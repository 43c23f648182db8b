import { expect, test } from 'vitest'
import { readScanned } from './scanned.ts'

test.each([
  ['a typed code', ' SLV-ST-NV ', 'SLV-ST-NV', null],
  ['an EAN-13', '8699512040318', '8699512040318', '08699512040318'],
  ['a GTIN-14', '08699512040318', '08699512040318', '08699512040318'],
  ['an EAN-8', '96385074', '96385074', '00000096385074'],
  ['a data matrix', '010869951204031821A1B2C3\u001d17271130\u001d10LOT7', null, '08699512040318'],
  ['a data matrix with its symbol', ']d201086995120403182112345\u001d1727113010LOT7', null, '08699512040318'],
  ['a data matrix as it is printed', '(01)08699512040318(21)12345', null, '08699512040318'],
  ['digits that are no GTIN', '12345', '12345', null],
])('[ORD-001] %s is read', (_, typed, code, gtin) => {
  const read = readScanned(typed)
  expect(read.gtin).toBe(gtin)
  if (code !== null) expect(read.code).toBe(code)
})
