/** What an article is looked for by: the text as it is, and the GTIN where it holds one. */
export type Scanned = { code: string; gtin: string | null }

/**
 * Reads what was typed or came from a scanner: a code, a GTIN (EAN-8 to GTIN-14), or the text of a GS1 data matrix or
 * barcode, whose field 01 is the GTIN. Scanners put the kind of symbol (`]d2`) before and separators (FNC1) between.
 */
export function readScanned(typed: string): Scanned {
  // oxlint-disable-next-line no-control-regex -- FNC1 arrives as the ASCII group separator
  const code = typed
    .replaceAll(/[\u001d\u001e\u0004]/g, '')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
  const element = /^(?:\(01\)|01)(\d{14})/.exec(code)?.[1]
  const isPlain = /^(?:\d{8}|\d{12,14})$/.test(code)
  const gtin = element ?? (isPlain ? code : null)
  return { code, gtin: gtin === null ? null : gtin.padStart(14, '0') }
}

/** How a GTIN of 14 digits may be kept: with and without the zeros before it. */
export function gtinForms(gtin: string): string[] {
  const shorter = [13, 12, 8].filter((length) => gtin.startsWith('0'.repeat(14 - length)))
  return [gtin, ...shorter.map((length) => gtin.slice(14 - length))]
}
