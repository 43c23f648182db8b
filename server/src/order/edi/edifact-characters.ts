// The character sets of EDIFACT: the level that UNB names says how its bytes are read and written (ISO 9735).

const encodings: Readonly<Record<string, string>> = {
  UNOA: 'ascii',
  UNOB: 'ascii',
  UNOC: 'iso-8859-1',
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  UNOK: 'iso-8859-9',
  UNOW: 'utf-8',
  UNOY: 'utf-8',
}

/** The encoding of a level such as `UNOC`, by the name that `TextDecoder` knows; undefined for a level that we do not read. */
export const encodingOf = (level: string): string | undefined => encodings[level]

/** Letters and signs that Unicode does not take apart into a plain one and its mark. */
const plainForms: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  æ: 'ae',
  Æ: 'AE',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '€': 'EUR',
  '₺': 'TL',
}

/**
 * A text as the character set of a level can write it. Where the set lacks a letter, the plain one stands instead (`ş`
 * becomes `s`), and a full stop where there is none. Control characters and ends of
 * lines become full stops. It may grow: `€` becomes `EUR`.
 */
export function fitting(level: string, text: string): string {
  const table = tableOf(level)
  const has = (part: string) => table === null || Array.from(part).every((char) => table.has(char))
  return Array.from(text, (char) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(char)) return '.'
    if (has(char)) return char
    const plain = plainForms[char] ?? char.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return plain !== '' && has(plain) ? plain : '.'
  }).join('')
}

/** The bytes of a text that fits, line ends included. */
export function bytesIn(level: string, text: string): Buffer {
  const table = tableOf(level)
  if (table === null) return Buffer.from(text, 'utf8')
  return Buffer.from(Array.from(text, (char) => table.get(char) ?? char.charCodeAt(0)))
}

const tables = new Map<string, Map<string, number>>()

/** The byte of each printable character of a level; null for UTF-8, which has them all. */
function tableOf(level: string): ReadonlyMap<string, number> | null {
  const encoding = encodingOf(level) ?? 'ascii'
  if (encoding === 'utf-8') return null
  let table = tables.get(encoding)
  if (!table) {
    const codes = Array.from({ length: 256 }, (_, code) => code).filter(
      // What decoders of the web put between the two halves is not in the sets of ISO.
      (code) => (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && encoding !== 'ascii'),
    )
    const decoder = new TextDecoder(encoding)
    table = new Map(codes.map((code) => [decoder.decode(Uint8Array.of(code)), code]))
    table.delete('\uFFFD')
    tables.set(encoding, table)
  }
  return table
}
