import type { HelperAnswer, HelperSource } from '@kervan/contract/knowledge/helper'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import { askedWords, countWords, findPassages, type FoundPassage } from '../search/search.sql.ts'
import { covered, sentencesOf, weigh, type Weighed } from './known.ts'

// The helper's own answer (KNB-002), without anything outside: the passages that say most of what is asked about, and the
// sentences in them that do. It says no word that is not in an article.

/** Passages that are looked at, sources that are named, sentences that are said. */
const looked = 12
const mostSources = 3
const mostSentences = 3
/** How much of the question a passage has to say before it is an answer, and a sentence before it is said. */
const enough = 0.62
const enoughOfSentence = 0.3

/** What may be answered from; `passages` are the sources' texts. */
export type Grounds = { answer: HelperAnswer; passages: readonly FoundPassage[]; language: Language }

const none: HelperAnswer = { knows: false, sentences: [], sources: [], records: [], others: [] }

/** Answers in the reader's language; where nothing there answers, names what another language has. */
export async function answerFrom(context: SessionContext, question: string): Promise<Grounds> {
  const { language } = context
  const own = await bestOf(context, question, language)
  if (own.passages.length > 0) return { ...own, answer: said(own.passages, own.weighed), language }
  const others: HelperSource[] = []
  for (const other of languages.filter((one) => one !== language))
    others.push(...(await bestOf(context, question, other)).passages.map(sourceOf))
  return { answer: { ...none, others: others.slice(0, mostSources) }, passages: [], language }
}

async function bestOf(
  context: SessionContext,
  question: string,
  language: Language,
): Promise<{ passages: FoundPassage[]; weighed: Weighed }> {
  const asked = await askedWords(context, question, language)
  if (asked.words.length === 0) return { passages: [], weighed: { language, weights: new Map() } }
  const weighed = weigh(asked.words, language, await countWords(context, asked))
  const found = await findPassages(context, { language, words: [...weighed.weights.keys()] }, looked)
  const judged = found
    .map((passage) => ({ passage, says: covered(textOf(passage), weighed) }))
    .filter(({ says }) => says >= enough)
    .toSorted((a, b) => b.says - a.says || b.passage.rank - a.passage.rank)
  return { passages: judged.slice(0, mostSources).map(({ passage }) => passage), weighed }
}

export const textOf = ({ title, heading, body }: FoundPassage): string => [title, heading, body].join('\n')

const sourceOf = ({ articleId, title, heading, language, isManual }: FoundPassage): HelperSource => ({
  articleId,
  title,
  heading,
  language,
  isManual,
})

function said(passages: readonly FoundPassage[], weighed: Weighed): HelperAnswer {
  const sentences = passages.flatMap(({ body }, source) =>
    sentencesOf(body, weighed.language).map((text, at) => ({
      text,
      source,
      at,
      says: covered(text, weighed),
    })),
  )
  const best = sentences
    .toSorted((a, b) => b.says - a.says || a.source - b.source || a.at - b.at)
    .slice(0, mostSentences)
  const first = best.filter(({ says }, at) => at === 0 || says >= enoughOfSentence)
  return {
    ...none,
    knows: true,
    sentences: first
      .toSorted((a, b) => a.source - b.source || a.at - b.at)
      .map(({ text, source }) => ({ text, source })),
    sources: passages.map(sourceOf),
  }
}
