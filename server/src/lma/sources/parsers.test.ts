import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseArgus, parseRefinitiv } from './csv.ts'
import { decimalSign, readDecimal, readListDecimal } from './parsed.ts'
import { parsePlatts } from './platts.ts'
import { parsePriceList } from './price-list.ts'
import { decodeXml, parseTcmb } from './tcmb.ts'

// Samples with what has to be read of them lie beside the project; without them these tests are left out.
const folder = join(import.meta.dirname, '../../../../../shared/data/fuel')
const ofSamples = existsSync(folder) ? describe : describe.skip
const bytes = (name: string) => readFileSync(join(folder, name))
const expected = (name: string) => JSON.parse(bytes(name).toString('utf8'))

ofSamples('[LMA-002] samples of the sources', () => {
  it('PLATTS: new and withdrawn values, an older day in a newer file, and three bad lines', () => {
    const { rows, quarantined } = expected('platts-market-data-expected.json')
    const found = parsePlatts(bytes('platts-market-data-synthetic.ftp').toString('utf8'))
    const bates: Record<string, string> = { h: 'High', l: 'Low', c: 'Close' }
    const prices = rows.filter(([, , bate]: string[]) => bates[bate ?? ''])
    expect(found.rows.map(({ kind, symbol, type, day, value }) => [kind, symbol, type, day, value])).toEqual(
      prices.map(([action, symbol, bate, day, value]: [string, string, string, string, string | null]) => [
        action === 'X' ? 'Withdrawn' : 'New',
        symbol,
        bates[bate],
        day,
        value,
      ]),
    )
    expect(found.faults.map(({ code }) => code)).toEqual(['Symbol', 'Value', 'Day'])
    expect(found.faults).toHaveLength(quarantined.length)
  })

  it('TCMB: the day of the bulletin, units of 100, empty rates, another encoding, a page instead of a bulletin', () => {
    const all = expected('tcmb-expected.json')
    for (const [name, of] of Object.entries<Record<string, unknown>>(all)) {
      const text = decodeXml(bytes(name))
      const found = parseTcmb(text)
      if (of['refused']) {
        expect(found.layout).toBe('NotTheSource')
        continue
      }
      const rate = (symbol: string) =>
        found.rows.find((row) => row.symbol === symbol && row.type === 'Selling')?.value ?? null
      expect(found.rows[0]?.day).toBe(of['date'])
      expect(rate('USD')).toBe(of['USD selling'])
      if (of['AUD selling']) expect(rate('AUD')).toBe(of['AUD selling'])
      if (of['JPY name']) {
        expect(text).toContain(of['JPY name'])
        expect(rate('JPY')).toBe(of['JPY selling for one yen'])
        expect(rate('XDR')).toBe(of['XDR selling'])
      }
    }
  })
})

describe('[LMA-002] lists', () => {
  it('ARGUS: a line for each price type, corrections and estimates by their status', () => {
    const found = parseArgus(
      'Code,TimeStamp,PriceType,CFwd,Date,Value,RecordStatus\nPA0001234,0,2,0,2026-09-29,716.75,N\nPA0001234,0,1,0,2026-09-29,716.25,C\nPA0001234,0,4,0,2026-09-29,716.50,E\nPA0001234,0,4,0,2026-09-31,716.50,N\nPA0001234,0,4\n',
    )
    expect(found.rows.map(({ type, kind, value }) => [type, kind, value])).toEqual([
      ['High', 'New', '716.75'],
      ['Low', 'Correction', '716.25'],
      ['Close', 'Estimate', '716.50'],
    ])
    expect(found.faults).toEqual([
      { line: 5, code: 'Day' },
      { line: 6, code: 'Columns' },
    ])
  })

  it('REFINITIV: decimals with comma, high below low, and a layout that has changed', () => {
    const found = parseRefinitiv(
      'RIC;Trade Date;High;Low;Close\nULSD10-MED;29.09.2026;716,75;716,25;\nULSD10-MED;28.09.2026;700;710;\nULSD10-MED;25.09.2026;;;\n',
    )
    expect(found.rows.map(({ type, value }) => [type, value])).toEqual([
      ['High', '716.75'],
      ['Low', '716.25'],
    ])
    expect(found.faults.map(({ code }) => code)).toEqual(['HighBelowLow', 'Value'])
    expect(parseRefinitiv('RIC;Date;High;Low\n').layout).toBe('Incomplete')
    expect(parseRefinitiv('<html>').layout).toBe('NotTheSource')
  })

  it.each([
    ['716.75', '716.75'],
    ['716,75', '716.75'],
    ['1.234,5', null],
    ['', null],
  ])('reads %j as %j where the format says how decimals are written', (text, value) =>
    expect(readDecimal(text)).toBe(value),
  )

  it.each([
    [['1.234'], '1.234', 'Ambiguous'],
    [['1,234'], '1,234', 'Ambiguous'],
    [['1.234', '716.75'], '1.234', '1.234'],
    [['1.234', '716,75'], '1.234', '1234'],
    [['1.234', '25.126,92'], '1.234', '1234'],
    [['1.234', '716,75', '716.75'], '1.234', 'Ambiguous'],
    [[], '25.126,92', '25126.92'],
    [[], '25,126.92', '25126.92'],
    [[], '1.234.567', '1234567'],
    [[], '0.845', '0.845'],
    [[], '12345.678', '12345.678'],
    [[], '1.234.5', null],
    [[], 'n/a', null],
  ])('in a list with %j reads %j as %j', (texts, text, value) =>
    expect(readListDecimal(text, decimalSign(texts))).toBe(value),
  )

  it('refuse the line of an ambiguous decimal and no other', () => {
    const found = parseRefinitiv(
      'RIC;Trade Date;High;Low;Close\nULSD10-MED;2026-09-29;;;1.234\nULSD10-MED;2026-09-28;;;1234\n',
    )
    expect(found.rows.map(({ value }) => value)).toEqual(['1234'])
    expect(found.faults).toEqual([{ line: 2, code: 'Ambiguous' }])
  })

  it('[LMA-001] TUPRAS and SOCAR: naked prices by refinery, product and day', () => {
    const text = [
      'product;refinery;validFrom;price;unit',
      'MOTORIN;TÜPRAŞ İzmit;05.11.2026;25.126,92;TL/M3',
      'MOTORIN;SOCAR STAR;05.11.2026;25.126,92;TL/M3',
      'MOTORIN;TÜPRAŞ Batman;05.11.2026;25.126,92;TL/L',
      'FUEL OIL;tuprasizmir;2026-11-05;31000;TL/TON',
    ].join('\n')
    const found = parsePriceList('TUPRAS')(text)
    expect(found.rows).toEqual([
      {
        line: 2,
        symbol: 'MOTORIN',
        refinery: 'TuprasIzmit',
        day: '2026-11-05',
        price: '25126.92',
        unit: 'TL/M3',
      },
      {
        line: 5,
        symbol: 'FUEL OIL',
        refinery: 'TuprasIzmir',
        day: '2026-11-05',
        price: '31000',
        unit: 'TL/TON',
      },
    ])
    expect(found.faults).toEqual([
      { line: 3, code: 'Refinery' },
      { line: 4, code: 'Unit' },
    ])
    expect(parsePriceList('SOCAR')(text).rows).toHaveLength(1)
    expect(parsePriceList('SOCAR')('product;price\n').layout).toBe('Incomplete')
  })
})
