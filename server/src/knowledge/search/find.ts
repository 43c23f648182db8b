import { findArticles, type ArticleHit } from '@kervan/contract/knowledge/search'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { askedWords, findPassages } from './search.sql.ts'
import { withSynonyms } from './synonyms.ts'
import { passageFor } from './mark.ts'

// The search of the knowledge base: articles by their best passage.

const mostHits = 20
const mostOthers = 5
/** Passages that are looked at for so many articles. */
const passages = 60

export const findArticlesHandler = handle(findArticles, async (context) => {
  const { input, language } = context
  const own = input.language ?? language
  const hits = await hitsIn(context, own, mostHits)
  const others: ArticleHit[] = []
  if (hits.length === 0)
    for (const other of languages.filter((one) => one !== own))
      others.push(...(await hitsIn(context, other, mostOthers)))
  return { hits, others }
})

async function hitsIn(
  context: SessionContext & { input: { search: string } },
  language: Language,
  limit: number,
): Promise<ArticleHit[]> {
  const asked = await askedWords(context, context.input.search, language)
  const found = await findPassages(context, asked, passages)
  const byArticle = new Map(found.toReversed().map((passage) => [passage.articleId, passage]))
  return found
    .filter((passage) => byArticle.get(passage.articleId) === passage)
    .slice(0, limit)
    .map(({ articleId, title, heading, body, isManual }) => ({
      articleId,
      title,
      heading,
      passage: passageFor(body, withSynonyms(asked.words, language), language),
      language,
      isManual,
    }))
}
