import {
  deleteArticle,
  findReaders,
  getArticleSettings,
  saveArticleSettings,
  type NamedChoice,
} from '@kervan/contract/knowledge/articles'
import { refusal } from '@kervan/contract/kit/refusals'
import type { KnowledgeArea } from '@kervan/contract/knowledge/words'
import type { ScreenKey } from '@kervan/contract/shell/screens'
import { sql } from 'kysely'
import { roleName } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { containing, folded } from '../../kit/lists/fold.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { assertParent, moveBelow } from './place.ts'
import { lockArticle } from './text.sql.ts'

// Place, owner, review and readers of an article, and its end.

type Settings = {
  version: number
  area: KnowledgeArea
  parentId: string | null
  screen: ScreenKey | null
  ownerId: string | null
  ownerName: string | null
  reviewOn: string | null
  restricted: boolean
}

export const getSettingsHandler = handle(getArticleSettings, async (context) => {
  const { tx, actor, input, language } = context
  const company = actor.company.id
  const { id } = await lockArticle(context, input.articleId)
  const { rows } = await sql<Settings>`
    select a.version, a.area, a.parent_id as "parentId", a.screen, a.owner_id as "ownerId", a.owner_name as "ownerName", a.review_on::text as "reviewOn", a.restricted
    from knowledge_article a where a.company_id = ${company} and a.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const { ownerId, ownerName, ...settings } = found
  const { rows: roles } = await sql<NamedChoice>`
    select r.id, ${roleName(language)} as name from knowledge_reader k join role r on r.company_id = k.company_id and r.id = k.role_id
    where k.company_id = ${company} and k.article_id = ${id} order by name`.execute(tx)
  const { rows: partners } = await sql<NamedChoice>`
    select p.id, p.name from knowledge_reader r join partner p on p.company_id = r.company_id and p.id = r.partner_id
    where r.company_id = ${company} and r.article_id = ${id} order by p.name`.execute(tx)
  return {
    ...settings,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    roles,
    partners,
  }
})

export const saveSettingsHandler = handle(saveArticleSettings, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const article = await lockArticle(context, input.articleId)
  if (article.version !== input.version) throw await changedMeanwhile(context, 'knowledgeArticle', article.id)
  await assertParent(context, article.id, input)
  await assertScreenFree(context)
  const owner = await ownerOf(context, input.ownerId)
  await sql`
    update knowledge_article a set version = a.version + 1, area = ${input.area}, parent_id = ${input.parentId}, screen = ${input.screen}, restricted = ${input.restricted},
      owner_id = ${owner?.id ?? null}, owner_name = ${owner?.name ?? null}, review_on = ${input.reviewOn}::date
    where a.company_id = ${company} and a.id = ${article.id}`.execute(tx)
  await moveBelow(context, article.id, input.area)
  await keepReaders(context, article.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.settingsChanged',
        recordType: 'knowledgeArticle',
        recordId: article.id,
        after: {
          area: input.area,
          restricted: input.restricted,
          roles: input.roleIds,
          partners: input.partnerIds,
          reviewOn: input.reviewOn,
        },
      },
    ],
  })
  return { version: input.version + 1 }
})

type Saving = SessionContext & {
  input: {
    articleId: string
    screen: ScreenKey | null
    roleIds: string[]
    partnerIds: string[]
    restricted: boolean
  }
}

/** A screen has one article of the company. */
async function assertScreenFree({ tx, actor, input }: Saving): Promise<void> {
  if (input.screen === null) return
  const { rows } = await sql<{ title: string }>`
    select coalesce((select coalesce(nullif(t.title, ''), t.draft_title) from knowledge_text t
      where t.company_id = ${actor.company.id} and t.article_id = a.id order by t.number desc limit 1), '') as title
    from knowledge_article a where a.company_id = ${actor.company.id} and a.screen = ${input.screen} and a.id <> ${input.articleId}`.execute(
    tx,
  )
  if (rows[0]) throw refusal('ArticleScreenTaken', { article: rows[0].title })
}

async function ownerOf({ tx, actor }: SessionContext, ownerId: string | null): Promise<NamedChoice | null> {
  if (ownerId === null) return null
  const { rows } = await sql<NamedChoice>`
    select m.id, trim(i.first_name || ' ' || i.last_name) as name from membership m join identity i on i.id = m.identity_id
    where m.company_id = ${actor.company.id} and m.id = ${ownerId}`.execute(tx)
  if (!rows[0]) throw refusal('ArticleReaderUnknown')
  return rows[0]
}

/** Puts the readers in the place of those before; throws `ArticleReaderUnknown` for one of elsewhere. */
async function keepReaders(context: Saving, articleId: string): Promise<void> {
  const { tx, actor, input } = context
  const company = actor.company.id
  const roleIds = input.restricted ? [...new Set(input.roleIds)] : []
  const partnerIds = input.restricted ? [...new Set(input.partnerIds)] : []
  await sql`delete from knowledge_reader r where r.company_id = ${company} and r.article_id = ${articleId}`.execute(
    tx,
  )
  if (roleIds.length + partnerIds.length === 0) return
  const { rows } = await sql<{ known: number }>`
    select (select count(*) from role o where o.company_id = ${company} and o.id = any(${roleIds}::uuid[]))::int
      + (select count(*) from partner p where p.company_id = ${company} and p.id = any(${partnerIds}::uuid[]))::int as known`.execute(
    tx,
  )
  if (rows[0]?.known !== roleIds.length + partnerIds.length) throw refusal('ArticleReaderUnknown')
  const readers = [
    ...roleIds.map((id) => ({ id: newId(), role_id: id, partner_id: null })),
    ...partnerIds.map((id) => ({ id: newId(), role_id: null, partner_id: id })),
  ]
  await sql`
    insert into knowledge_reader (company_id, id, article_id, role_id, partner_id)
    select ${company}::int, n.id, ${articleId}::uuid, n.role_id, n.partner_id
    from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) as n (id uuid, role_id uuid, partner_id uuid) returning id`.execute(
    tx,
  )
}

const atMost = 20

export const findReadersHandler = handle(findReaders, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, input, language } = context
  const company = actor.company.id
  const pattern = containing(input.search)
  const { rows: people } = await sql<NamedChoice>`
    select m.id, trim(i.first_name || ' ' || i.last_name) as name from membership m join identity i on i.id = m.identity_id
    where m.company_id = ${company} and m.partner_id is null and ${folded(sql`i.first_name || ' ' || i.last_name`)} like ${pattern}
    order by i.last_name, i.first_name, m.id limit ${atMost}`.execute(tx)
  const { rows: roles } = await sql<NamedChoice>`
    select r.id, ${roleName(language)} as name from role r where r.company_id = ${company} order by name, r.id`.execute(
    tx,
  )
  const { rows: partners } = await sql<NamedChoice>`
    select p.id, p.name from partner p where p.company_id = ${company} and ${folded(sql`p.name || ' ' || p.code`)} like ${pattern}
    order by p.name, p.id limit ${atMost}`.execute(tx)
  return { people, roles, partners }
})

export const deleteArticleHandler = handle(deleteArticle, async (context) => {
  const { tx, actor, now, services, input } = context
  const company = actor.company.id
  const article = await lockArticle(context, input.articleId)
  if (article.version !== input.version) throw await changedMeanwhile(context, 'knowledgeArticle', article.id)
  const { rows: below } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_article c where c.company_id = ${company} and c.parent_id = ${article.id}`.execute(
    tx,
  )
  const count = below[0]?.count ?? 0
  if (count > 0) throw refusal('ArticleHasChildren', { articles: count })
  const { rows: files } = await sql<{ fileId: string }>`
    select f.file_id as "fileId" from knowledge_file f where f.company_id = ${company} and f.article_id = ${article.id}`.execute(
    tx,
  )
  const { rows: texts } = await sql<{ title: string }>`
    select coalesce(nullif(t.title, ''), t.draft_title, '') as title from knowledge_text t
    where t.company_id = ${company} and t.article_id = ${article.id} order by t.language`.execute(tx)
  await sql`delete from knowledge_vote v where v.company_id = ${company} and v.article_id = ${article.id}`.execute(
    tx,
  )
  await sql`delete from knowledge_article a where a.company_id = ${company} and a.id = ${article.id}`.execute(
    tx,
  )
  await removeFiles(tx, services.jobs, company, { ids: files.map(({ fileId }) => fileId) })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.deleted',
        recordType: 'knowledgeArticle',
        recordId: article.id,
        recordCode: texts[0]?.title.slice(0, 80) ?? null,
        before: { titles: texts.map(({ title }) => title) },
      },
    ],
  })
  return { done: true } as const
})
