import { articles } from '@kervan/contract/knowledge/articles'
import type { ArticleTab } from '@kervan/contract/knowledge/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconBook2 } from '@tabler/icons-react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useGo } from '../../kit/page/go.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof articles>

const views = {
  articleTitle: { width: 280, pinned: true, grow: true },
  articleArea: { width: 130 },
  articleLanguage: { width: 150 },
  articleState: { width: 170 },
  articleDraft: { width: 90 },
  articleRestricted: { width: 120 },
  articleOwner: { width: 160 },
  reviewOn: { width: 130 },
  reviewOverdue: { width: 130 },
  articlePublishedAt: { width: 150 },
  articlePublishedBy: { width: 160 },
  helpfulVotes: { width: 100 },
  unhelpfulVotes: { width: 120 },
} as const
const renderers = { articleState: (row: Row) => <StateBadge group="articleState" value={row.articleState} /> }
const card = (row: Row) => <Card row={row} />

/** The editors' list of articles. */
export function ArticleList({ tab }: { tab: ArticleTab }) {
  const { t } = useWords()
  const go = useGo()
  return (
    <DataGrid
      list={articles}
      scope={{ tab }}
      label={t('knowledge.views.manage')}
      nouns="knowledge.count"
      columns={views}
      renderers={renderers}
      quickFilter="articleState"
      selectable={false}
      nameOf={({ articleTitle }) => articleTitle}
      onOpen={({ articleId, articleLanguage }) =>
        go({ search: { article: articleId, lang: articleLanguage } })
      }
      card={card}
      empty={
        tab === 'all'
          ? { title: t('knowledge.empty'), text: t('knowledge.emptyText'), icon: IconBook2 }
          : {
              title: t(tab === 'drafts' ? 'knowledge.emptyDrafts' : 'knowledge.emptyOverdue'),
              icon: IconBook2,
            }
      }
    />
  )
}

function Card({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.articleTitle} mark={<StateBadge group="articleState" value={row.articleState} />}>
      <CardLine>{state('knowledgeArea', row.articleArea)}</CardLine>
      <CardLine quiet>
        <span>{row.articleOwner ?? ''}</span>
        <span>{row.reviewOn === null ? '' : format.date(row.reviewOn)}</span>
      </CardLine>
    </RowCard>
  )
}
