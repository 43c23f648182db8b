import { exact } from '@kervan/contract/lma/exact'
import {
  decimalSign,
  linesOf,
  readDay,
  readListDecimal,
  unreadable,
  type LineFault,
  type Parsed,
  type ParsedRow,
} from './parsed.ts'

// Lists of ARGUS and REFINITIV. The columns are found by their titles; a list with other titles is not read at all.

/** The texts of a line by their titles, and its decimals: `Ambiguous` where one may be read in two ways. */
type Line = { line: number; cell: (title: string) => string; decimal: (title: string) => string | null }
type Read<Row> = (line: Line) => Row[] | LineFault['code']

/** `decimals`: the columns that hold them; how they are written is told by all of them together. */
export function readTable<Row>(
  text: string,
  titles: readonly string[],
  decimals: readonly string[],
  read: Read<Row>,
): Parsed<Row> {
  const lines = linesOf(text)
  const split = (line: string) =>
    line.split(line.includes(';') ? ';' : ',').map((cell) => cell.trim().replace(/^"|"$/g, ''))
  const head = split(lines[0] ?? '')
  if (titles.some((title) => !head.includes(title)))
    return unreadable(head.some((title) => titles.includes(title)) ? 'Incomplete' : 'NotTheSource')
  const places = decimals.map((title) => head.indexOf(title))
  const sign = decimalSign(
    lines.slice(1).flatMap((line) => {
      const cells = split(line)
      return places.map((place) => cells[place] ?? '')
    }),
  )
  const rows: Row[] = []
  const faults: LineFault[] = []
  lines.slice(1).forEach((line, at) => {
    if (line.trim() === '') return
    const [cells, number] = [split(line), at + 2]
    if (cells.length !== head.length) return void faults.push({ line: number, code: 'Columns' })
    const cell = (title: string) => cells[head.indexOf(title)] ?? ''
    const found = read({ line: number, cell, decimal: (title) => readListDecimal(cell(title), sign) })
    if (typeof found === 'string') faults.push({ line: number, code: found })
    else rows.push(...found)
  })
  return { rows, faults, layout: null }
}

const argusKinds: Record<string, ParsedRow['kind']> = { N: 'New', C: 'Correction', H: 'New', E: 'Estimate' }
const argusTypes: Record<string, ParsedRow['type']> = { '1': 'Low', '2': 'High', '4': 'Close' }

/** A line for each price type: 1 low, 2 high, 4 middle. Record status N new, H history, C correction, E estimate. */
export const parseArgus = (text: string): Parsed =>
  readTable<ParsedRow>(text, ['Code', 'PriceType', 'Date', 'Value', 'RecordStatus'], ['Value'], (of) => {
    const { line, cell } = of
    const [symbol, day, value] = [cell('Code'), readDay(cell('Date')), of.decimal('Value')]
    const [type, kind] = [argusTypes[cell('PriceType')], argusKinds[cell('RecordStatus')]]
    if (!/^[A-Z0-9]{4,20}$/.test(symbol) || !kind || !type) return 'Symbol'
    if (day === null) return 'Day'
    if (value === null) return 'Value'
    if (value === 'Ambiguous') return value
    return [{ line, symbol, type, day, value, kind }]
  })

/** A line for each instrument and day with high, low and close. */
export const parseRefinitiv = (text: string): Parsed =>
  readTable<ParsedRow>(
    text,
    ['RIC', 'Trade Date', 'High', 'Low', 'Close'],
    ['High', 'Low', 'Close'],
    (of) => {
      const { line, cell } = of
      const [symbol, day] = [cell('RIC'), readDay(cell('Trade Date'))]
      if (!/^[A-Z0-9=.\-^]{3,32}$/i.test(symbol)) return 'Symbol'
      if (day === null) return 'Day'
      const [high, low, close] = (['High', 'Low', 'Close'] as const).map((title) => of.decimal(title))
      if ([high, low, close].includes('Ambiguous')) return 'Ambiguous'
      if (high && low) {
        if (exact(high).compare(exact(low)) < 0) return 'HighBelowLow'
        return [
          { line, symbol, type: 'High', day, value: high, kind: 'New' },
          { line, symbol, type: 'Low', day, value: low, kind: 'New' },
        ]
      }
      return close ? [{ line, symbol, type: 'Close', day, value: close, kind: 'New' }] : 'Value'
    },
  )
