import type { ArticleFile } from '@kervan/contract/knowledge/articles'
import { sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../kit/context.ts'

/** A text of an article, whose files are asked for. */
type Text = { language: Language; body: string }

/**
 * The files of an article, in the order in which they came: all, or those of one text, which are its own, those of every
 * language, and those that it names. Who may read the article is the caller's question.
 */
export async function filesOf(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  articleId: string,
  text?: Text,
): Promise<ArticleFile[]> {
  const { rows } = await sql<ArticleFile>`
    select f.id, f.name, f.type, f.bytes from knowledge_file f
    where f.company_id = ${actor.company.id} and f.article_id = ${articleId} and ${text ? sql`(f.language is null or f.language = ${text.language} or strpos(${text.body}, 'file:' || f.id) > 0)` : sql`true`}
    order by f.added_at, f.id`.execute(tx)
  return rows
}
