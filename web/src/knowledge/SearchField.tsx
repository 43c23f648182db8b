import { findArticles, type ArticleHit } from '@kervan/contract/knowledge/search'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readKeeping } from '../kit/call/query.ts'
import { languageNames } from '../kit/i18n/languageNames.ts'
import { useWords } from '../kit/i18n/words.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ReadState } from '../kit/record/ReadState.tsx'
import { keyed } from './keyed.ts'
import css from './knowledge.module.css'

/** Asks with Enter; what was asked for stands in the address. */
export function SearchField({ asked, ask }: { asked: string; ask: (words: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(asked)
  const [before, setBefore] = useState(asked)
  if (before !== asked) {
    setBefore(asked)
    setTyped(asked)
  }
  return (
    <search className={css.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed.trim())
        }}
      >
        <TextInput
          type="search"
          aria-label={t('knowledge.search')}
          placeholder={t('knowledge.search')}
          value={typed}
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            asked !== '' && (
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('knowledge.searchClear')}
                onClick={() => ask('')}
              >
                <IconX size={16} />
              </ActionIcon>
            )
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}

/** What was found, each with the passage that holds the words. */
export function Hits({ words }: { words: string }) {
  const { t } = useWords()
  const asked = useQuery(readKeeping(findArticles, { search: words }))
  if (!asked.data) return <ReadState asked={asked} />
  const { hits, others } = asked.data
  if (hits.length + others.length === 0)
    return (
      <EmptyState
        icon={IconSearch}
        title={t('knowledge.searchNothing')}
        text={t('knowledge.searchNothingText')}
      />
    )
  return (
    <div className={css.hits}>
      {hits.length > 0 && <HitList hits={hits} />}
      {others.length > 0 && (
        <>
          <p className="k-quiet">{t('knowledge.searchOthers')}</p>
          <HitList hits={others} />
        </>
      )}
    </div>
  )
}

function HitList({ hits }: { hits: readonly ArticleHit[] }) {
  const { t } = useWords()
  return (
    <ol className={css.hitList}>
      {hits.map(({ articleId, title, heading, passage, language, isManual }) => (
        <li key={`${articleId} ${language}`}>
          <Link to="." search={{ article: articleId, lang: language }} className={css.hit}>
            {title}
            {heading !== '' && <span className="k-quiet"> › {heading}</span>}
          </Link>
          <p>
            {keyed(passage).map(({ key, part }) =>
              part.marked ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>,
            )}
          </p>
          <p className="k-quiet">
            {[isManual ? t('knowledge.manual') : '', languageNames[language]].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  )
}
