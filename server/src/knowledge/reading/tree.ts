import { getTree, type ArticleNode } from '@kervan/contract/knowledge/articles'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { manual, manualFor } from '../manual.ts'
import { preferred, readable, shownText } from '../readable.sql.ts'

// The tree: articles of the company that the reader may read, and the manual of the screens that they may open.

export const getTreeHandler = handle(getTree, async ({ tx, actor, language }) => {
  const company = actor.company.id
  const { rows } = await sql<Omit<ArticleNode, 'isManual'>>`
    select distinct on (a.id) a.id, a.parent_id as "parentId", a.area, t.language, t.state, t.draft_title is not null as "hasDraft",
      a.restricted, case when t.number > 0 then t.title else coalesce(t.draft_title, '') end as title
    from knowledge_article a join knowledge_text t on t.company_id = a.company_id and t.article_id = a.id
    where ${sql.join([...readable(actor), shownText(actor)], sql` and `)} and t.company_id = ${company}
    order by a.id, array_position(${preferred(language)}::text[], t.language)`.execute(tx)
  const { texts } = manual()
  const byTitle = (one: ArticleNode, other: ArticleNode) => one.title.localeCompare(other.title, language)
  const ofManual = manualFor(actor).map(({ id, screen, area }) => ({
    id,
    parentId: null,
    area,
    title: texts[language].get(screen)?.title ?? '',
    language,
    state: 'Published' as const,
    hasDraft: false,
    restricted: false,
    isManual: true,
  }))
  const own = rows.map((row) => ({ ...row, isManual: false }))
  return { nodes: [...own.toSorted(byTitle), ...ofManual.toSorted(byTitle)] }
})
