export type DecimalReading =
  /** `value`: digits with `.`, no grouping, no needless zeros. Ambiguous ("1.200"): `value` takes the sign for grouping, `other` for a decimal point. */
  | { refused: null; value: string; ambiguous: false }
  | { refused: null; value: string; ambiguous: true; other: string }
  | { refused: 'Empty' | 'NotANumber' | 'MisplacedSeparator' | 'TooLong' }

export interface DecimalOptions {
  /** The decimal sign of whoever wrote the text; `auto` when nobody knows. */
  decimal: ',' | '.' | 'auto'
}

const MAX_DIGITS = 30
const sign = '([-−+]?)'
const currency = '(?:₺|€|\\$|£|TL|TRY|EUR|USD|GBP)?'
const shape = new RegExp(
  `^(\\(?)${sign}${currency}${sign}([\\d.,' ]*\\d[\\d.,' ]*)${sign}${currency}${sign}(\\)?)$`,
  'iu',
)

/** Reads a number as people type it in Turkey, Germany or England: grouping, currency, minus before or behind, brackets. */
export function parseDecimal(text: string, { decimal }: DecimalOptions): DecimalReading {
  if (text.length > 200) return { refused: 'TooLong' }
  // \s takes the spaces without break as well. One that stands between digits groups them; any other says nothing.
  const tidy = text
    .replace(/\s+/g, ' ')
    .replace(/(?<!\d) | (?!\d)/g, '')
    .replaceAll('’', "'")
  if (tidy === '') return { refused: 'Empty' }
  const [, open, ...found] = shape.exec(tidy) ?? []
  const close = found.pop()
  const digits = found[2]
  if (digits === undefined || (open === '') !== (close === '')) return { refused: 'NotANumber' }
  const signs = [open, found[0], found[1], found[3], found[4]].filter(Boolean)
  if (signs.length > 1) return { refused: 'NotANumber' }

  const reading = readDigits(digits, decimal)
  if (reading === undefined) return { refused: 'MisplacedSeparator' }
  if (reading.value.replace('.', '').length > MAX_DIGITS) return { refused: 'TooLong' }
  const negative = signs.length === 1 && signs[0] !== '+'
  const signed = (value: string) => (negative && value !== '0' ? `-${value}` : value)
  if (reading.other === undefined) return { refused: null, value: signed(reading.value), ambiguous: false }
  return { refused: null, value: signed(reading.value), ambiguous: true, other: signed(reading.other) }
}

function readDigits(
  text: string,
  decimal: ',' | '.' | 'auto',
): { value: string; other?: string } | undefined {
  if (decimal !== 'auto') return single(grouped(text, decimal))
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return single(grouped(text, '.'))
  const lastSign = text[last] as '.' | ','
  const opposite = lastSign === '.' ? ',' : '.'
  const asDecimal = grouped(text, lastSign)
  const asGrouping = grouped(text, opposite)
  // With both signs present, or with spaces for groups, the last sign can only be the decimal one.
  if (asDecimal === undefined || asGrouping === undefined || asDecimal === asGrouping)
    return single(asDecimal ?? asGrouping)
  return { value: asGrouping, other: asDecimal }
}

function single(value: string | undefined): { value: string } | undefined {
  return value === undefined ? undefined : { value }
}

/** The plain number when `decimal` is the decimal sign and every other sign groups by three, else undefined. */
function grouped(text: string, decimal: ',' | '.'): string | undefined {
  const parts = text.split(decimal)
  const [whole = '', fraction] = parts
  if (parts.length > 2 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  const group = /[^\d]/.exec(whole)?.[0]
  if (group !== undefined) {
    const [first = '', ...others] = whole.split(group)
    if (!/^[1-9]\d{0,2}$/.test(first) || !others.every((digits) => /^\d{3}$/.test(digits))) return undefined
  } else if (whole === '' && fraction === undefined) return undefined
  const integer = whole.replaceAll(/[^\d]/g, '').replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction?.replace(/0+$/, '') ?? ''
  return decimals === '' ? integer : `${integer}.${decimals}`
}
