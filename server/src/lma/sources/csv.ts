import { exact } from '@kervan/contract/lma/exact'
import {
  linesOf,
  readDay,
  readDecimal,
  unreadable,
  type LineFault,
  type Parsed,
  type ParsedRow,
} from './parsed.ts'

// Lists of ARGUS and REFINITIV. The columns are found by their titles; a list with other titles is not read at all.

type Cells = (title: string) => string
type Read = (cells: Cells, line: number) => ParsedRow[] | LineFault['code']

function readTable(text: string, titles: readonly string[], read: Read): Parsed {
  const lines = linesOf(text)
  const split = (line: string) =>
    line.split(line.includes(';') ? ';' : ',').map((cell) => cell.trim().replace(/^"|"$/g, ''))
  const head = split(lines[0] ?? '')
  if (titles.some((title) => !head.includes(title)))
    return unreadable(head.some((title) => titles.includes(title)) ? 'Incomplete' : 'NotTheSource')
  const rows: ParsedRow[] = []
  const faults: LineFault[] = []
  lines.slice(1).forEach((line, at) => {
    if (line.trim() === '') return
    const [cells, number] = [split(line), at + 2]
    if (cells.length !== head.length) return void faults.push({ line: number, code: 'Columns' })
    const found = read((title) => cells[head.indexOf(title)] ?? '', number)
    if (typeof found === 'string') faults.push({ line: number, code: found })
    else rows.push(...found)
  })
  return { rows, faults, layout: null }
}

const argusKinds: Record<string, ParsedRow['kind']> = { N: 'New', C: 'Correction', H: 'New', E: 'Estimate' }
const argusTypes: Record<string, ParsedRow['type']> = { '1': 'Low', '2': 'High', '4': 'Close' }

/** A line for each price type: 1 low, 2 high, 4 middle. Record status N new, H history, C correction, E estimate. */
export const parseArgus = (text: string): Parsed =>
  readTable(text, ['Code', 'PriceType', 'Date', 'Value', 'RecordStatus'], (cells, line) => {
    const [symbol, day, value] = [cells('Code'), readDay(cells('Date')), readDecimal(cells('Value'))]
    const [type, kind] = [argusTypes[cells('PriceType')], argusKinds[cells('RecordStatus')]]
    if (!/^[A-Z0-9]{4,20}$/.test(symbol) || !kind || !type) return 'Symbol'
    if (day === null) return 'Day'
    if (value === null) return 'Value'
    return [{ line, symbol, type, day, value, kind }]
  })

/** A line for each instrument and day with high, low and close. */
export const parseRefinitiv = (text: string): Parsed =>
  readTable(text, ['RIC', 'Trade Date', 'High', 'Low', 'Close'], (cells, line) => {
    const [symbol, day] = [cells('RIC'), readDay(cells('Trade Date'))]
    if (!/^[A-Z0-9=.\-^]{3,32}$/i.test(symbol)) return 'Symbol'
    if (day === null) return 'Day'
    const [high, low, close] = (['High', 'Low', 'Close'] as const).map((title) => readDecimal(cells(title)))
    if (high && low) {
      if (exact(high).compare(exact(low)) < 0) return 'HighBelowLow'
      return [
        { line, symbol, type: 'High', day, value: high, kind: 'New' },
        { line, symbol, type: 'Low', day, value: low, kind: 'New' },
      ]
    }
    return close ? [{ line, symbol, type: 'Close', day, value: close, kind: 'New' }] : 'Value'
  })
