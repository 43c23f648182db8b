import type { ArticleFile } from '@kervan/contract/knowledge/articles'
import { sql } from 'kysely'
import type { SessionContext } from '../kit/context.ts'

/** The files of an article, in the order in which they came. Who may read the article is the caller's question. */
export async function filesOf(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  articleId: string,
): Promise<ArticleFile[]> {
  const { rows } = await sql<ArticleFile>`
    select f.id, f.name, f.type, f.bytes from knowledge_file f
    where f.company_id = ${actor.company.id} and f.article_id = ${articleId} order by f.added_at, f.id`.execute(
    tx,
  )
  return rows
}
