import { publishArticle, withdrawArticle } from '@kervan/contract/knowledge/articles'
import { articleTable, refusedOnArticle } from '@kervan/contract/knowledge/states'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { keepPassages } from '../passages.ts'
import { assertRevision, lockArticle, textOf } from './text.sql.ts'

// Publishing makes a version, which stays, and the passages that are searched; withdrawing takes the passages away.

export const publishArticleHandler = handle(publishArticle, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { articleId, language } = input
  await lockArticle(context, articleId)
  const text = await textOf(context, input)
  if (!text) throw refusal('NotFound')
  assertRevision(text, input.revision)
  const refused = refusedOnArticle('publish', text.state)
  if (refused) throw refused
  const title = (text.draftTitle ?? text.title).trim()
  const body = text.draftBody ?? text.body
  if (title === '' || body.trim() === '') throw refusal('ArticleEmpty')
  if (text.state === 'Published' && title === text.title && body === text.body)
    throw refusal('ArticleUnchanged')
  const number = text.number + 1
  await sql`
    insert into knowledge_version (company_id, article_id, language, number, title, body, changes, published_at, published_by)
    values (${company}, ${articleId}, ${language}, ${number}, ${title}, ${body}, ${input.changes}, ${now}, ${actor.name}) returning number`.execute(
    tx,
  )
  await sql`
    update knowledge_text t set state = ${articleTable.after('publish', text.state)}, revision = t.revision + 1, number = ${number}, title = ${title}, body = ${body},
      published_at = ${now}, published_by = ${actor.name}, draft_title = null, draft_body = null, drafted_at = ${now}, drafted_by = ${actor.name}
    where t.company_id = ${company} and t.id = ${text.id}`.execute(tx)
  await keepPassages(tx, company, articleId, language, { title, body })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.published',
        recordType: 'knowledgeArticle',
        recordId: articleId,
        recordCode: title.slice(0, 80),
        after: { language, number, changes: input.changes },
      },
    ],
  })
  return { number }
})

export const withdrawArticleHandler = handle(withdrawArticle, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { articleId, language } = input
  await lockArticle(context, articleId)
  const text = await textOf(context, input)
  if (!text) throw refusal('NotFound')
  const refused = refusedOnArticle('withdraw', text.state)
  if (refused) throw refused
  await sql`
    update knowledge_text t set state = ${articleTable.after('withdraw', text.state)}, revision = t.revision + 1, drafted_at = ${now}, drafted_by = ${actor.name}
    where t.company_id = ${company} and t.id = ${text.id}`.execute(tx)
  await keepPassages(tx, company, articleId, language, null)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.withdrawn',
        recordType: 'knowledgeArticle',
        recordId: articleId,
        recordCode: text.title.slice(0, 80),
        after: { language },
      },
    ],
  })
  return { done: true } as const
})
