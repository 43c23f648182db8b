import { getVersion, getVersions } from '@kervan/contract/knowledge/articles'
import type { Language } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { keyed } from '../keyed.ts'
import css from '../knowledge.module.css'
import { differences } from './differences.ts'

type Props = { articleId: string; language: Language; onBack: () => void }

/** The versions of an article in one language, each with what it has changed. */
export function Versions({ articleId, language, onBack }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const [chosen, setChosen] = useState<number | null>(null)
  const asked = useQuery({ ...read(getVersions, { articleId, language }), retry: false })
  if (!asked.data) return <ReadState asked={asked} />
  const { versions } = asked.data
  const number = chosen ?? versions[0]?.number
  return (
    <div className={css.writing}>
      <Button
        size="xs"
        variant="subtle"
        className={css.back ?? ''}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {t('knowledge.editor.back')}
      </Button>
      {number === undefined ? (
        <EmptyState icon={IconHistory} title={t('knowledge.version.none')} />
      ) : (
        <div className={css.versions}>
          <ol className={css.versionList} aria-label={t('knowledge.versions')}>
            {versions.map((version) => (
              <li key={version.number}>
                <button
                  type="button"
                  className={css.version}
                  aria-pressed={version.number === number}
                  onClick={() => setChosen(version.number)}
                >
                  <strong>{t('knowledge.version.name', { number: format.number(version.number) })}</strong>
                  <span className="k-quiet">
                    {format.dateTime(version.publishedAt)} · {version.publishedBy}
                  </span>
                  {version.changes !== '' && <span>{version.changes}</span>}
                </button>
              </li>
            ))}
          </ol>
          <Difference articleId={articleId} language={language} number={number} />
        </div>
      )}
    </div>
  )
}

function Difference(of: { articleId: string; language: Language; number: number }) {
  const { t } = useWords()
  const asked = useQuery(read(getVersion, of))
  if (!asked.data) return <ReadState asked={asked} />
  const { title, body, before } = asked.data
  const whole = (text: { title: string; body: string }) => `${text.title}\n\n${text.body}`
  const now = whole({ title, body })
  const lines = differences(before ? whole(before) : now, now)
  const spoken = { added: t('knowledge.version.added'), removed: t('knowledge.version.removed'), same: '' }
  return (
    <section className={css.difference} aria-label={t('knowledge.version.difference')}>
      <p className="k-quiet">{before ? t('knowledge.version.difference') : t('knowledge.version.first')}</p>
      {keyed(lines).map(({ key, part: { kind, text } }) => (
        <p key={key} data-kind={before ? kind : 'same'}>
          {before && kind !== 'same' && <span className="k-hidden">{spoken[kind]}: </span>}
          {text === '' ? '\u00a0' : text}
        </p>
      ))}
    </section>
  )
}
