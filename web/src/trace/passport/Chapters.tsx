import type { PackPassport } from '@kervan/contract/trace/passport'
import { IconLock } from '@tabler/icons-react'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { chapterIcons } from './chapterIcons.ts'
import css from './passport.module.css'

type Chapter = PackPassport['chapters'][number]

/** Which parts of its life a pack has been through, and which of them the reader may not see. */
export function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = useWords()
  return (
    <ol className={css.chapters} aria-label={t('trace.passport.chapters')}>
      {chapters.map((chapter) => (
        <Step key={chapter.chapter} chapter={chapter} />
      ))}
    </ol>
  )
}

function Step({ chapter: { chapter, sight, entries } }: { chapter: Chapter }) {
  const { t, state } = useWords()
  const format = useFormats()
  const Icon = sight === 'NotAllowed' ? IconLock : chapterIcons[chapter]
  const last = entries.at(-1)?.at ?? null
  return (
    <li data-filled={entries.length > 0 || undefined} data-locked={sight === 'NotAllowed' || undefined}>
      <span className={css.sign}>
        <Icon size={16} aria-hidden />
      </span>
      <strong>{state('packChapter', chapter)}</strong>
      <span className={css.quiet}>
        {sight === 'NotAllowed'
          ? t('trace.passport.notAllowed')
          : entries.length === 0
            ? t('trace.passport.nothing')
            : [
                tPlural(t, 'trace.passport.count', entries.length, format.number(entries.length)),
                last && format.date(last),
              ]
                .filter(Boolean)
                .join(' · ')}
      </span>
      {sight === 'Partly' && <span className={css.quiet}>{t('trace.passport.partly')}</span>}
    </li>
  )
}
