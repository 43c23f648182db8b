import { articles } from '@kervan/contract/knowledge/articles'
import type { ArticleTab } from '@kervan/contract/knowledge/words'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { readable, shownText } from '../readable.sql.ts'

// The editors' list: each language of an article, what is a draft, and what is overdue for review.

export const articleList = serveList(
  articles,
  'knowledgeArticles',
  ({ actor, now }: SessionContext, { tab }: { tab: ArticleTab }) => {
    const company = actor.company.id
    const today = dayIn(actor.company.timeZone, now)
    const isOverdue = sql`coalesce(a.review_on < ${today}::date, false)`
    const title = sql`case when t.number > 0 then t.title else coalesce(t.draft_title, '') end`
    const votes = (helpful: boolean) =>
      sql`(select count(*)::int from knowledge_vote v where v.company_id = ${company} and v.article_id = a.id and v.language = t.language and v.helpful = ${helpful})`
    const tabs: Record<ArticleTab, RawBuilder<unknown>> = {
      all: sql`true`,
      drafts: sql`t.draft_title is not null`,
      overdue: sql`${isOverdue} and t.state = 'Published'`,
    }
    return {
      from: sql`knowledge_text t join knowledge_article a on a.company_id = t.company_id and a.id = t.article_id`,
      where: [
        sql`t.company_id = ${company}`,
        ...readable(actor),
        shownText(actor),
        ...wholeCompanyOnly(actor),
        tabs[tab],
      ],
      id: sql`t.id`,
      key: sql`t.id`,
      columns: {
        articleTitle: title,
        articleArea: sql`a.area`,
        articleLanguage: sql`t.language`,
        articleState: sql`t.state`,
        articleDraft: sql`(t.draft_title is not null)`,
        articleRestricted: sql`a.restricted`,
        articleOwner: sql`a.owner_name`,
        reviewOn: sql`a.review_on`,
        reviewOverdue: isOverdue,
        articlePublishedAt: sql`t.published_at`,
        articlePublishedBy: sql`t.published_by`,
        helpfulVotes: votes(true),
        unhelpfulVotes: votes(false),
      },
      extra: { articleId: sql`a.id` },
      search: folded(title),
    }
  },
)
