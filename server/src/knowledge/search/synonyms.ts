import type { Language } from '@kervan/contract/kit/values'
import { fold } from '../../kit/lists/fold.ts'
import { cutLength, cutOf, lowered } from '../language.ts'

// People ask in the words of their trade, articles are written in the words of the screens.

/** Words that mean the same, by language. The forms that are cut differently stand beside each other. */
const groups: Record<Language, readonly (readonly string[])[]> = {
  en: [
    ['cover', 'black', 'redact'],
    ['box', 'boxes', 'figure'],
    ['site', 'location'],
    ['release', 'approve'],
  ],
  de: [
    ['genehmigen', 'freigeben', 'freigabe', 'frei'],
    ['ort', 'orte', 'orten', 'standort'],
    ['kasten', 'kästen', 'feld', 'felder', 'kennzahlen'],
    ['nachbestellungen', 'nachbestellen', 'nachschub', 'distribution'],
    ['verdecken', 'schwärzen'],
  ],
  tr: [
    ['konum', 'lokasyon'],
    ['faktör', 'doğrulama'],
    ['çağırma', 'çağırırım', 'çağır', 'çekme', 'çekin', 'çekerim'],
  ],
}

/** Letters that may follow a word shorter than a cut: an ending. */
const endingLength = 2

/** The other words for what somebody asked, none where the language knows no other. */
export function synonymsOf(word: string, language: Language): string[] {
  const given = fold(lowered(word, language))
  const isForm = (member: string) => {
    const folded = fold(member)
    return folded.length < cutLength
      ? given.startsWith(folded) && given.length <= folded.length + endingLength
      : given.startsWith(cutOf(member))
  }
  return groups[language]
    .filter((group) => group.some(isForm))
    .flatMap((group) => group.filter((member) => !isForm(member)))
}

/** The words asked for with their other words. */
export const withSynonyms = (words: readonly string[], language: Language): string[] => [
  ...new Set(words.flatMap((word) => [word, ...synonymsOf(word, language)])),
]
