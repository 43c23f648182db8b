import { readForm } from './forms.ts'
import { meantBy } from './typed.ts'

/** What an article is looked for by: the text as it is, and the GTIN of 14 digits where it holds one. */
export type Scanned = { code: string; gtin: string | null }

/**
 * Reads what was typed or scanned to find an article: a code of one's own, a GTIN (EAN-8 to GTIN-14), or a GS1 code, of
 * which only the GTIN matters: it comes first and has a known length, so nothing that is lost behind it changes it. Check
 * digits are not asked for: an article with a wrong one is found, or it is not there.
 */
export function readScanned(typed: string): Scanned {
  // A code of one's own may have any letters.
  const code = meantBy(typed, 'symbol')[0].marked.text.trim()
  if (/^(?:\d{8}|\d{12,14})$/.test(code)) return { code, gtin: code.padStart(14, '0') }
  const found = meantBy(typed, 'typed').map(({ marked }) => {
    // Of the year nothing depends here.
    const [first] = readForm(marked, 0).elements.elements
    return first?.ai === '01' && /^\d{14}$/.test(first.value) ? first.value : null
  })
  return { code, gtin: found.find((gtin) => gtin !== null) ?? null }
}
