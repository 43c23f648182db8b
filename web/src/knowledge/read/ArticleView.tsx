import { getArticle, rateArticle, type Article } from '@kervan/contract/knowledge/articles'
import type { InputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { IconFile, IconLock, IconSearchOff, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { languageNames } from '../../kit/i18n/languageNames.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../knowledge.module.css'
import { FileLink, Markdown } from '../Markdown.tsx'

type Props = {
  which: Omit<InputOf<typeof getArticle>, 'requestKey'>
  /** What can be done with it, beside its title. */
  actions?: (article: Article) => ReactNode
}

/** One article as it is read. */
export function ArticleView({ which, actions }: Props) {
  const { t } = useWords()
  const asked = useQuery({ ...read(getArticle, which), retry: false })
  if (asked.isError && toRefused(asked.error).status === 404)
    return <EmptyState icon={IconSearchOff} title={t('knowledge.gone')} text={t('knowledge.goneText')} />
  if (!asked.data) return <ReadState asked={asked} />
  return <Shown article={asked.data} actions={actions?.(asked.data)} />
}

function Shown({ article, actions }: { article: Article; actions: ReactNode }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <article className={css.article} lang={article.language}>
      <header className={css.articleHead}>
        <h2 className={css.articleTitle}>{article.title}</h2>
        {article.state !== 'Published' && <StateBadge group="articleState" value={article.state} />}
        {article.restricted && (
          <span className={css.restricted}>
            <IconLock size={14} aria-hidden /> {t('knowledge.restricted')}
          </span>
        )}
        <div className={css.articleActions}>{actions}</div>
      </header>
      <p className="k-quiet">
        {article.isManual && t('knowledge.ofPortal')}
        {article.publishedAt !== null &&
          t('knowledge.published', {
            number: format.number(article.number),
            date: format.date(article.publishedAt),
            name: article.publishedBy ?? '',
          })}
      </p>
      {article.isOverdue && article.reviewOn !== null && (
        <p className={css.overdue}>
          {t('knowledge.overdue', { date: format.date(article.reviewOn), name: article.ownerName ?? '–' })}
        </p>
      )}
      <Languages article={article} />
      <Markdown text={article.body} names={article} />
      <Files article={article} />
      {article.state === 'Published' && <Helpful article={article} />}
    </article>
  )
}

function Languages({ article: { id, language, languages } }: { article: Article }) {
  const { t } = useWords()
  const { language: own } = useFormats()
  const others = languages.filter((one) => one !== language)
  return (
    <>
      {!languages.includes(own) && (
        <p className={css.overdue}>{t('knowledge.otherLanguage', { language: languageNames[language] })}</p>
      )}
      {others.length > 0 && (
        <p className={css.languages}>
          {others.map((one) => (
            <Link key={one} to="/knowledge-base" search={{ article: id, lang: one }} lang={one}>
              {languageNames[one]}
            </Link>
          ))}
        </p>
      )}
    </>
  )
}

/** Files to save; those of the manual are the pictures in its text. */
function Files({ article: { files, isManual } }: { article: Article }) {
  const { t } = useWords()
  const format = useFormats()
  if (files.length === 0 || isManual) return null
  return (
    <section>
      <h3 className={css.area}>{t('knowledge.files')}</h3>
      <ul className={css.files}>
        {files.map(({ id, name, bytes }) => (
          <li key={id}>
            <IconFile size={16} aria-hidden />
            <FileLink fileId={id}>{name}</FileLink>
            <span className="k-quiet">{format.bytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Helpful({ article: { id, language, helpful } }: { article: Article }) {
  const { t } = useWords()
  const rate = useCall(rateArticle, {
    refreshes: [rateArticle.group],
    onDone: () => toast('success', t('knowledge.helpful.thanks')),
  })
  const answer = (given: boolean) => void rate.run({ articleId: id, language, helpful: given })
  const choices = [
    { given: true, label: t('knowledge.helpful.yes'), Icon: IconThumbUp },
    { given: false, label: t('knowledge.helpful.no'), Icon: IconThumbDown },
  ]
  return (
    <fieldset className={css.helpful}>
      <legend>{t('knowledge.helpful.question')}</legend>
      {choices.map(({ given, label, Icon }) => (
        <Button
          key={label}
          size="xs"
          variant={helpful === given ? 'light' : 'default'}
          aria-pressed={helpful === given}
          leftSection={<Icon size={16} aria-hidden />}
          disabled={rate.isPending}
          onClick={() => answer(given)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
