import { refusal } from '@kervan/contract/kit/refusals'
import type { KnowledgeArea } from '@kervan/contract/knowledge/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'

/** Articles below each other. */
const deepest = 6

/**
 * Throws `ArticleParentWrong` unless the article may stand there: below an article of the company and of the same area,
 * not below itself, and not too deep.
 */
export async function assertParent(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  articleId: string | null,
  { area, parentId }: { area: KnowledgeArea; parentId: string | null },
): Promise<void> {
  if (parentId === null) return
  const company = actor.company.id
  const { rows } = await sql<{ id: string; area: KnowledgeArea }>`
    with recursive above as (
      select a.id, a.area, a.parent_id, 1 as depth from knowledge_article a where a.company_id = ${company} and a.id = ${parentId}
      union all
      select a.id, a.area, a.parent_id, above.depth + 1 from above join knowledge_article a on a.id = above.parent_id
      where a.company_id = ${company} and above.depth <= ${deepest})
    select above.id, above.area from above order by above.depth`.execute(tx)
  const [parent] = rows
  const isWrong =
    !parent || parent.area !== area || rows.length >= deepest || rows.some(({ id }) => id === articleId)
  if (isWrong) throw refusal('ArticleParentWrong')
}

/** What stands below an article moves to its area with it. */
export async function moveBelow(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  articleId: string,
  area: KnowledgeArea,
): Promise<void> {
  const company = actor.company.id
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select a.id, 1 as depth from knowledge_article a where a.company_id = ${company} and a.parent_id = ${articleId}
      union all
      select a.id, below.depth + 1 from below join knowledge_article a on a.parent_id = below.id
      where a.company_id = ${company} and below.depth <= ${deepest})
    select below.id from below`.execute(tx)
  if (rows.length > 0)
    await sql`
      update knowledge_article a set area = ${area} where a.company_id = ${company} and a.id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
}
