import { getVersion, getVersions } from '@kervan/contract/knowledge/articles'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { lockArticle } from './text.sql.ts'

// Versions of an article as they were published.

type Head = { number: number; title: string; changes: string; publishedAt: Date; publishedBy: string }

export const getVersionsHandler = handle(getVersions, async (context) => {
  const { tx, actor, input } = context
  const { id } = await lockArticle(context, input.articleId)
  const { rows } = await sql<Head>`
    select v.number, v.title, v.changes, v.published_at as "publishedAt", v.published_by as "publishedBy" from knowledge_version v
    where v.company_id = ${actor.company.id} and v.article_id = ${id} and v.language = ${input.language} order by v.number desc limit 200`.execute(
    tx,
  )
  return { versions: rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() })) }
})

type Said = { number: number; title: string; body: string }

export const getVersionHandler = handle(getVersion, async (context) => {
  const { tx, actor, input } = context
  const { id } = await lockArticle(context, input.articleId)
  const { rows } = await sql<Said>`
    select v.number, v.title, v.body from knowledge_version v
    where v.company_id = ${actor.company.id} and v.article_id = ${id} and v.language = ${input.language} and v.number <= ${input.number}
    order by v.number desc limit 2`.execute(tx)
  const [found, before] = rows
  if (!found || found.number !== input.number) throw refusal('NotFound')
  return {
    title: found.title,
    body: found.body,
    before: before ? { title: before.title, body: before.body } : null,
  }
})
