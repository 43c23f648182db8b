import type { Language } from '@kervan/contract/kit/values'
import { wordsOf } from '../language.ts'
import { answers } from '../search/mark.ts'
import { withSynonyms } from '../search/synonyms.ts'

// What an answer has to have, without a database: which words of a question a text holds, and how much these say.

/** Words by which people ask, and that say nothing of what they ask about. */
const asking: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    'how what where when which who why can could would should must may need want get find see show tell please help happens mean way work works use possible make anybody somebody something'.split(
      ' ',
    ),
  ),
  de: new Set(
    'wie was wo wann welche welcher welches wer warum kann können könnte muss müssen soll darf möchte will brauche geht gibt finde finden sehe sehen zeige zeigen bitte hilfe passiert bedeutet möglich mache machen jemand etwas'.split(
      ' ',
    ),
  ),
  tr: new Set(
    'nasıl ne nerede nereden neden niçin hangi kim kimin zaman mi mı mu mü miyim mıyım yapabilirim yaparım yapılır gerekir gerekiyor istiyorum edebilirim ederim bulabilirim görebilirim görürüm lütfen yardım olur oluyor var yok demek bana benim için biri bir şey'.split(
      ' ',
    ),
  ),
}

export type Weighed = { language: Language; weights: ReadonlyMap<string, number> }

/** The words of a question that say what it is about, each with how much it says. */
export function weigh(
  words: readonly string[],
  language: Language,
  { passages, counts }: { passages: number; counts: ReadonlyMap<string, number> },
): Weighed {
  const telling = words.filter((word) => !asking[language].has(word))
  return {
    language,
    weights: new Map(
      telling.map((word) => [word, Math.log((passages + 1) / ((counts.get(word) ?? 0) + 0.5)) + 0.2]),
    ),
  }
}

/** How much of what a question asks about stands in a text: 0 to 1. */
export function covered(text: string, { language, weights }: Weighed): number {
  const there = wordsOf(text, language)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  if (all <= 0) return 0
  const found = [...weights].reduce(
    (sum, [word, weight]) =>
      there.some((one) => answers(one, withSynonyms([word], language), language)) ? sum + weight : sum,
    0,
  )
  return found / all
}

/** The sentences of a text; an item of a list and a row of a table are one each. */
export function sentencesOf(text: string, language: Language): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' })
  return text
    .split('\n')
    .flatMap((line) => [...segments.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence.length > 1)
}

/** Part of the words of a sentence that stand in its source, from which on the source is said to support it. */
const supported = 0.8

/** Whether a source says what a sentence says: nearly all of its words stand there, and each of its numbers. */
export function isSupported(sentence: string, source: string, language: Language): boolean {
  const words = wordsOf(sentence, language).filter((word) => word.length > 2 || /\d/.test(word))
  if (words.length === 0) return false
  const there = wordsOf(source, language)
  const has = (word: string) => there.some((one) => answers(one, [word], language))
  if (words.some((word) => /\d/.test(word) && !there.includes(word))) return false
  return words.filter(has).length / words.length >= supported
}
