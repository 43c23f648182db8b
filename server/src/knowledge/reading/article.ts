import {
  deleteArticle,
  getArticle,
  publishArticle,
  rateArticle,
  saveArticleSettings,
  saveDraft,
  withdrawArticle,
  type Article,
} from '@kervan/contract/knowledge/articles'
import { namedIn, readMarkdown } from '@kervan/contract/knowledge/markdown'
import { refusedOnArticle } from '@kervan/contract/knowledge/states'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { languages } from '@kervan/contract/kit/values'
import type { ScreenKey } from '@kervan/contract/shell/screens'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { offer } from '../../kit/records/offer.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { filesOf } from '../files.sql.ts'
import { manual, manualFor } from '../manual.ts'
import { pictureOf, withPicture, type ManualPicture } from '../manual-pictures.ts'
import { preferred, readable, shownText } from '../readable.sql.ts'

// One article as it is read: of the company, or of the manual.

type Row = Pick<
  Article,
  | 'id'
  | 'version'
  | 'area'
  | 'parentId'
  | 'title'
  | 'body'
  | 'language'
  | 'state'
  | 'number'
  | 'publishedBy'
  | 'restricted'
  | 'ownerName'
  | 'reviewOn'
> & { screen: ScreenKey | null; publishedAt: Date | null }

/** The texts of one article that this reader may read, the preferred language first. */
async function textsOf(context: SessionContext, which: RawBuilder<unknown>): Promise<Row[]> {
  const { tx, actor, language } = context
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select a.id, a.version, a.area, a.parent_id as "parentId", a.screen, a.restricted, a.owner_name as "ownerName", a.review_on::text as "reviewOn",
      t.language, t.state, t.number, t.published_at as "publishedAt", t.published_by as "publishedBy",
      case when t.number > 0 then t.title else coalesce(t.draft_title, '') end as title, case when t.number > 0 then t.body else coalesce(t.draft_body, '') end as body
    from knowledge_article a join knowledge_text t on t.company_id = a.company_id and t.article_id = a.id
    where ${sql.join([...readable(actor), shownText(actor)], sql` and `)} and t.company_id = ${company} and ${which}
    order by array_position(${preferred(language)}::text[], t.language)`.execute(tx)
  return rows
}

export const getArticleHandler = handle(getArticle, async (context): Promise<Article> => {
  const { input, actor, now } = context
  const which = input.articleId ? sql`a.id = ${input.articleId}` : sql`a.screen = ${input.screen ?? ''}`
  const texts = await textsOf(context, which)
  // Asked by the screen, a text that nobody has published yet is no help.
  const usable = input.articleId ? texts : texts.filter(({ state }) => state === 'Published')
  const row = usable.find(({ language }) => language === input.language) ?? usable[0]
  if (!row) return manualArticle(context)
  const refused = (action: string) =>
    action === 'publish' || action === 'withdraw' ? refusedOnArticle(action, row.state) : null
  const today = dayIn(actor.company.timeZone, now)
  return {
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    languages: texts
      .map(({ language }) => language)
      .toSorted((a, b) => languages.indexOf(a) - languages.indexOf(b)),
    isManual: false,
    isOverdue: row.reviewOn !== null && row.reviewOn < today,
    files: await filesOf(context, row.id, row),
    links: await linksIn(context, row.body),
    helpful: await voteOn(context, row.id, row.language),
    actions: seesPartOnly(actor)
      ? {}
      : offer(
          context,
          {
            edit: saveDraft,
            publish: publishArticle,
            withdraw: withdrawArticle,
            settings: saveArticleSettings,
            remove: deleteArticle,
          },
          refused,
        ),
  }
})

async function manualArticle(
  context: SessionContext & {
    input: { articleId?: string | undefined; screen?: ScreenKey | undefined; language?: Language | undefined }
  },
): Promise<Article> {
  const { input, actor } = context
  const found = manualFor(actor).find(({ id, screen }) =>
    input.articleId ? id === input.articleId : screen === input.screen,
  )
  const language = input.language ?? context.language
  const text = found && manual().texts[language].get(found.screen)
  if (!found || !text) throw refusal('NotFound')
  const picture = pictureOf(language, found.screen)
  return {
    id: found.id,
    version: 1,
    area: found.area,
    parentId: null,
    ...text,
    body: picture ? withPicture(text, picture) : text.body,
    language,
    languages: [...languages],
    state: 'Published',
    number: 1,
    publishedAt: null,
    publishedBy: null,
    screen: found.screen,
    isManual: true,
    restricted: false,
    ownerName: null,
    reviewOn: null,
    isOverdue: false,
    files: picture ? [fileOf(picture)] : [],
    links: await linksIn(context, text.body),
    helpful: await voteOn(context, found.id, language),
    actions: {},
  }
}

const fileOf = ({ id, name, type, bytes }: ManualPicture) => ({ id, name, type, bytes })

/** The articles that a text names, with the titles they have now; those that the reader may not read are left out. */
async function linksIn(context: SessionContext, body: string): Promise<Article['links']> {
  const { articles } = namedIn(readMarkdown(body))
  if (articles.length === 0) return []
  const { tx, actor, language } = context
  const company = actor.company.id
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (a.id) a.id, case when t.number > 0 then t.title else coalesce(t.draft_title, '') end as title
    from knowledge_article a join knowledge_text t on t.company_id = a.company_id and t.article_id = a.id
    where ${sql.join([...readable(actor), shownText(actor)], sql` and `)} and t.company_id = ${company} and a.id = any(${articles}::uuid[])
    order by a.id, array_position(${preferred(language)}::text[], t.language)`.execute(tx)
  const ofManual = manualFor(actor)
    .filter(({ id }) => articles.includes(id))
    .map(({ id, screen }) => ({ id, title: manual().texts[language].get(screen)?.title ?? '' }))
  return [...rows, ...ofManual]
}

async function voteOn(
  { tx, actor }: SessionContext,
  articleId: string,
  language: Language,
): Promise<boolean | null> {
  const { rows } = await sql<{ helpful: boolean }>`
    select v.helpful from knowledge_vote v where v.company_id = ${actor.company.id} and v.article_id = ${articleId} and v.language = ${language} and v.membership_id = ${actor.membershipId}`.execute(
    tx,
  )
  return rows[0]?.helpful ?? null
}

export const rateArticleHandler = handle(rateArticle, async (context) => {
  const { tx, actor, input, now } = context
  const texts = await textsOf(context, sql`a.id = ${input.articleId}`)
  const isKnown =
    texts.some(({ language }) => language === input.language) ||
    manualFor(actor).some(({ id }) => id === input.articleId)
  if (!isKnown) throw refusal('NotFound')
  await sql`
    insert into knowledge_vote (company_id, article_id, language, membership_id, helpful, at)
    values (${actor.company.id}, ${input.articleId}, ${input.language}, ${actor.membershipId}, ${input.helpful}, ${now})
    on conflict (company_id, article_id, language, membership_id) do update set helpful = excluded.helpful, at = excluded.at`.execute(
    tx,
  )
  return { done: true } as const
})
