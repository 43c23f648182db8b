import {
  linesOf,
  readDay,
  readDecimal,
  unreadable,
  type LineFault,
  type Parsed,
  type ParsedRow,
} from './parsed.ts'

// Market data of PLATTS: a header, then lines of an action, a symbol with its bate, a moment and a value.

const header = /^PlattsMarketData (\d{12}) \d+ \S+ +\S+ +(\d{8})\s*$/
const types: Record<string, ParsedRow['type']> = { h: 'High', l: 'Low', c: 'Close', m: 'Close' }

/** `N` is new, `X` withdrawn; whatever else changes a value is a correction. Other bates than prices are left out. */
export function parsePlatts(text: string): Parsed {
  const lines = linesOf(text)
  const start = lines.findIndex((line) => header.test(line))
  if (start < 0) return unreadable('NotTheSource')
  const rows: ParsedRow[] = []
  const faults: LineFault[] = []
  lines.forEach((line, at) => {
    if (at <= start || line.trim() === '') return
    const read = readLine(line, at + 1)
    if ('code' in read) faults.push(read)
    else if (read.row) rows.push(read.row)
  })
  return { rows, faults, layout: null }
}

function readLine(line: string, number: number): LineFault | { row: ParsedRow | null } {
  const [action = '', name = '', moment = '', value = ''] = line.trim().split(/\s+/)
  const [, symbol, bate = ''] = /^([A-Z0-9]{7})([a-z])$/.exec(name) ?? []
  if (!symbol || !/^[A-Z]$/.test(action)) return { line: number, code: 'Symbol' }
  const day = /^\d{12}$/.test(moment) ? readDay(moment.slice(0, 8)) : null
  if (day === null) return { line: number, code: 'Day' }
  const price = action === 'X' ? null : readDecimal(value)
  if (action !== 'X' && price === null) return { line: number, code: 'Value' }
  const type = types[bate]
  if (!type) return { row: null }
  const kind = action === 'N' ? 'New' : action === 'X' ? 'Withdrawn' : 'Correction'
  return { row: { line: number, symbol, type, day, value: price, kind } }
}
