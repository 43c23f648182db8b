import { sendQuestion, type HelperAnswer, type HelperSource } from '@kervan/contract/knowledge/helper'
import { Button, TextInput } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFoundAddresses } from '../kit/page/foundAddresses.ts'
import { useRights } from '../kit/call/rights.ts'
import { useCall } from '../kit/call/useCall.ts'
import { languageNames } from '../kit/i18n/languageNames.ts'
import { useWords } from '../kit/i18n/words.ts'
import { useFormats } from '../kit/values/format.ts'
import { keyed } from './keyed.ts'
import css from './knowledge.module.css'

/** The helper (KNB-002): a question, sentences of articles as its answer, and where each of them stands. */
export function Helper() {
  const { t } = useWords()
  const [question, setQuestion] = useState('')
  const [answer, setAnswer] = useState<HelperAnswer | null>(null)
  const ask = useCall(sendQuestion, { failed: t('knowledge.helper.failed'), onDone: setAnswer })
  if (!useRights().has(sendQuestion.permission ?? '')) return null
  return (
    <section className={css.helper} aria-label={t('knowledge.helper.title')}>
      <h2 className={css.helperTitle}>{t('knowledge.helper.title')}</h2>
      <p className="k-quiet">{t('knowledge.helper.hint')}</p>
      <form
        className={css.helperForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (question.trim() !== '') void ask.run({ question: question.trim() })
        }}
      >
        <TextInput
          aria-label={t('knowledge.helper.question')}
          placeholder={t('knowledge.helper.question')}
          value={question}
          maxLength={500}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button
          type="submit"
          leftSection={<IconMessageQuestion size={16} aria-hidden />}
          loading={ask.isPending}
          disabled={question.trim() === ''}
        >
          {t('knowledge.helper.ask')}
        </Button>
      </form>
      <div aria-live="polite">{answer && <Answer answer={answer} />}</div>
    </section>
  )
}

function Answer({ answer: { knows, sentences, sources, records, others } }: { answer: HelperAnswer }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <div className={css.answer}>
      {knows ? (
        <>
          <Records records={records} />
          {keyed(sentences).map(({ key, part }) => (
            <p key={key}>
              {part.text}{' '}
              <span
                className={css.mark}
                title={t('knowledge.helper.source', { number: format.number(part.source + 1) })}
              >
                [{format.number(part.source + 1)}]
              </span>
            </p>
          ))}
          {sources.length > 0 && (
            <>
              <h3 className={css.area}>{t('knowledge.helper.sources')}</h3>
              <Sources sources={sources} />
            </>
          )}
        </>
      ) : (
        <>
          <p>{t('knowledge.helper.unknown')}</p>
          {others.length > 0 && (
            <>
              <p className="k-quiet">{t('knowledge.helper.others')}</p>
              <Sources sources={others} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** What is said of records, each with the way to it. */
function Records({ records }: { records: HelperAnswer['records'] }) {
  const { addressOf } = useFoundAddresses()
  return records.map(({ text, record }) => {
    const address = addressOf(record)
    return (
      <p key={`${record.kind} ${record.id}`}>
        {text}{' '}
        {address && (
          <Link to={address.to} search={address.search}>
            {record.code}
          </Link>
        )}
      </p>
    )
  })
}

const Sources = ({ sources }: { sources: readonly HelperSource[] }) => (
  <ol className={css.sources}>
    {keyed(sources).map(({ key, part: { articleId, title, heading, language } }) => (
      <li key={key}>
        <Link to="/knowledge-base" search={{ article: articleId, lang: language }}>
          {title}
          {heading !== '' && ` › ${heading}`}
        </Link>{' '}
        <span className="k-quiet">{languageNames[language]}</span>
      </li>
    ))}
  </ol>
)
