import { exact } from '@kervan/contract/lma/exact'
import { readDay, readDecimal, unreadable, type LineFault, type Parsed, type ParsedRow } from './parsed.ts'

// The bulletin of the central bank. Its day is that of `Tarih`, never the one it was asked for.

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1] ?? null
const element = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() || null

/** The encoding is the one that the file names in its first line. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const named = /encoding\s*=\s*"([^"]+)"/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  return new TextDecoder(
    named === 'iso-8859-9' ? 'windows-1254' : named === 'utf-8' ? 'utf-8' : 'windows-1254',
  ).decode(bytes)
}

/** Rates for one unit: a bulletin gives some currencies for 100. Currencies without a rate are left out. */
export function parseTcmb(text: string): Parsed {
  const root = /<Tarih_Date\b[^>]*>/.exec(text)?.[0]
  const day = root ? readDay(attribute(root, 'Tarih') ?? '') : null
  if (!root || day === null) return unreadable('NotTheSource')
  if (!text.includes('</Tarih_Date>')) return unreadable('Incomplete')
  const rows: ParsedRow[] = []
  const faults: LineFault[] = []
  for (const found of text.matchAll(/<Currency\b([^>]*)>([\s\S]*?)<\/Currency>/g)) {
    const line = text.slice(0, found.index).split('\n').length
    const symbol = attribute(found[1] ?? '', 'CurrencyCode')
    if (!symbol || !/^[A-Z]{3}$/.test(symbol)) {
      faults.push({ line, code: 'Symbol' })
      continue
    }
    const body = found[2] ?? ''
    const unit = readDecimal(element(body, 'Unit') ?? '')
    for (const [tag, type] of [
      ['ForexBuying', 'Buying'],
      ['ForexSelling', 'Selling'],
    ] as const) {
      const given = element(body, tag)
      if (given === null) continue
      const value = readDecimal(given)
      if (value === null || unit === null || exact(unit).sign() <= 0) faults.push({ line, code: 'Value' })
      else rows.push({ line, symbol, type, day, value: perUnit(value, unit), kind: 'New' })
    }
  }
  return { rows, faults, layout: null }
}

/** As it stands in the bulletin where the unit is 1. */
const perUnit = (value: string, unit: string): string =>
  exact(unit).compare(exact('1')) === 0 ? value : exact(value).over(exact(unit)).toFixed(6)
