import { describe, expect, it, test } from 'vitest'
import { isGln } from './check-digits.ts'
import { dayOf, fullYear } from './dates.ts'
import { separator as gs } from './elements.ts'
import { readPack, type PackReading } from './pack.ts'

const front = '0108689999001018'
const v1 = `${front}217K2M9QX41B${gs}1727123110B24A07`
const pack = {
  gtin: '08689999001018',
  serial: '7K2M9QX41B',
  expiry: '2027-12-31',
  lot: 'B24A07',
  others: [],
}
const read = (typed: string, from?: 'symbol' | 'typed'): PackReading =>
  readPack(typed, { thisYear: 2026, ...(from && { from }) })

describe('[DSC-007] the code of a pack', () => {
  it.each([
    ['V1', v1, []],
    ['V2', `]d2${v1}`, []],
    ['V3', `${gs}${v1}`, []],
    ['V4', `]d2${gs}${v1}`, []],
    ['V5', `${front}1727123110B24A07${gs}217K2M9QX41B`, []],
    ['V6', `${front}10B24A07${gs}17271231217K2M9QX41B`, []],
    ['V8', '(01)08689999001018(21)7K2M9QX41B(17)271231(10)B24A07', ['Bracketed']],
    ['V9', '(01) 08689999001018 (21) 7K2M9QX41B\r\n(17) 271231 (10) B24A07\r\n', ['Trimmed', 'Bracketed']],
    ['V10', v1.replace(gs, ''), ['SeparatorLost']],
    ['V13', v1.replace(gs, '<GS>'), []],
    ['V13, in other words', v1.replace(gs, '{GS}'), []],
    ['V13, as pasted', v1.replace(gs, String.raw`\x1d`), []],
    ['V13, from a terminal', v1.replace(gs, '^]'), []],
    ['V13, as a picture of it', v1.replace(gs, '␝'), []],
    ['V13, from an address', v1.replace(gs, '%1D'), []],
    ['V14', 'https://id.example.com/01/08689999001018/10/B24A07/21/7K2M9QX41B?17=271231', ['Link']],
    ['V17', `\uFEFF${v1}  \u200B`, ['Trimmed']],
    ['V18', `üd2${v1}`, ['TurkishLayout']],
    ['V19', ')01=08689999001018)21=7K2M9QX41B)17=271231)10=B24A07', ['TurkishLayout', 'Bracketed']],
    ['V22', `[)>\u001e06${gs}${v1}\u001e\u0004`, []],
    ['V22, in words', `[)>{RS}06{GS}${v1}{RS}{EOT}`, []],
    ['X10', '(01)8689999001018(21)7K2M9QX41B(17)271231(10)B24A07', ['Bracketed', 'GtinPadded']],
    ['Caps Lock before a symbol’s name', `]D2${v1.toLowerCase()}`, ['CapsLock']],
    ['Caps Lock on a Turkish keyboard', `ÜD2${v1.toLowerCase()}`, ['CapsLock', 'TurkishLayout']],
  ])('%s is read', (_, typed, notes) => {
    expect(read(typed)).toEqual({ kind: 'read', pack, notes })
  })

  it.each([
    [
      'V7, a whole month',
      `${front}217K2M9QX41B${gs}1727020010B24A07`,
      { ...pack, expiry: '2027-02-28' },
      ['WholeMonth'],
    ],
    [
      'V11, a serial full of identifiers',
      `${front}21173456789011727123110B24A07`,
      { ...pack, serial: '17345678901' },
      ['SeparatorLost'],
    ],
    [
      'V15, the longest serial',
      v1.replace('7K2M9QX41B', 'ABCDEFGHIJ0123456789'),
      { ...pack, serial: 'ABCDEFGHIJ0123456789' },
      [],
    ],
    [
      'V16, one element more',
      `0108699999002021217K2M9QX41B${gs}1727123110B24A07${gs}3010`,
      { ...pack, gtin: '08699999002021', others: [{ ai: '30', value: '10' }] },
      [],
    ],
    [
      'V20, Turkish capitals',
      v1.replace('7K2M9QX41B', 'İ9ıX41B'),
      { ...pack, serial: 'I9IX41B' },
      ['Folded'],
    ],
    ['a real lot', v1.replace('B24A07', 'BNav4Cam2'), { ...pack, lot: 'BNav4Cam2' }, []],
    [
      'published sample 1',
      v1.replace('08689999001018', '08699828760047'),
      { ...pack, gtin: '08699828760047' },
      [],
    ],
    [
      'published sample 2',
      v1.replace('08689999001018', '08699504120011'),
      { ...pack, gtin: '08699504120011' },
      [],
    ],
    [
      'typographic dashes of a telephone',
      v1.replace('B24A07', 'B24–07'),
      { ...pack, lot: 'B24-07' },
      ['Punctuation'],
    ],
  ])('%s is read as it is', (_, typed, meant, notes) => {
    expect(read(typed)).toEqual({ kind: 'read', pack: meant, notes })
  })

  it('V12, which two serials and lots fit, is asked about', () => {
    const found = read(`${front}21AB17280131105C1727123110B24A07`)
    expect(found.kind === 'doubtful' && found.candidates.map((one) => one.pack)).toEqual([
      { ...pack, serial: 'AB17280131105C' },
      { ...pack, serial: 'AB', expiry: '2028-01-31', lot: '5C1727123110B24A07' },
    ])
    expect(found.kind === 'doubtful' && found.candidates.map((one) => one.reasons)).toEqual([
      ['AsTyped', 'UsualOrder', 'UsualSerial', 'UsualLot'],
      ['AsTyped', 'UsualOrder'],
    ])
  })

  it('V21, in small letters, is offered as it stands and with Caps Lock undone', () => {
    const found = read(v1.toLowerCase())
    expect(found.kind === 'doubtful' && found.candidates.map((one) => one.pack)).toEqual([
      { ...pack, serial: '7k2m9qx41b', lot: 'b24a07' },
      pack,
    ])
  })

  it('of a symbol is taken letter by letter: no keyboard lay between', () => {
    expect(read(v1.toLowerCase(), 'symbol')).toMatchObject({ kind: 'read', pack: { serial: '7k2m9qx41b' } })
    expect(read(v1.replace('B24A07', 'B*24'), 'symbol')).toMatchObject({
      kind: 'read',
      pack: { lot: 'B*24' },
    })
    expect(read(v1.replace('B24A07', 'B*24'))).toMatchObject({
      kind: 'doubtful',
      candidates: [{ pack: { lot: 'B*24' } }, { pack: { lot: 'B-24' }, notes: ['TurkishLayout'] }],
    })
  })

  it.each([
    ['X1', v1.replace('08689999001018', '08689999001019'), 'CheckDigit', '01', 2],
    ['X2', v1.replace('17271231', '17271301'), 'Date', '17', 31],
    ['X3', v1.replace('17271231', '17270231'), 'Date', '17', 31],
    ['X4', v1.replace('7K2M9QX41B', 'ABCDEFGHIJ01234567890'), 'TooLong', '21', 38],
    ['X5', `${front}1727123110B24A07`, 'SerialMissing', '21', 32],
    ['X6', '8689999001018', 'OnlyGtin', null, 0],
    ['X7', `${front}217K2M9QX41B${gs}17271231`, 'LotMissing', '10', 37],
    ['X8', '  ', 'Empty', null, 0],
    ['X9', v1.replace('7K2M9', '7K 2M9'), 'Character', '21', 20],
    ['an identifier that does not exist', `${v1}${gs}89X`, 'UnknownIdentifier', null, 46],
    ['two serials', `${v1}${gs}21OTHER`, 'Repeated', '21', 48],
    ['a GTIN with a wrong check digit', '8689999001019', 'CheckDigit', null, 0],
    ['words', 'Parol 500 mg', 'UnknownIdentifier', null, 0],
    ['an address of something else', 'https://example.com/page', 'Link', null, 19],
  ])('%s is refused, with the place', (_, typed, code, ai, at) => {
    expect(read(typed)).toEqual({ kind: 'refused', faults: [{ code, ai, at }] })
  })

  it('is shown where it was typed, also behind what was taken away', () => {
    const typed = `\uFEFF  ]d2${v1.replace('7K2M9', '7K 2M9').replace(gs, '<GS>')}`
    const found = read(typed)
    expect(found.kind === 'refused' && found.faults.map(({ at }) => typed[at])).toEqual([' '])
  })
})

test('[DSC-007] GLNs and SSCCs of the domain have the check digits that they have', () => {
  const glns = [
    ['8689999100018', true],
    ['8689999100025', true],
    ['8689999100032', true],
    ['8689999200015', true],
    ['8689999200022', true],
    ['8699999000003', true],
    ['8689999300012', true],
    ['8689999900007', true],
    ['8689999100019', false],
  ] as const
  expect(glns.map(([gln]) => [gln, isGln(gln)])).toEqual(glns)
})

test('[DSC-007] the century of a date is the nearest one', () => {
  expect([77, 76, 75, 26, 0].map((year) => fullYear(year, 2026))).toEqual([1977, 2076, 2075, 2026, 2000])
  expect([0, 49, 50].map((year) => fullYear(year, 2099))).toEqual([2100, 2149, 2050])
  expect([dayOf('280229', 2026), dayOf('270229', 2026), dayOf('280200', 2026)]).toEqual([
    { date: '2028-02-29', isWholeMonth: false },
    null,
    { date: '2028-02-29', isWholeMonth: true },
  ])
})
