import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { ArticleState } from '@kervan/contract/knowledge/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { readable } from '../readable.sql.ts'

// What writing locks and loads.

export type TextRow = {
  id: string
  state: ArticleState
  revision: number
  draftTitle: string | null
  draftBody: string | null
  draftedAt: Date | null
  draftedBy: string | null
  number: number
  title: string
  body: string
}
export type Of = { articleId: string; language: Language }

/** The article, locked so that two who write wait for each other. Throws `NotFound` and `WholeCompanyNeeded`. */
export async function lockArticle(
  context: SessionContext,
  articleId: string,
): Promise<{ id: string; version: number; restricted: boolean }> {
  assertWholeCompany(context)
  const { tx, actor } = context
  const { rows } = await sql<{ id: string; version: number; restricted: boolean }>`
    select a.id, a.version, a.restricted from knowledge_article a where a.company_id = ${actor.company.id} and a.id = ${articleId} and ${sql.join(readable(actor), sql` and `)} for update of a`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

/** One language of an article; undefined where nothing was ever written in it. */
export async function textOf(
  { tx, actor }: SessionContext,
  { articleId, language }: Of,
): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`
    select t.id, t.state, t.revision, t.draft_title as "draftTitle", t.draft_body as "draftBody", t.drafted_at as "draftedAt", t.drafted_by as "draftedBy",
      t.number, t.title, t.body
    from knowledge_text t where t.company_id = ${actor.company.id} and t.article_id = ${articleId} and t.language = ${language}`.execute(
    tx,
  )
  return rows[0]
}

/** Throws `ChangedMeanwhile`, with who was faster, where the text is another than the one that was looked at. */
export function assertRevision(text: TextRow | undefined, revision: number): void {
  if ((text?.revision ?? 0) === revision) return
  throw refusal('ChangedMeanwhile', {
    changedBy: text?.draftedBy ?? '',
    changedAt: text?.draftedAt?.toISOString() ?? '',
  })
}
