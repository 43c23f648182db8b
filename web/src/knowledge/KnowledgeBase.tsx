import { articles, getTree, type Article } from '@kervan/contract/knowledge/articles'
import { questions } from '@kervan/contract/knowledge/helper'
import { articleTabs, knowledgeViews } from '@kervan/contract/knowledge/words'
import { screens } from '@kervan/contract/shell/screens'
import { Button, SegmentedControl } from '@mantine/core'
import { IconBook2, IconListTree } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { useWords } from '../kit/i18n/words.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../kit/page/screen.ts'
import { useOnlyPart } from '../kit/page/wholeCompany.tsx'
import { ReadState } from '../kit/record/ReadState.tsx'
import { useFormats } from '../kit/values/format.ts'
import css from './knowledge.module.css'
import { ArticleView } from './read/ArticleView.tsx'
import { Helper } from './Helper.tsx'
import { Hits, SearchField } from './SearchField.tsx'
import { knowledgeSearch } from './search.ts'
import { Tree } from './Tree.tsx'
import { ArticleActions } from './write/ArticleActions.tsx'
import { ArticleList } from './write/ArticleList.tsx'
import { Editor } from './write/Editor.tsx'
import { NewArticle } from './write/NewArticle.tsx'
import { QuestionList } from './write/QuestionList.tsx'
import { Versions } from './write/Versions.tsx'

/** The knowledge base (KNB-001): tree, search and article; for editors the list of articles and writing. */
export default function KnowledgeBase() {
  const { t } = useWords()
  const { language } = useFormats()
  const rights = useRights()
  const onlyPart = useOnlyPart()
  const [search, change] = useScreenSearch(knowledgeSearch)
  const manages = onlyPart === null && rights.has(articles.page.permission ?? '')
  const answers = onlyPart === null && rights.has(questions.page.permission ?? '')
  const opened = { read: true, manage: manages, questions: answers }
  const view = search.view && opened[search.view] ? search.view : 'read'
  const title = t('screen.knowledgeBase.title')
  const back = () => change({ doing: undefined })
  const of = { articleId: search.article ?? '', language: search.lang ?? language, onBack: back }
  return (
    <PageFrame
      title={title}
      tabs={knowledgeViews
        .filter((key) => opened[key] && (manages || answers))
        .map((key) => ({
          key,
          label: t(`knowledge.views.${key}`),
          search: key === 'read' ? {} : { view: key },
        }))}
      tab={view}
      tabsLabel={t('knowledge.views.label')}
      actions={<NewArticle />}
    >
      {view === 'manage' ? (
        <>
          <SegmentedControl
            className={css.which ?? ''}
            aria-label={t('knowledge.tabs.label')}
            value={search.tab ?? 'all'}
            data={articleTabs.map((key) => ({ value: key, label: t(`knowledge.tabs.${key}`) }))}
            onChange={(key) => change({ tab: articleTabs.find((one) => one === key), page: undefined })}
          />
          <ArticleList tab={search.tab ?? 'all'} />
        </>
      ) : view === 'questions' ? (
        <QuestionList />
      ) : search.article && search.doing === 'edit' ? (
        <Editor {...of} />
      ) : search.article && search.doing === 'versions' ? (
        <Versions {...of} />
      ) : (
        <Reading />
      )}
    </PageFrame>
  )
}

const actionsOf = (article: Article) => <ArticleActions article={article} />
const isScreen = (key: string | undefined) => screens.find((screen) => screen.key === key)?.key

function Reading() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(knowledgeSearch)
  const tree = useQuery(read(getTree, {}))
  const screen = isScreen(search.screen)
  const which = search.article
    ? { articleId: search.article, ...(search.lang && { language: search.lang }) }
    : screen && { screen }
  const words = search.find ?? ''
  const showsTree = which === undefined && words === ''
  return (
    <div className={css.reading} data-shows={showsTree ? 'tree' : 'text'}>
      <div className={css.side}>
        <SearchField
          asked={words}
          ask={(find) =>
            change({ find: find || undefined, article: undefined, screen: undefined, lang: undefined })
          }
        />
        <div className={css.sideTree}>
          {tree.data ? (
            <Tree nodes={tree.data.nodes} open={search.article ?? null} />
          ) : (
            <ReadState asked={tree} />
          )}
        </div>
        <Button
          className={css.toTree ?? ''}
          variant="subtle"
          size="xs"
          leftSection={<IconListTree size={16} aria-hidden />}
          onClick={() => change({ article: undefined, screen: undefined, lang: undefined, find: undefined })}
        >
          {t('knowledge.tree')}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.main} tabIndex={0} aria-label={t('screen.knowledgeBase.title')}>
        {which ? (
          <ArticleView key={search.article ?? screen} which={which} actions={actionsOf} />
        ) : words !== '' ? (
          <Hits words={words} />
        ) : (
          <>
            <Helper />
            <EmptyState icon={IconBook2} title={t('knowledge.choose')} text={t('knowledge.chooseText')} />
          </>
        )}
      </section>
    </div>
  )
}
