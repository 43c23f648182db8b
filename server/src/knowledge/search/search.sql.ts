import type { Language } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { cutOf, dictionaries, shortCutOf, wordsOf } from '../language.ts'
import { keepManual, manual, manualFor, manualId } from '../manual.ts'
import { readable } from '../readable.sql.ts'
import { withSynonyms } from './synonyms.ts'

// Passages by their words (KNB-001): each word may be there, those with more of them come first. Stems of the language and
// words cut to five letters are two columns, and their ranks are added.

export type FoundPassage = {
  articleId: string
  number: number
  title: string
  heading: string
  body: string
  language: Language
  isManual: boolean
  rank: number
}
export type AskedWords = {
  language: Language
  /** The words that say something: all but the stop words. */
  words: readonly string[]
}

/** Words of a question that are looked for; more say nothing more. */
const mostWords = 40
/** What a title, a heading, the text and the inside of a long word count. */
const weights = '{0.1, 0.4, 0.6, 1.0}'
/** Longer passages count a little less: divided by one and the logarithm of their length. */
const byLength = 1

/** The words of a question without those that its language's dictionary passes over. */
export async function askedWords(
  { tx }: Pick<SessionContext, 'tx'>,
  question: string,
  language: Language,
): Promise<AskedWords> {
  const given = [...new Set(wordsOf(question, language))].slice(0, mostWords)
  if (given.length === 0) return { language, words: [] }
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${given}::text[]) with ordinality as w (word, at)
    where numnode(plainto_tsquery(${dictionaries[language]}::regconfig, w.word)) > 0 order by w.at`.execute(
    tx,
  )
  return { language, words: rows.map(({ word }) => word) }
}

/** Each word cut, as a beginning; the shorter cut of Turkish only where such cuts are kept. */
function cutsOfWord(word: string, language: Language): string[] {
  const short = shortCutOf(word, language)
  return [`${cutOf(word)}:*`, ...(short === null ? [] : [`${short}:D`])]
}

/** Words, any of which will do, as the two columns are asked for them. They are letters and digits, so no operators. */
const anyOf = (words: readonly string[], language: Language) => ({
  stems: words.join(' | '),
  cuts: words.flatMap((word) => cutsOfWord(word, language)).join(' | '),
})

/** The words of a question and the other words for them, as the two columns are asked for them. */
export const queriesOf = ({ words, language }: AskedWords) => {
  const { stems, cuts } = anyOf(withSynonyms(words, language), language)
  return {
    stems: sql`to_tsquery(${dictionaries[language]}::regconfig, ${stems})`,
    cuts: sql`to_tsquery('simple', ${cuts})`,
  }
}

/** `passage`: all that this reader may read in a language, of the company and of the manual. */
function passagesOf({ actor }: Pick<SessionContext, 'actor'>, language: Language): RawBuilder<unknown> {
  const company = actor.company.id
  const screens = manualFor(actor).map(({ screen }) => screen)
  return sql`passage as (
      select p.article_id as "articleId", null::text as screen, p.number, t.title, p.heading, p.body, p.stems, p.cuts
      from knowledge_passage p join knowledge_article a on a.company_id = p.company_id and a.id = p.article_id
        join knowledge_text t on t.company_id = p.company_id and t.article_id = p.article_id and t.language = p.language
      where p.company_id = ${company} and p.language = ${language} and t.state = 'Published' and ${sql.join(readable(actor), sql` and `)}
      union all
      select null, m.screen, m.number, m.title, m.heading, m.body, m.stems, m.cuts from manual_passage m
      where m.edition = ${manual().edition} and m.language = ${language} and m.screen = any(${screens}::text[]))`
}

/** In how many passages each word stands, and how many there are: a word that stands in few says more. */
export async function countWords(
  context: SessionContext,
  { words, language }: AskedWords,
): Promise<{ passages: number; counts: Map<string, number> }> {
  const { tx, services } = context
  await keepManual(services)
  const asked = words.map((word) => ({ word, ...anyOf(withSynonyms([word], language), language) }))
  const { rows } = await sql<{ word: string; count: number; passages: number }>`
    with ${passagesOf(context, language)}
    select w.word, (select count(*)::int from passage) as passages,
      (select count(*)::int from passage h where h.cuts @@ to_tsquery('simple', w.cuts) or h.stems @@ to_tsquery(${dictionaries[language]}::regconfig, w.stems)) as count
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (word text, stems text, cuts text)`.execute(
    tx,
  )
  return {
    passages: rows[0]?.passages ?? 0,
    counts: new Map(rows.map(({ word, count }) => [word, count])),
  }
}

/** The best passages for these words that the reader may read, in their language; none where no word says anything. */
export async function findPassages(
  context: SessionContext,
  asked: AskedWords,
  limit: number,
): Promise<FoundPassage[]> {
  const { tx, services } = context
  if (asked.words.length === 0) return []
  await keepManual(services)
  const { stems, cuts } = queriesOf(asked)
  const { rows } = await sql<
    Omit<FoundPassage, 'articleId' | 'isManual'> & { articleId: string | null; screen: string | null }
  >`
    with asked as materialized (select ${stems} as stems, ${cuts} as cuts),
    ${passagesOf(context, asked.language)}
    select h."articleId", h.screen, h.number, h.title, h.heading, h.body, ${asked.language}::text as language,
      ts_rank(${weights}::float4[], h.stems, q.stems, ${byLength}) + ts_rank(${weights}::float4[], h.cuts, q.cuts, ${byLength}) as rank
    from passage h, asked q where h.stems @@ q.stems or h.cuts @@ q.cuts
    order by rank desc, "articleId", screen, number limit ${limit}`.execute(tx)
  return rows.map(({ screen, articleId, ...row }) => ({
    ...row,
    articleId: articleId ?? manualId(screen ?? ''),
    isManual: screen !== null,
  }))
}
