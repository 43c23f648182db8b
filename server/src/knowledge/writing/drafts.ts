import { createArticle, discardDraft, getDraft, saveDraft } from '@kervan/contract/knowledge/articles'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { filesOf } from '../files.sql.ts'
import { assertParent } from './place.ts'
import { assertRevision, lockArticle, textOf } from './text.sql.ts'

// What is being written. A draft is shared by all who write; what is published stays as it is until it is published.

export const createArticleHandler = handle(createArticle, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  await assertParent(context, null, input)
  const articleId = newId()
  await sql`
    insert into knowledge_article (company_id, id, area, parent_id, owner_id, owner_name, created_at, created_by)
    values (${company}, ${articleId}, ${input.area}, ${input.parentId}, ${actor.membershipId}, ${actor.name}, ${now}, ${actor.name}) returning id`.execute(
    tx,
  )
  await sql`
    insert into knowledge_text (company_id, id, article_id, language, state, revision, draft_title, draft_body, drafted_at, drafted_by)
    values (${company}, ${newId()}, ${articleId}, ${input.language}, 'Draft', 1, ${input.title}, '', ${now}, ${actor.name}) returning id`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.created',
        recordType: 'knowledgeArticle',
        recordId: articleId,
        recordCode: input.title.slice(0, 80),
        after: { area: input.area, language: input.language },
      },
    ],
  })
  return { articleId }
})

export const getDraftHandler = handle(getDraft, async (context) => {
  const { input } = context
  const { id } = await lockArticle(context, input.articleId)
  const text = await textOf(context, input)
  const body = text?.draftBody ?? text?.body ?? ''
  const files = await filesOf(context, id, { language: input.language, body })
  return {
    title: text?.draftTitle ?? text?.title ?? '',
    body,
    revision: text?.revision ?? 0,
    state: text?.state ?? 'Draft',
    hasDraft: text?.draftTitle != null,
    savedAt: text?.draftedAt?.toISOString() ?? null,
    savedBy: text?.draftedBy ?? null,
    files,
  }
})

export const saveDraftHandler = handle(saveDraft, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  await lockArticle(context, input.articleId)
  const text = await textOf(context, input)
  assertRevision(text, input.revision)
  const revision = input.revision + 1
  if (text)
    await sql`
      update knowledge_text t set revision = ${revision}, draft_title = ${input.title}, draft_body = ${input.body}, drafted_at = ${now}, drafted_by = ${actor.name}
      where t.company_id = ${company} and t.id = ${text.id}`.execute(tx)
  else
    await sql`
      insert into knowledge_text (company_id, id, article_id, language, state, revision, draft_title, draft_body, drafted_at, drafted_by)
      values (${company}, ${newId()}, ${input.articleId}, ${input.language}, 'Draft', ${revision}, ${input.title}, ${input.body}, ${now}, ${actor.name}) returning id`.execute(
      tx,
    )
  return { revision }
})

export const discardDraftHandler = handle(discardDraft, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  await lockArticle(context, input.articleId)
  const text = await textOf(context, input)
  if (!text || text.draftTitle === null) throw refusal('NotFound')
  assertRevision(text, input.revision)
  if (text.number === 0)
    await sql`delete from knowledge_text t where t.company_id = ${company} and t.id = ${text.id}`.execute(tx)
  else
    await sql`
      update knowledge_text t set revision = t.revision + 1, draft_title = null, draft_body = null, drafted_at = ${now}, drafted_by = ${actor.name}
      where t.company_id = ${company} and t.id = ${text.id}`.execute(tx)
  // An article of which nothing is left goes with its last draft, unless something hangs on it.
  await sql`
    delete from knowledge_article a where a.company_id = ${company} and a.id = ${input.articleId}
      and not exists (select from knowledge_text t where t.company_id = ${company} and t.article_id = ${input.articleId})
      and not exists (select from knowledge_file f where f.company_id = ${company} and f.article_id = ${input.articleId})
      and not exists (select from knowledge_article c where c.company_id = ${company} and c.parent_id = ${input.articleId})`.execute(
    tx,
  )
  return { done: true } as const
})
