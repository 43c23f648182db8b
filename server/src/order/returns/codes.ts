import { readPack } from '@kervan/contract/kit/gs1/pack'
import { plainGtin } from '@kervan/contract/kit/gs1/check-digits'
import { refusal } from '@kervan/contract/kit/refusals'
import { returnCodesAtMost } from '@kervan/contract/order/return-words'

/** A pack by its code, as it is compared: GTIN of 14 digits and serial number. */
export type CodedPack = { gtin: string; serial: string }

/**
 * The packs of a text with codes, one a line, for a line of goods. Throws `ReturnTooManyCodes`, `ReturnCodeWrong` with the
 * line of the text, `ReturnPackOfOther` for a code of other goods, `ReturnPackTwice` for one that stands there twice.
 *
 * @param gtin of the goods; null where they have none, then no code is theirs
 */
export function packsIn(
  codes: string,
  { lineCode, gtin }: { lineCode: string; gtin: string | null },
  thisYear: number,
): CodedPack[] {
  const texts = codes.split(/\r\n|\r|\n/).flatMap((text, at) => (text.trim() === '' ? [] : [{ text, at }]))
  if (texts.length > returnCodesAtMost)
    throw refusal('ReturnTooManyCodes', { limit: returnCodesAtMost, count: texts.length })
  const seen = new Set<string>()
  return texts.map(({ text, at }) => {
    const reading = readPack(text, { thisYear })
    if (reading.kind !== 'read') throw refusal('ReturnCodeWrong', { place: at + 1 })
    const { gtin: own, serial } = reading.pack
    if (gtin === null || plainGtin(own) !== plainGtin(gtin))
      throw refusal('ReturnPackOfOther', { line: lineCode, serial })
    if (seen.has(serial)) throw refusal('ReturnPackTwice', { serial, return: '' })
    seen.add(serial)
    return { gtin: own, serial }
  })
}
