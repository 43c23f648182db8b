import type { Language } from '@kervan/contract/kit/values'
import { fold } from '../kit/lists/fold.ts'

// Words of a language as they are indexed and asked for (KNB-001).

/** PostgreSQL's configuration of each language: its stop words and its stemmer. */
export const dictionaries = { en: 'english', tr: 'turkish', de: 'german' } as const satisfies Record<
  Language,
  string
>

/** In small letters by the rules of the language: IŞIK is ışık in Turkish. PostgreSQL lowers by the rules of its locale. */
export const lowered = (text: string, language: Language): string =>
  text.normalize('NFC').toLocaleLowerCase(language)

/** Letters of a word that stay when it is cut: enough to tell words apart, few enough to lose most endings. */
export const cutLength = 5
/** Words of German from this length on may be put together of others. */
const compoundLength = 9

/** The words of a text, lowered. An apostrophe ends a word: what follows it in Turkish is an ending. */
export function wordsOf(text: string, language: Language): string[] {
  return lowered(text, language).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The beginning of a word without diacritics; by it `iskonto` finds `iskontosu`, and `urun` finds `ürünü`. */
export const cutOf = (word: string): string => fold(word).slice(0, cutLength)

/** The words of a text, cut. */
export const cutsOf = (text: string, language: Language): string =>
  wordsOf(text, language).map(cutOf).join(' ')

/** Letters of a Turkish stem, and what may follow them: its last consonant, which endings soften, and endings, folded. */
const shortKept = 4
const endings =
  /^[bcdgkpt]?(?:l[ae]r|l[iu]k?|s[iu]z|c[iu]|[iu]?[mn][iu]z|[iu]?[mn]|[sny]?[iu]|[ny]?[ae]|n?[dt][ae]n?|n[iu]n|y?l[ae]|ki|[dt][iu]r?|m[iu]s|[iu]yor|[ae]c[ae][gk]|m[ae]k?|[aeiu]?[lr]|s[ae]|[iu]p)*$/

/**
 * A still shorter beginning, for Turkish: `iadesi` and `iadeler` have no more than four letters in common. Null where more
 * than endings follows it: `veritabanı` is another word than `veri`.
 */
export const shortCutOf = (word: string, language: Language): string | null => {
  const folded = fold(word)
  return language === 'tr' && folded.length > shortKept && endings.test(folded.slice(shortKept))
    ? folded.slice(0, shortKept)
    : null
}

/**
 * What counts less than a word of its own: the beginnings of all words that may stand within long German ones, by which
 * `Antrag` finds `Rückerstattungsanträge`, and the shorter beginnings of Turkish ones.
 */
export function tailsOf(text: string, language: Language): string {
  const tails = new Set<string>()
  for (const word of wordsOf(text, language)) {
    const short = shortCutOf(word, language)
    if (short !== null) tails.add(short)
    const folded = fold(word)
    if (language !== 'de' || folded.length < compoundLength) continue
    for (let at = 3; at + cutLength <= folded.length; at++) tails.add(folded.slice(at, at + cutLength))
  }
  return [...tails].join(' ')
}
